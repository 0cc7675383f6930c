import { html, nothing, render, type TemplateResult } from 'lit';
import { placerIn } from '../../model/comments/quotePlace.ts';
import { quotedWords } from '../../model/comments/quotedWords.ts';
import { targetKey, type Draft, type Target } from '../../protocol/threads.ts';
import { mark } from '../shared/highlight.ts';
import { pageText, type PageText } from '../shared/pageText.ts';
import type { Actions } from '../threads/actions.ts';
import {
  besideView,
  newThreadView,
  otherCommentsView,
  pendingBesideView,
  resolvedView,
} from '../threads/besideView.ts';
import { listed, openTargets, pendingDrafts, resolvedOn, type Listed } from '../threads/panelState.ts';
import { deletedRow, isAboutDeleted } from './deletedRows.ts';
import type { ShownPage, ShownRow, ViewState } from './state.ts';

/** The threads of pages, beside the rows that they are about. */
export interface Margins {
  /** Shows the current threads of all loaded pages. */
  draw(): void;
  /** Shows the threads of a page, once it is known where its quotes are. */
  place(page: ShownPage): Promise<void>;
  /** Where a new box belongs until its quote is found. */
  hold(target: Target, page: ShownPage, line: number): void;
  /** The pages that comments and boxes are about, with their titles as far as they are known. */
  commentedPages(): Map<string, string | undefined>;
  /** Whether a comment on the whole change request is beside the deleted words that it is about. */
  isBeside(target: Target): boolean;
}

/** What stands beside a row. */
interface Beside {
  readonly threads: Listed[];
  readonly boxes: Target[];
  readonly pending: Draft[];
}

export interface MarginsContext {
  readonly state: ViewState;
  readonly actions: Actions;
  /** Shows the folded rows around a line. */
  readonly reveal: (page: ShownPage, line: number) => Promise<void>;
  /** Shows the threads of all pages. */
  readonly placeAll: () => void;
  readonly failed: (error: unknown) => void;
}

