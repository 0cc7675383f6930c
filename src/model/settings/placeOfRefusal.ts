import { findNodeAtLocation, getNodePath, parseTree, type Node } from 'jsonc-parser';

/** From where to where in a document (in UTF-16 units) the field stands that a refusal names, such as `title must be …`; its first line when it names none. */
export function placeOfRefusal(sentence: string, text: string): { readonly start: number; readonly end: number } {
  const tree = treeOf(text);
  const node = tree && named(tree, sentence);
  if (!node) return { start: 0, end: (text + '\n').indexOf('\n') };
  return { start: node.offset, end: node.offset + node.length };
}

/** Undefined also for JSON that is nested too deeply to parse. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The longest of the dotted names in the sentence that leads somewhere, or as far as it leads. What a platform says of a body may
 * begin with that word.
 */
function named(tree: Node, sentence: string): Node | undefined {
  const names = sentence.match(/[\w$@+%-]+(?:\.[\w$@+%-]+)*/g) ?? [];
  let deepest: Node | undefined;
  for (const name of names) {
    const node = reached(tree, name.replace(/^body\./, '').split('.'));
    if (node !== tree && (!deepest || getNodePath(node).length > getNodePath(deepest).length)) deepest = node;
  }
  return deepest?.parent?.type === 'property' ? deepest.parent : deepest;
}

/** As far as the parts lead; a name may have dots of its own, as an e-mail address has. */
function reached(node: Node, parts: readonly string[]): Node {
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    const child = findNodeAtLocation(node, [node.type === 'array' && /^\d+$/.test(name) ? Number(name) : name]);
    if (child) return reached(child, parts.slice(count));
  }
  return node;
}
