import { findNodeAtLocation, getNodePath, parseTree, type Node } from 'jsonc-parser';

/**
 * The range in a document (in UTF-16 units) of the field that a refusal names, such as `title must be …`; the first
 * line if it names none.
 */
export function placeOfRefusal(words: string, text: string): { readonly start: number; readonly end: number } {
  const tree = treeOf(text);
  const node = tree && named(tree, words);
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
 * The node of the longest dotted name in the message that leads somewhere, or as far as it leads. A server may prefix
 * names with the word "body".
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

/** Follows the parts as far as they lead; a name may itself contain dots, like an email address. */
function reached(node: Node, parts: readonly string[]): Node {
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    const child = findNodeAtLocation(node, [node.type === 'array' && /^\d+$/.test(name) ? Number(name) : name]);
    if (child) return reached(child, parts.slice(count));
  }
  return node;
}
