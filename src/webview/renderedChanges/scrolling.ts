import type { ShownPage, ViewState } from './state.ts';

/** A page at the top, and how far its title is above the top, in pixels. */
export interface TopOf {
  readonly page: string;
  readonly offset: number;
}

/** Where the view is in its pages. */
export interface Scrolling {
  top(): TopOf | undefined;
  /** The line of a page at the top. */
  topLine(page: ShownPage): { readonly line?: number };
  scrollTo(place: TopOf): void;
}

export function createScrolling({ pages }: ViewState, scroller: HTMLElement): Scrolling {
  return {
    top() {
      const edge = scroller.getBoundingClientRect().top;
      const found = pageBelow([...pages.values()], edge + 1);
      const own = found?.section.getBoundingClientRect().top ?? 0;
      return found && { page: found.page.id, offset: Math.round(edge - own) };
    },
    topLine({ rows }: ShownPage): { readonly line?: number } {
      const top = scroller.getBoundingClientRect().top + 48;
      const row = rows.find(({ element: each }) => each.getBoundingClientRect().bottom > top);
      return row ? { line: row.row.line } : {};
    },
    scrollTo({ page: id, offset }: TopOf): void {
      const page = pages.get(id);
      if (!page) return;
      const edge = scroller.getBoundingClientRect().top;
      scroller.scrollTop += page.section.getBoundingClientRect().top - edge + offset;
    },
  };
}

/** The first page whose bottom is below `edge`, in pixels from the top of the window. Pages are in document order. */
export function pageBelow(pages: readonly ShownPage[], edge: number): ShownPage | undefined {
  let [from, to] = [0, pages.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (pages[middle]!.section.getBoundingClientRect().bottom > edge) to = middle;
    else from = middle + 1;
  }
  return pages[from];
}
