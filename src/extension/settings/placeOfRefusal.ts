import { findNodeAtLocation, getNodePath, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';

/** Where in a document the field stands that a refusal names, such as `title must be …`; its first line when it names none. */
export function placeOfRefusal(sentence: string, text: string): vscode.Range {
  const tree = parseTree(text);
  const node = tree && named(tree, sentence);
  if (!node) return new vscode.Range(0, 0, 0, Number.MAX_SAFE_INTEGER);
  return new vscode.Range(positionAt(text, node.offset), positionAt(text, node.offset + node.length));
}

/** The longest of the dotted names in the sentence that leads somewhere, or as far as it leads. */
function named(tree: Node, sentence: string): Node | undefined {
  const names = sentence.match(/[\w$@-]+(?:\.[\w$@-]+)*/g) ?? [];
  let deepest: Node | undefined;
  for (const name of names) {
    for (let path: JSONPath = pathOf(name); path.length > 0; path = path.slice(0, -1)) {
      const node = findNodeAtLocation(tree, path);
      if (!node) continue;
      if (!deepest || getNodePath(node).length > getNodePath(deepest).length) deepest = node;
      break;
    }
  }
  return deepest?.parent?.type === 'property' ? deepest.parent : deepest;
}

function pathOf(name: string): JSONPath {
  return name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}
