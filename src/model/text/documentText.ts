/**
 * The text of a document that comes as nodes instead of Markdown: blocks are on lines of their own, all formatting is
 * left out. A string is returned unchanged. Never throws, whatever the input.
 */
export function documentText(document: unknown): string {
  let text = '';
  const open: (Visit | typeof lineEnd)[] = [{ node: document, depth: 0 }];
  for (let visits = 0; visits < mostNodes; visits++) {
    const next = open.pop();
    if (next === undefined) break;
    if (next === lineEnd) {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      continue;
    }
    const { node, depth } = next;
    if (typeof node === 'string') text += node;
    if (typeof node !== 'object' || node === null || depth > deepest) continue;
    const children = Array.isArray(node) ? (node as unknown[]) : childrenOf(node as Record<string, unknown>);
    if (isBlock(node)) open.push(lineEnd);
    for (const child of children.toReversed()) open.push({ node: child, depth: depth + 1 });
    if (isBlock(node)) open.push(lineEnd);
  }
  return text.trim();
}

interface Visit {
  readonly node: unknown;
  readonly depth: number;
}

const lineEnd = Symbol('lineEnd');
const mostNodes = 20_000;
const deepest = 200;

function isBlock(node: object): boolean {
  return 'object' in node ? node.object === 'block' : 'type' in node && 'children' in node;
}

function childrenOf(node: Record<string, unknown>): unknown[] {
  if (typeof node['text'] === 'string') return [node['text']];
  return ['document', 'markdown', 'nodes', 'children', 'content', 'leaves']
    .map((name) => node[name])
    .filter((child) => typeof child === 'object' || typeof child === 'string');
}
