import { findNodeAtLocation, getNodePath, parseTree, type JSONPath, type Node } from 'jsonc-parser';

/** From where to where in a document (in UTF-16 units) the field stands that a refusal names, such as `title must be …`; its first line when it names none. */
export function placeOfRefusal(sentence: string, text: string): { readonly start: number; readonly end: number } {
  const tree = parseTree(text);
  const node = tree && named(tree, sentence);
  if (!node) return { start: 0, end: (text + '\n').indexOf('\n') };
  return { start: node.offset, end: node.offset + node.length };
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
