import type { Element, ElementContent } from 'hast';

/** Tells whether nodes are equal, and how similar they are. Nodes that are equal have the same identity. */
export interface Identities {
  /** The same string for nodes with the same content. */
  of(node: ElementContent): string;
  /** The same string for elements with the same attributes, besides those that say where they are. */
  ofAttributes(element: Element): string;
  /** The words of a node, for {@link similarity}. Only the beginning of a long one. */
  words(node: ElementContent): Words;
  /** A number that no other call has returned: pieces of an element have the same, also beside those of others. */
  newPiece(): number;
}

export interface Words {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Compares nodes in linear time: each is read once. */
export function createIdentities(): Identities {
  const numbers = new Map<string, number>();
  let pieces = 0;
  const cached = new WeakMap<ElementContent, string>();
  const cachedWords = new WeakMap<ElementContent, Words>();
  const numbered = (text: string): string => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return String(number);
  };
  const ofAttributes = ({ properties }: Element) =>
    numbered(`attributes ${JSON.stringify(Object.entries(properties).filter(isContent).sort())}`);

  function identified(node: ElementContent): string {
    if (node.type !== 'element') return numbered(`${node.type} ${node.value}`);
    const children = node.children.map((child) => cached.get(child)).join(' ');
    return numbered(`<${node.tagName} ${ofAttributes(node)}> ${children}`);
  }

  return {
    of(node) {
      const found = cached.get(node);
      if (found !== undefined) return found;
      for (const each of bottomUp(node)) if (!cached.has(each)) cached.set(each, identified(each));
      return cached.get(node) ?? '';
    },
    ofAttributes,
    newPiece: () => pieces++,
    words(node) {
      const found = cachedWords.get(node) ?? wordsOf(node);
      cachedWords.set(node, found);
      return found;
    },
  };
}

/** Where an element is in its page, which changes with everything above it, isn't what it is. */
function isContent([name]: readonly [string, unknown]): boolean {
  return name !== 'dataLine' && name !== 'dataAnchor' && name !== 'dataAlias' && name !== 'name';
}

/** How much of their words two nodes share: 1 for all, 0 for none. Two without words are as similar as can be. */
export function similarity(one: Words, other: Words): number {
  if (one.total + other.total === 0) return 1;
  let shared = 0;
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0);
  return (2 * shared) / (one.total + other.total);
}

/** A node and all that is in it, children first. Doesn't call itself, since others decide how deep a page is. */
function bottomUp(node: ElementContent): ElementContent[] {
  const found = [node];
  // Grows while it is read.
  for (const each of found) if (each.type === 'element') for (const child of each.children) found.push(child);
  return found.reverse();
}

const mostWords = 400;

function wordsOf(node: ElementContent): Words {
  const counts = new Map<string, number>();
  let total = 0;
  const rest: ElementContent[] = [node];
  for (let next = rest.pop(); next !== undefined && total < mostWords; next = rest.pop()) {
    if (next.type === 'element') for (const child of next.children.toReversed()) rest.push(child);
    if (next.type !== 'text') continue;
    for (const word of next.value.slice(0, 10 * mostWords).match(/[\p{L}\p{N}]+/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      total += 1;
    }
  }
  return { counts, total };
}
