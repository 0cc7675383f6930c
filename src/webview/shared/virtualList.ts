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
  /** What scrolls. Nothing with a height stands before `rows`. */
  readonly scroller: HTMLElement;
  /** Takes the rows. Each is an absolutely positioned `div.row`. */
  readonly rows: HTMLElement;
  readonly keyOf: (item: Item) => string;
  /** The height of a row that was not seen yet, in pixels. */
  readonly estimate: (item: Item) => number;
  readonly template: (item: Item, index: number) => TemplateResult;
}

/** Rows of any height, of which only those in sight are in the document, and the one that has the focus. */
export interface VirtualList<Item> {
  /** Shows other items, or the same anew. What is in sight stays where it is, whatever comes or goes above it. */
  update(items: readonly Item[]): void;
  /** Brings a row into sight. */
  readonly reveal: (key: string, where?: 'auto' | 'start') => Promise<void>;
  /** The row at the top of what is in sight. */
  top(): string | undefined;
  /** Whether a part of the row can be seen. */
  isInSight(key: string): boolean;
  toTop(): void;
  dispose(): void;
}

/** Of rows in the document at once, however small they are. */
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

  /** Who types in a row is not to lose it by scrolling. */
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

  /** The row that a person looks at: where the focus is, else the first in sight; and how far below the top it stands. */
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
    // It is told by an event later; rows that are measured meanwhile are to be above or below of where it is now.
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
      // Rows that came into the document have another height than was thought.
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
      // Rows that come into sight are measured, which moves those below them.
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
