import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import { html, render, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

export interface VirtualListOptions<Item> {
  /** The scrolling element. Nothing with a height may come before `rows`. */
  readonly scroller: HTMLElement;
  /** The container of the rows. Each row is an absolutely positioned `div.row`. */
  readonly rows: HTMLElement;
  readonly keyOf: (item: Item) => string;
  /** The height of a row that hasn't been shown yet, in pixels. */
  readonly estimate: (item: Item) => number;
  readonly template: (item: Item, index: number) => TemplateResult;
}

/** A list with rows of any height. Only visible rows and the one with the focus are in the document. */
export interface VirtualList<Item> {
  /**
   * Shows other items, or the same ones again. Visible rows keep their position, whatever is added or removed above
   * them.
   */
  update(items: readonly Item[]): void;
  /** Scrolls a row into view. */
  readonly reveal: (key: string, where?: 'auto' | 'start') => Promise<void>;
  /** The first visible row. */
  top(): string | undefined;
  /** Whether any part of the row is visible. */
  isInSight(key: string): boolean;
  toTop(): void;
  dispose(): void;
}

/** How many rows are in the document at most, however small they are. */
const most = 90;

export function createVirtualList<Item>(options: VirtualListOptions<Item>): VirtualList<Item> {
  const { scroller, rows, keyOf, estimate, template } = options;
  let items: readonly Item[] = [];
  let keys: readonly string[] = [];
  let indexes = new Map<string, number>();

  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({ ...describe(), overscan: 3 });
  const unmount = virtualizer._didMount();

  function describe() {
    return {
      count: items.length,
      getScrollElement: () => scroller,
      estimateSize: (index: number) => (items[index] === undefined ? 0 : estimate(items[index])),
      getItemKey: (index: number) => keys[index] ?? index,
      scrollToFn: elementScroll<HTMLElement>,
      observeElementRect: observeElementRect<HTMLElement>,
      observeElementOffset: observeElementOffset<HTMLElement>,
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => withFocused(defaultRangeExtractor(range)),
      onChange: draw,
    };
  }

  /** Scrolling must not remove a row in which the user is typing. */
  function withFocused(range: readonly number[]): number[] {
    const inSight = range.slice(0, most);
    const focused = indexes.get(focusedKey() ?? '');
    return focused === undefined || inSight.includes(focused)
      ? inSight
      : [...inSight, focused].sort((one, other) => one - other);
  }

  function focusedKey(): string | undefined {
    const row = document.activeElement?.closest<HTMLElement>('.row');
    return row && rows.contains(row) ? row.dataset['key'] : undefined;
  }

  function draw(): void {
    const active = document.activeElement;
    const shown = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const item = items[index];
      return item === undefined ? [] : [{ item, index, start }];
    });
    rows.style.height = `${virtualizer.getTotalSize()}px`;
    render(
      repeat(
        shown,
        ({ item }) => keyOf(item),
        ({ item, index }) =>
          html`<div class="row" data-index=${index} data-key=${keyOf(item)}>${template(item, index)}</div>`,
      ),
      rows,
    );
    const elements = rows.querySelectorAll<HTMLElement>(':scope > .row');
    for (const [place, { start }] of shown.entries()) {
      const element = elements[place]!;
      const transform = `translateY(${start}px)`;
      if (element.style.transform !== transform) element.style.transform = transform;
    }
    // A row that was moved in the document has lost the focus.
    if (active instanceof HTMLElement && active !== document.activeElement && rows.contains(active)) active.focus();
    for (const element of elements) virtualizer.measureElement(element);
    virtualizer.measureElement(null);
  }

  /**
   * The row that the user looks at: the one with the focus, else the first visible one, and its distance from the top.
   */
  function anchor(): { readonly key: string; readonly offset: number } | undefined {
    const top = scroller.getBoundingClientRect().top;
    const inSight = [...rows.children].flatMap((row) => {
      const { top: start, bottom: end } = row.getBoundingClientRect();
      const isInSight = end > top && start < top + scroller.clientHeight;
      return isInSight ? [{ key: (row as HTMLElement).dataset['key'] ?? '', offset: start - top }] : [];
    });
    const focused = focusedKey();
    return inSight.find(({ key }) => key === focused) ?? inSight.sort((one, other) => one.offset - other.offset)[0];
  }

  function anchorOf(key: string): number | undefined {
    const row = rows.querySelector(`:scope > .row[data-key="${CSS.escape(key)}"]`);
    return row ? row.getBoundingClientRect().top - scroller.getBoundingClientRect().top : undefined;
  }

  function scrollTo(offset: number): void {
    scroller.scrollTop = offset;
    // The event that reports it comes later, but rows measured until then need the current position.
    virtualizer.scrollOffset = scroller.scrollTop;
  }

  function put(next: readonly Item[]): void {
    items = next;
    keys = items.map(keyOf);
    indexes = new Map(keys.map((key, index) => [key, index]));
    virtualizer.setOptions({ ...virtualizer.options, ...describe() });
    virtualizer._willUpdate();
  }

  return {
    update(next) {
      const isOther = next.length !== items.length || next.some((item, index) => keyOf(item) !== keys[index]);
      if (!isOther) {
        items = next;
        return draw();
      }
      const before = anchor();
      put(next);
      const index = before && indexes.get(before.key);
      if (index === undefined) return draw();
      rows.style.height = `${virtualizer.getTotalSize()}px`;
      scrollTo((virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0) - before!.offset);
      draw();
      // The height of rows added to the document differs from the estimate.
      const moved = (anchorOf(before!.key) ?? before!.offset) - before!.offset;
      if (Math.abs(moved) < 0.5) return;
      scrollTo(scroller.scrollTop + moved);
      draw();
    },
    async reveal(key, where = 'auto') {
      const index = indexes.get(key);
      if (index === undefined) return;
      const isThere = (): boolean => rows.querySelector(`:scope > .row[data-index="${index}"]`) !== null;
      virtualizer.scrollToIndex(index, { align: where });
      if (isThere()) return;
      // Rows are measured when they become visible, which moves those below them.
      for (let frames = 0; frames < 10; frames++) {
        await new Promise(requestAnimationFrame);
        if (isThere()) return;
      }
    },
    top: () => keys[virtualizer.range?.startIndex ?? 0],
    isInSight(key) {
      const offset = anchorOf(key);
      const row = rows.querySelector(`:scope > .row[data-key="${CSS.escape(key)}"]`);
      return offset !== undefined && offset < scroller.clientHeight && offset + (row?.clientHeight ?? 0) > 0;
    },
    toTop: () => virtualizer.scrollToOffset(0),
    dispose: unmount,
  };
}
