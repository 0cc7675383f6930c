/** Where the view is in its page, by lines of the source and by headings. */
export interface Places {
  /** Called when the page has other elements than before. */
  renew(): void;
  /** The line at the top of the view. */
  line(): number;
  /** Scrolls to the block that was made from the line, or from the last one before it. */
  reveal(line: number): void;
  /** Marks the block of a line, and scrolls to it if it isn't in view. */
  follow(line: number): void;
  /** Scrolls to an element, in a tab or box that has to be opened for it, too. */
  show(element: HTMLElement): void;
  /** The anchor of the heading that is read; undefined above the first. */
  heading(): string | undefined;
}

/** A heading that is this far below the top, in pixels, counts as read. */
const near = 48;

/** The same for the block at the top of the view: blocks that were scrolled to keep a margin of 12. */
const atTop = 16;

interface Elements {
  /** All with a line, in the order of their lines. Of one line, the outermost is first. */
  readonly byLine: readonly { readonly line: number; readonly block: HTMLElement }[];
  /** Those that are visible, from the top down. */
  readonly blocks: readonly HTMLElement[];
  readonly headings: readonly HTMLElement[];
}

export function createPlaces(page: HTMLElement): Places {
  let known: Elements | undefined;
  /** The place that was gone to, and the position of the view since. At the end of a page, it isn't at the top. */
  let chosen: { readonly anchor: string | undefined; readonly line: number; readonly top: number } | undefined;
  let marked: HTMLElement | undefined;
  const elements = () => (known ??= elementsOf(page));
  const renew = () => (known = undefined);
  page.addEventListener('change', renew);
  // It doesn't bubble.
  page.addEventListener('toggle', renew, true);

  function blockAt(line: number): HTMLElement | undefined {
    const { byLine } = elements();
    const at = firstFrom(byLine, (each) => each.line > line) - 1;
    const found = byLine[at]?.line;
    return found === undefined ? undefined : byLine[firstFrom(byLine, (each) => each.line >= found)]?.block;
  }

  function unfold(element: HTMLElement): void {
    for (let around = element.parentElement; around && around !== page; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) around.open = true;
      const tab = around.matches('.docs-platform-tab') && around.previousElementSibling?.querySelector('input');
      if (tab) tab.checked = true;
    }
    renew();
  }

  function show(element: HTMLElement, line = lineOf(element)): void {
    unfold(element);
    element.scrollIntoView();
    chosen = { anchor: element.dataset['anchor'], line, top: window.scrollY };
  }

  return {
    renew,
    line() {
      if (chosen?.top === window.scrollY && chosen.line >= 0) return chosen.line;
      const outer = lastAbove(elements().blocks, atTop);
      if (!outer || window.scrollY <= 0) return 0;
      const inner = [...outer.querySelectorAll<HTMLElement>('[data-line]')].filter(isVisible);
      // Columns stand beside each other, so that these aren't in their order from the top down.
      const line = lineOf(inner.findLast((each) => each.getBoundingClientRect().top <= atTop) ?? outer);
      return Number.isSafeInteger(line) && line > 0 ? line : 0;
    },
    reveal(line) {
      const block = line > 0 ? blockAt(line) : undefined;
      if (block) return show(block, line);
      chosen = undefined;
      window.scrollTo(0, 0);
    },
    follow(line) {
      const block = blockAt(line);
      marked?.classList.remove('at-cursor');
      marked = block;
      if (!block) return;
      block.classList.add('at-cursor');
      unfold(block);
      const { top, bottom } = block.getBoundingClientRect();
      const isTall = bottom - top > window.innerHeight;
      const isInView = isTall ? top < window.innerHeight && bottom > 0 : top >= 0 && bottom <= window.innerHeight;
      if (!isInView) block.scrollIntoView({ block: isTall ? 'start' : 'center' });
    },
    show: (element) => show(element),
    heading() {
      if (chosen?.anchor !== undefined && chosen.top === window.scrollY) return chosen.anchor;
      return lastAbove(elements().headings, near)?.dataset['anchor'];
    },
  };
}

function elementsOf(page: HTMLElement): Elements {
  const all = [...page.querySelectorAll<HTMLElement>('[data-line]')];
  return {
    byLine: all.map((block) => ({ line: lineOf(block), block })).sort((a, b) => a.line - b.line),
    blocks: [...page.querySelectorAll<HTMLElement>(':scope > * > [data-line]')].filter(isVisible),
    headings: [...page.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6)[data-anchor]')].filter(isVisible),
  };
}

function lineOf(block: HTMLElement): number {
  return Number(block.dataset['line']);
}

/** What is in a tab that isn't shown has a place, but no visibility. */
function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function lastAbove(elements: readonly HTMLElement[], distance: number): HTMLElement | undefined {
  return elements[firstFrom(elements, (each) => each.getBoundingClientRect().top > distance) - 1];
}

/** The index of the first item for which `isPast` is true, as it is for all after it. */
function firstFrom<Item>(items: readonly Item[], isPast: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isPast(items[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
