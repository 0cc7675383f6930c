import { mark } from '../shared/highlight.ts';
import { pageText, type PageText } from '../shared/pageText.ts';
import { placerIn } from '../../model/comments/quotePlace.ts';

/** What is shown beside a page, each at the words that it is about. */
export interface Beside {
  /** Called when the page shows another text. */
  renew(): void;
  /** Where words are on the page; undefined if they aren't there. */
  find(quote: string): Range | undefined;
  /** Places elements at the words that they are about, and marks these. */
  place(items: readonly Placed[]): void;
}

export interface Placed {
  readonly element: HTMLElement;
  readonly range: Range;
}

/** How long words are looked for in one version of a page, in ms. What isn't found by then counts as missing. */
const longestSearch = 300;

/** The distance between what is beside the page, in pixels. */
const gap = 8;

/**
 * In a wide view, they are in the margin, at the height of their words. In a narrow one, they are below the block with
 * the words, which leaves room for them.
 */
export function createBeside(page: HTMLElement, layer: HTMLElement, wide: MediaQueryList): Beside {
  let known: { readonly text: PageText; readonly find: ReturnType<typeof placerIn> } | undefined;
  const found = new Map<string, Range | undefined>();
  /** How long words were looked for in this version, in ms. */
  let spent = 0;
  let frame = 0;
  let placed: readonly Placed[] = [];
  /** Blocks with room below them. */
  const widened = new Set<HTMLElement>();
  const resizing = new ResizeObserver(() => (frame ||= requestAnimationFrame(layOut)));
  resizing.observe(page);
  wide.addEventListener('change', layOut);

  function find(quote: string): Range | undefined {
    if (found.has(quote) || spent > longestSearch) return found.get(quote);
    const start = performance.now();
    if (!known) {
      const text = pageText(page);
      known = { text, find: placerIn(text.text) };
    }
    const span = known.find(quote);
    found.set(quote, span && known.text.rangeOf(span));
    spent += performance.now() - start;
    return found.get(quote);
  }

  function layOut(): void {
    frame = 0;
    const rooms = wide.matches ? new Map<HTMLElement, number>() : roomsBelow(placed, page);
    for (const block of widened) if (!rooms.has(block)) block.style.removeProperty('margin-bottom');
    widened.clear();
    for (const [block, room] of rooms) {
      block.style.marginBottom = `${room}px`;
      widened.add(block);
    }
    const origin = layer.getBoundingClientRect().top;
    const places = placed.map(({ element, range }) => ({
      // Until the words are looked for again in a text that changed, it stays where it is.
      top: range.collapsed ? element.offsetTop : topOf(range, page, wide.matches) - origin,
      height: element.offsetHeight,
    }));
    let end = -gap;
    placed.forEach(({ element }, index) => {
      const { top, height } = places[index]!;
      const free = Math.max(Math.round(top), end + gap);
      element.style.top = `${free}px`;
      end = free + height;
    });
  }

  /** Keyboards and screen readers go through them in the order of the page. What has the focus isn't moved. */
  function putInOrder(elements: readonly HTMLElement[]): void {
    const isInOrder = elements.every((each, index) => index === 0 || follows(elements[index - 1]!, each));
    if (!isInOrder && !layer.contains(document.activeElement)) layer.append(...elements);
  }

  return {
    renew() {
      known = undefined;
      found.clear();
      spent = 0;
    },
    find,
    place(items) {
      const sorted = items.toSorted((one, other) => one.range.compareBoundaryPoints(Range.START_TO_START, other.range));
      const present = new Set(sorted.map(({ element }) => element));
      for (const { element } of placed) if (!present.has(element)) resizing.unobserve(element);
      for (const { element } of sorted) resizing.observe(element);
      placed = sorted;
      putInOrder(sorted.map(({ element }) => element));
      mark(
        'commented',
        placed.map(({ range }) => range),
      );
      layOut();
    },
  };
}

/** The room that blocks leave below them for all that is about their words. */
function roomsBelow(placed: readonly Placed[], page: HTMLElement): Map<HTMLElement, number> {
  const rooms = new Map<HTMLElement, number>();
  for (const { element, range } of placed) {
    const block = blockOf(range.startContainer, page);
    if (block) rooms.set(block, (rooms.get(block) ?? 2 * gap) + element.offsetHeight + gap);
  }
  return rooms;
}

function topOf(range: Range, page: HTMLElement, isWide: boolean): number {
  const block = blockOf(range.startContainer, page);
  const [at, around] = [range.getBoundingClientRect(), block?.getBoundingClientRect()];
  if (!isWide) return (around?.bottom ?? 0) + gap;
  // Words in a tab that isn't shown have no place of their own.
  return at.height > 0 ? at.top : (around?.top ?? 0);
}

/** The block around a node that stands by itself: an item of a list, or a block of the page. */
export function blockOf(node: Node, page: HTMLElement): HTMLElement | undefined {
  const around: HTMLElement[] = [];
  for (let each: Node | null = node; each && each !== page; each = each.parentNode) {
    if (each instanceof HTMLElement) around.push(each);
  }
  // The first is the page itself, the next its block.
  const [, block, ...inner] = around.reverse();
  const end = inner.findIndex((each) => !/^(?:UL|OL|LI)$/.test(each.tagName));
  const lists = /^(?:UL|OL)$/.test(block?.tagName ?? '') ? inner.slice(0, end < 0 ? undefined : end) : [];
  return lists.findLast(({ tagName }) => tagName === 'LI') ?? block;
}

function follows(one: HTMLElement, other: HTMLElement): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
