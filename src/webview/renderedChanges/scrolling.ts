import { rowAt } from './margins.ts';
import type { ShownPage, ShownRow, ViewState } from './state.ts';

/** A page at the top, and how far its row at a line, or else the page itself, is above the top, in pixels. */
export interface TopOf {
  readonly page: string;
  readonly line?: number | undefined;
  readonly offset: number;
}

/** Where the view is in its pages. */
export interface Scrolling {
  top(): TopOf | undefined;
  isVisible(place: Element | Range): boolean;
  /** Where the row with the focus is, if it is visible. */
  focused(): TopOf | undefined;
  /** The line of a page at the top. */
  topLine(page: ShownPage): { readonly line?: number };
  scrollTo(place: TopOf): void;
  /**
   * Scrolls now and in the next frames, until nothing moves or loads any more: rows get their height when they are close
   * to what is visible, their page first. Stops when something else is scrolled to, or the user does something.
   */
  steadily(scroll: () => void): Promise<void>;
}

/** So many frames without a change count as the end; rows get their height within two. */
const calm = 5;
/** After so many frames, scrolling stops in any case. */
const most = 300;

export function createScrolling({ pages }: ViewState, scroller: HTMLElement): Scrolling {
  /** How often something was scrolled to, or the user did something. */
  let turn = 0;
  for (const event of ['wheel', 'keydown', 'pointerdown'])
    scroller.ownerDocument.addEventListener(event, () => turn++, { passive: true, capture: true });

  async function steadily(scroll: () => void): Promise<void> {
    const own = ++turn;
    for (let frame = 0, since = 0; since < calm && frame < most && own === turn; frame++) {
      const before = scroller.scrollTop;
      scroll();
      const isLoading = [...pages.values()].some(({ status }) => status === 'loading');
      since = isLoading || scroller.scrollTop !== before ? 0 : since + 1;
      await new Promise(requestAnimationFrame);
    }
  }

  function isVisible(place: Element | Range): boolean {
    const [view, own] = [scroller.getBoundingClientRect(), place.getBoundingClientRect()];
    return own.bottom > view.top && own.top < view.bottom;
  }

  return {
    steadily,
    isVisible,
    top() {
      const edge = scroller.getBoundingClientRect().top;
      const found = pageBelow([...pages.values()], edge + 1);
      if (!found) return undefined;
      const row = rowBelow(found, edge + 1);
      const own = (row?.element ?? found.section).getBoundingClientRect().top;
      return { page: found.page.id, line: row?.row.line, offset: Math.round(edge - own) };
    },
    focused() {
      const row = scroller.ownerDocument.activeElement?.closest<HTMLElement>('.change-row[data-line]');
      const page = row?.closest<HTMLElement>('section[data-page]')?.dataset['page'];
      if (!row || page === undefined || !isVisible(row)) return undefined;
      const offset = Math.round(scroller.getBoundingClientRect().top - row.getBoundingClientRect().top);
      return { page, line: Number(row.dataset['line']), offset };
    },
    topLine(page: ShownPage): { readonly line?: number } {
      const row = rowBelow(page, scroller.getBoundingClientRect().top + 48);
      return row ? { line: row.row.line } : {};
    },
    scrollTo({ page: id, line, offset }: TopOf): void {
      const page = pages.get(id);
      if (!page) return;
      void steadily(() => {
        const edge = scroller.getBoundingClientRect().top;
        const element = (line === undefined ? undefined : rowAt(page, line)?.element) ?? page.section;
        scroller.scrollTop += element.getBoundingClientRect().top - edge + offset;
      });
    },
  };
}

/** The first row of the second version whose bottom is below `edge`. */
function rowBelow({ rows }: ShownPage, edge: number): ShownRow | undefined {
  return rows.find(({ row, element }) => row.formerLine === undefined && element.getBoundingClientRect().bottom > edge);
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
