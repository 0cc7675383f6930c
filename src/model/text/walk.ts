import type { Nodes } from 'mdast';

/**
 * Calls a function for each node in order. If it returns false, the nodes below are left out. The library's `visit` takes
 * a third of the time of parsing.
 */
export function walk(node: Nodes, call: (node: Nodes) => unknown): void {
  if (call(node) !== false && 'children' in node) for (const child of node.children) walk(child, call);
}
