import type { ElementContent, Properties } from 'hast';

/** In which of two versions of a page something is. */
export type Mark = 'same' | 'inserted' | 'deleted';

/** What two versions of a rendered page have in common, and what is only in one of them. */
export type MarkedNode = WholeNode | SplitElement;

/** A node with all that is in it. */
export interface WholeNode {
  readonly kind: 'whole';
  readonly mark: Mark;
  readonly node: ElementContent;
  /** The same number for the two places of a block that was moved: it is deleted at one, and inserted at the other. */
  readonly move?: number | undefined;
}

/** An element whose content or attributes differ. */
export interface SplitElement {
  readonly kind: 'split';
  readonly mark: Mark;
  readonly tagName: string;
  readonly properties: Properties;
  /** What it was before, if that differs. */
  readonly former?: { readonly tagName: string; readonly properties: Properties } | undefined;
  /** Changes may split an element of a line of text. Its pieces have the same number. */
  readonly piece?: number | undefined;
  /** As in a {@link WholeNode}. */
  readonly move?: number | undefined;
  readonly children: readonly MarkedNode[];
}

/** What is in one of the two versions, with its marks. What is in the nodes still has what is in the other version. */
export function nodesOf(nodes: readonly MarkedNode[], side: 'before' | 'after'): MarkedNode[] {
  const other: Mark = side === 'before' ? 'inserted' : 'deleted';
  return joined(nodes.filter(({ mark }) => mark !== other));
}

/** One of the two versions. It equals what was compared. */
export function sideOf(nodes: readonly MarkedNode[], side: 'before' | 'after'): ElementContent[] {
  const found: ElementContent[] = [];
  for (const node of nodesOf(nodes, side)) {
    const last = found.at(-1);
    if (node.kind === 'split') {
      const { tagName, properties } = (side === 'before' ? node.former : undefined) ?? node;
      // What is in a moved element is compared with its former place, but its element is only at the present one.
      found.push({ type: 'element', tagName, properties, children: sideOf(node.children, side) });
    } else if (node.node.type === 'text' && last?.type === 'text') {
      found[found.length - 1] = { type: 'text', value: last.value + node.node.value };
    } else {
      found.push(node.node);
    }
  }
  return found;
}

/** Adjacent pieces of an element become one. */
function joined(nodes: readonly MarkedNode[]): MarkedNode[] {
  const whole: MarkedNode[] = [];
  /** The children of the last one, if it already consists of pieces. */
  let children: MarkedNode[] | undefined;
  for (const node of nodes) {
    const last = whole.at(-1);
    if (node.kind === 'split' && last?.kind === 'split' && node.piece !== undefined && node.piece === last.piece) {
      const mark = last.mark === node.mark ? last.mark : 'same';
      children ??= [...last.children];
      for (const child of node.children) children.push(child);
      whole[whole.length - 1] = { ...last, mark, children };
    } else {
      children = undefined;
      whole.push(node);
    }
  }
  return whole;
}
