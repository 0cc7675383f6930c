import { pageText, type PageText } from '../shared/pageText.ts';
import { placerIn } from '../../model/comments/quotePlace.ts';

/** What stands beside a page, each at the words that it is about. */
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

/** The distance between what is beside the page, in pixels. */
const gap = 8;

/**
 * In a wide view, they are in the margin, at the height of their words. In a narrow one, they are below the block with
 * the words, which leaves room for them.
 */
export function createBeside(page: HTMLElement, layer: HTMLElement, wide: MediaQueryList): Beside {
  let known: { readonly text: PageText; readonly find: ReturnType<typeof placerIn> } | undefined;
  const found = new Map<string, Range | undefined>();
  let placed: readonly Placed[] = [];
  /** Blocks with room below them. */
  const widened = new Set<HTMLElement>();
  const resizing = new ResizeObserver(() => layOut());
  resizing.observe(page);
  wide.addEventListener('change', layOut);

  function find(quote: string): Range | undefined {
    if (!known) {
      const text = pageText(page);
      known = { text, find: placerIn(text.text) };
    }
    if (!found.has(quote)) {
      const span = known.find(quote);
      found.set(quote, span && known.text.rangeOf(span));
    }
    return found.get(quote);
  }

  function layOut(): void {
    const rooms = wide.matches ? new Map<HTMLElement, number>() : roomsBelow(placed, page);
    for (const block of widened) if (!rooms.has(block)) block.style.removeProperty('margin-bottom');
    widened.clear();
    for (const [block, room] of rooms) {
      block.style.marginBottom = `${room}px`;
      widened.add(block);
    }
    const origin = layer.getBoundingClientRect().top;
    const tops = placed.map(({ range }) => topOf(range, page, wide.matches) - origin);
    let end = -gap;
    placed.forEach(({ element }, index) => {
      const top = Math.max(Math.round(tops[index] ?? 0), end + gap);
      element.style.top = `${top}px`;
      end = top + element.offsetHeight;
    });
  }

  return {
    renew() {
      known = undefined;
      found.clear();
    },
    find,
    place(items) {
      const sorted = items.toSorted((one, other) => one.range.compareBoundaryPoints(Range.START_TO_START, other.range));
      for (const { element } of placed)
        if (!sorted.some((each) => each.element === element)) resizing.unobserve(element);
      for (const { element } of sorted) resizing.observe(element);
      placed = sorted;
      mark(
        'commented',
        placed.map(({ range }) => range),
      );
      layOut();
    },
  };
}

/** Marks words without other elements: the page stays as it was rendered. */
export function mark(name: string, ranges: readonly Range[]): void {
  if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
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
