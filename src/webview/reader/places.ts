import type { RenderedHeading } from '../../model/rendering/renderPage.ts';

/** Where the view is in its page, by lines of the source and by headings. */
export interface Places {
  /** Reports the line at the top of the view, if it is another one than before. */
  note(): void;
  /** Scrolls to the block that was made from the line, or from the last one before it. */
  reveal(line: number): void;
  /** The anchor of the heading that is read. */
  heading(headings: readonly RenderedHeading[]): string | undefined;
}

/** A block that is this far below the top, in pixels, counts as read. */
const near = 48;

export function createPlaces(page: HTMLElement, onLine: (line: number) => void): Places {
  let last = 0;
  const lineOf = (block: HTMLElement) => Number(block.dataset['line']);
  const blocks = () => [...page.querySelectorAll<HTMLElement>('[data-line]')];

  function lastAbove(elements: readonly HTMLElement[]): HTMLElement | undefined {
    // Blocks stand in their order from the top down, up to tabs that aren't shown.
    let [from, to] = [0, elements.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (elements[middle]!.getBoundingClientRect().top <= near) from = middle + 1;
      else to = middle;
    }
    return elements[from - 1];
  }

  return {
    note() {
      const block = lastAbove(blocks());
      const line = block && window.scrollY > 0 ? lineOf(block) : 0;
      if (line === last || !Number.isSafeInteger(line)) return;
      last = line;
      onLine(line);
    },
    reveal(line) {
      const block = blocks().findLast((each) => lineOf(each) <= line);
      if (block && line > 0) block.scrollIntoView();
      else window.scrollTo(0, 0);
    },
    heading(headings) {
      const elements = [...page.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')];
      const read = lastAbove(elements)?.dataset['anchor'];
      return read ?? headings[0]?.anchor;
    },
  };
}