export function createMargins({ state, actions, reveal, placeAll, failed }: MarginsContext): Margins {
  const { comments, port } = state;
  /** Margins that show something. */
  const filled = new Set<HTMLElement>();
  const held = new Map<string, { readonly page: string; readonly line: number }>();

  function itemsOf(page: ShownPage) {
    const isOf = (id: string | undefined, quote: string | undefined): boolean =>
      id === undefined ? isAboutDeleted(page, quote) : id === page.page.id;
    const isTargetOf = (target: Target): boolean => target.kind === 'thread' && isOf(target.page, target.quote);
    const threads = listed(comments).filter(({ thread }) => isOf(thread.page?.id, quotedWords(thread)));
    const boxes = openTargets(comments).filter(isTargetOf);
    const pending = pendingDrafts(comments).filter(({ target }) => isTargetOf(target));
    return { threads, boxes, pending };
  }

  function rowOf(page: ShownPage, quote: string | undefined, key?: string): ShownRow | undefined {
    const deleted = quote === undefined ? undefined : deletedRow(page, quote);
    if (deleted) return deleted;
    const known = key === undefined ? undefined : held.get(key);
    const line = known?.page === page.page.id ? known.line : quote === undefined ? null : page.places.get(quote);
    return line == null ? undefined : rowAt(page, line);
  }

  function besideIn(page: ShownPage): Map<ShownRow | undefined, Beside> {
    const all = new Map<ShownRow | undefined, Beside>();
    const at = (row: ShownRow | undefined): Beside => {
      const known = all.get(row) ?? { threads: [], boxes: [], pending: [] };
      all.set(row, known);
      return known;
    };
    if (resolvedOn(comments, page.page.id) > 0) at(undefined);
    const { threads, boxes, pending } = itemsOf(page);
    for (const item of threads) at(rowOf(page, quotedWords(item.thread))).threads.push(item);
    for (const target of boxes) at(rowOf(page, quoteIn(target), targetKey(target))).boxes.push(target);
    for (const draft of pending) at(rowOf(page, quoteIn(draft.target))).pending.push(draft);
    return all;
  }

  function drawPage(page: ShownPage, drawn: Set<HTMLElement>): void {
    if (page.status !== 'shown') {
      for (const margin of filled) if (page.section.contains(margin)) drawn.add(margin);
      return;
    }
    for (const [row, beside] of besideIn(page)) {
      const margin = row?.margin ?? generalOf(page);
      drawn.add(margin);
      render(row ? marginView(beside) : generalView(page, beside), margin);
    }
  }

  function marginView({ threads, boxes, pending }: Beside): TemplateResult {
    return html`${threads.map((item) => besideView(comments, actions, item))}
    ${pending.map((draft) => pendingBesideView(comments, actions, draft))}
    ${boxes.map((target) => newThreadView(comments, actions, target))}`;
  }

  /** What is about no row of the page. */
  function generalView(page: ShownPage, beside: Beside): TemplateResult {
    const count = beside.threads.length + beside.boxes.length + beside.pending.length;
    return html`${resolvedView(comments, page.page.id, placeAll)} ${count > 0 ? otherCommentsView(count) : nothing}
    ${marginView(beside)}`;
  }

  /** The words that are commented on. */
  function rangesIn(page: ShownPage): Range[] {
    if (page.status !== 'shown') return [];
    const { threads, boxes, pending } = itemsOf(page);
    const targets = [...boxes, ...pending.map(({ target }) => target)];
    const quotes = [...threads.map(({ thread }) => quotedWords(thread)), ...targets.map(quoteIn)];
    const find = finderIn(page);
    return quotes.flatMap((quote) => (quote === undefined ? [] : (find(quote) ?? [])));
  }

  return {
    draw() {
      const drawn = new Set<HTMLElement>();
      for (const page of state.pages.values()) drawPage(page, drawn);
      for (const margin of filled) {
        if (drawn.has(margin)) continue;
        render(nothing, margin);
        filled.delete(margin);
      }
      for (const margin of drawn) filled.add(margin);
      mark('commented', [...state.pages.values()].flatMap(rangesIn));
      // There is room for the first comment, so that nothing moves when it is begun.
      const mayBeBeside = comments.header?.mayComment === true;
      const isBeside = mayBeBeside || [...filled].some((margin) => margin.classList.contains('row-margin'));
      document.body.classList.toggle('with-margin', isBeside);
    },
    async place(page) {
      const { threads, boxes, pending } = itemsOf(page);
      const quotes = [
        ...threads.map(({ thread }) => quotedWords(thread)),
        ...[...boxes, ...pending.map(({ target }) => target)].map(quoteIn),
      ].filter((quote) => quote !== undefined);
      const unknown = page.isGone ? [] : [...new Set(quotes)].filter((quote) => !page.places.has(quote));
      try {
        const lines = unknown.length > 0 ? await port.ask('places', { page: page.page.id, quotes: unknown }) : [];
        for (const [index, quote] of unknown.entries()) page.places.set(quote, lines[index] ?? null);
        for (const quote of new Set(quotes)) {
          const line = page.places.get(quote);
          if (typeof line === 'number') await reveal(page, line);
        }
      } catch (error) {
        failed(error);
      }
    },
    hold: (target, page, line) => held.set(targetKey(target), { page: page.page.id, line }),
    commentedPages() {
      const pages = new Map<string, string | undefined>();
      for (const target of [...openTargets(comments), ...pendingDrafts(comments).map((draft) => draft.target)])
        if (target.kind === 'thread' && target.page !== undefined) pages.set(target.page, undefined);
      for (const { thread } of listed(comments)) if (thread.page) pages.set(thread.page.id, thread.page.title);
      const ids = new Set(state.changes?.pages.map(({ id }) => id));
      const others = [...state.pages.values()].filter(({ page }) => !ids.has(page.id) && !pages.has(page.id));
      for (const page of others) {
        const { threads, boxes, pending } = itemsOf({ ...page, isGone: true });
        if (threads.length + boxes.length + pending.length > 0) pages.set(page.page.id, page.page.title);
      }
      return pages;
    },
    isBeside: (target) =>
      [...state.pages.values()].some((page) => page.status === 'shown' && isAboutDeleted(page, quoteIn(target))),
  };
}

/** How long words are looked for in one version of a page, in ms. */
const longestSearch = 200;

interface Finder {
  readonly rows: readonly ShownRow[];
  readonly count: number;
  readonly find: (quote: string) => Range | undefined;
}

const finders = new WeakMap<ShownPage, Finder>();

/** Finds words among the rows of a page. Each is looked for once. */
function finderIn(page: ShownPage): Finder['find'] {
  const known = finders.get(page);
  if (known?.rows === page.rows && known.count === page.rows.length) return known.find;
  const found = new Map<string, Range | undefined>();
  let text: PageText | undefined;
  let placeIn: ReturnType<typeof placerIn> | undefined;
  let spent = 0;
  const find = (quote: string): Range | undefined => {
    // Words that aren't on the page aren't looked for.
    if (found.has(quote) || spent > longestSearch || typeof page.places.get(quote) !== 'number')
      return found.get(quote);
    const start = performance.now();
    text ??= pageText(page.body);
    placeIn ??= placerIn(text.text);
    const span = placeIn(quote);
    found.set(quote, span && text.rangeOf(span));
    spent += performance.now() - start;
    return found.get(quote);
  };
  finders.set(page, { rows: page.rows, count: page.rows.length, find });
  return find;
}

function quoteIn(target: Target): string | undefined {
  return target.kind === 'thread' ? target.quote : undefined;
}

/** The row at a line of the second version: the last one that begins there or above. */
export function rowAt({ rows }: Pick<ShownPage, 'rows'>, line: number): ShownRow | undefined {
  return rows.findLast(({ row }) => row.formerLine === undefined && row.line <= line);
}

/** Holds the threads about no text that is on the page. */
function generalOf({ body }: ShownPage): HTMLElement {
  const known = body.parentElement?.querySelector<HTMLElement>(':scope > .general');
  if (known) return known;
  const made = document.createElement('div');
  made.className = 'general';
  body.before(made);
  return made;
}
