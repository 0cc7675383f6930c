import type { FocusPlace } from './focusPlace.ts';
import { pageBelow, type Scrolling } from './scrolling.ts';
import { changedTabsIn, openDetails, openTab } from './rowsView.ts';
import { isUnfolded, type ShownPage, type ShownRow, type ViewState } from './state.ts';

export interface Walk {
  /** Goes to the next or previous change, also in another page. Returns false at the end. */
  step(by: 1 | -1): Promise<boolean>;
  /** The page that is read: the one with the focus, or the first visible one. */
  page(): ShownPage | undefined;
  /** Goes to the title of a page. */
  goTo(page: ShownPage): Promise<void>;
}

export interface WalkContext {
  readonly state: ViewState;
  readonly scroller: HTMLElement;
  readonly scrolling: Pick<Scrolling, 'steadily' | 'isVisible'>;
  readonly focusPlace: Pick<FocusPlace, 'page'>;
  readonly load: (page: ShownPage) => Promise<void>;
  /** Shows the title of a page. */
  readonly draw: (page: ShownPage) => void;
}

/** Walks the changes by keyboard: changed rows that follow each other are one. Pages that are folded are left out. */
export function createWalk({ state, scroller, scrolling, focusPlace, load, draw }: WalkContext): Walk {
  /** Where the last step led. */
  let last: HTMLElement | undefined;

  const stopsIn = (page: ShownPage): HTMLElement[] => {
    const isFirst = ({ element }: ShownRow) => element.previousElementSibling?.classList.contains('changed') !== true;
    const rows = page.rows
      .filter(({ row }) => row.isChanged)
      .flatMap((shown) => {
        const tabs = changedTabsIn(shown.element).flatMap(([title]) => title ?? []);
        return tabs.length > 1 ? tabs : isFirst(shown) ? [shown.element] : [];
      });
    // A page whose text didn't change is one stop.
    const title = page.section.querySelector<HTMLElement>('h2');
    return rows.length > 0 || !title ? rows : [title];
  };

  function current(): ShownPage | undefined {
    const focused = focusPlace.page();
    if (focused && scrolling.isVisible(focused.section)) return focused;
    return pageBelow([...state.pages.values()], scroller.getBoundingClientRect().top + 40);
  }

  /** The stop from which to go on: the focused one, or the last one if it is still visible. */
  function from(page: ShownPage | undefined): HTMLElement | undefined {
    const stops = page ? stopsIn(page) : [];
    const active = document.activeElement;
    const row = active?.closest('.change-row');
    const focused =
      active && row && scrolling.isVisible(row)
        ? stops.findLast((stop) => stop.contains(active) || isBefore(stop, active))
        : undefined;
    if (focused) return focused;
    return last && stops.includes(last) && scrolling.isVisible(last) ? last : undefined;
  }

  function isBefore(one: Element, other: Element): boolean {
    return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  function show(stop: HTMLElement): void {
    last = stop;
    const row = stop.closest<HTMLElement>('.change-row');
    const tabs = row ? changedTabsIn(row) : [];
    const shown = tabs.find(([title]) => title === stop) ?? (tabs.length === 1 ? tabs[0] : undefined);
    shown?.forEach(openTab);
    if (row) openDetails(row);
    ((stop !== row && shown && stop.querySelector('input')) || stop).focus({ preventScroll: true });
    void scrolling.steadily(() =>
      stop.scrollIntoView({ block: stop.offsetHeight > scroller.clientHeight / 2 ? 'start' : 'center' }),
    );
  }

  return {
    page: current,
    async goTo(page) {
      const scroll = (): void => page.section.scrollIntoView({ block: 'start' });
      void scrolling.steadily(scroll);
      draw(page);
      await load(page);
      void scrolling.steadily(scroll);
      page.section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    },
    async step(by) {
      const all = [...state.pages.values()];
      const page = current();
      const start = page ? all.indexOf(page) : -1;
      const stop = from(page);
      for (let index = Math.max(start, 0); index >= 0 && index < all.length; index += by) {
        const each = all[index]!;
        if (!isUnfolded(state, each.page)) continue;
        draw(each);
        await load(each);
        const stops = stopsIn(each);
        const at = stop && each === page ? stops.indexOf(stop) + by : by > 0 || each === page ? 0 : stops.length - 1;
        const next = stops[at];
        if (next && !(each === page && !stop && by < 0)) {
          show(next);
          return true;
        }
      }
      return false;
    },
  };
}
