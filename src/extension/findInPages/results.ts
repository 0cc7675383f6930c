import type * as vscode from 'vscode';
import type { PageNode } from '../../model/pages/tree.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { FindPlace, FoundPage } from '../../store/find/find.ts';
import type { AccountRows, Tree } from '../trees/create.ts';
import type { FindContext } from './context.ts';
import { followPages, type FollowedPages } from './follow.ts';
import { keyOf, pageRow, type FindRow, type MatchRow, type PageRow } from './rows.ts';
import { messageOf, nodeOf, sortRows, stateOf, type FindState, type Search } from './state.ts';
import { createFindView } from './view.ts';

/** The results of the last search, and the view that shows them. */
export interface Results extends vscode.Disposable {
  readonly tree: Tree<FindRow, AccountRows<FindRow>>;
  readonly search: Search | undefined;
  readonly by: string | undefined;
  readonly isPreviewed: boolean;
  readonly rows: readonly PageRow[];
  /** The message above the rows. */
  readonly message: string | undefined;
  /** Starts a search in place of the last one, and resolves when it has ended. */
  run(search: Search, options?: { readonly all?: boolean; readonly again?: boolean }): Promise<void>;
  stop(): void;
  clear(): void;
  /** Shows the rows with replacements in place of those with matches. */
  showReplacements(rows: readonly PageRow[], by: string): void;
  setPreviewed(): void;
  /** Shows other marks of the rows, or leaves out those of replaced pages. */
  update(rows?: readonly PageRow[]): void;
  matches(): MatchRow[];
  nodeOf(row: PageRow): PageNode | undefined;
}

/** How often the rows are shown while a search runs, in ms. */
const pace = 250;

export function createResults(parts: FindContext): Results {
  const { stores, edge } = parts;
  let state = stateOf(undefined);
  let showing: NodeJS.Timeout | undefined;
  let following: Promise<FollowedPages> | undefined;

  const view = createFindView(parts, () => state, clear);

  function show(): void {
    clearTimeout(showing);
    showing = undefined;
    view.show();
  }

  function take(page: FoundPage): void {
    if (page.matches.length > 0) state.byKey.set(keyOf(page), pageRow(page));
    else state.byKey.delete(keyOf(page));
  }

  function showSoon(): void {
    showing ??= setTimeout(() => {
      state.rows = [...state.byKey.values()];
      show();
    }, pace);
  }

  async function run(search: Search, { all = false, again = false } = {}): Promise<void> {
    leave();
    const own = (state = stateOf(search, all));
    const stopping = (own.running = new AbortController());
    const { signal } = stopping;
    show();
    following = followPages(search, { note, stores, changed: (places) => void renew(own, places).catch(note) });
    following.catch(note);
    try {
      const find = await stores(search.account).find();
      const outcome = await find.find(search.places, search.query, {
        ...{ all, again, signal },
        onPage(page) {
          if (signal.aborted) return;
          take(page);
          // The first results are shown at once.
          if (own.rows.length === 0 && own.byKey.size > 0) {
            own.rows = [...own.byKey.values()];
            show();
          } else showSoon();
        },
        onProgress(progress) {
          if (signal.aborted) return;
          own.progress = progress;
          showSoon();
        },
      });
      if (signal.aborted) return;
      own.outcome = outcome;
      for (const failure of outcome.failures) note(failure);
    } catch (error) {
      if (!isKind(error, 'cancelled') && !signal.aborted) throw error;
    } finally {
      own.running = undefined;
      if (state === own) {
        await sortRows(parts, own).catch(note);
        show();
      }
    }
  }

  /** Reads pages again that have changed. Replacements stay as they are: they are compared before they are sent. */
  async function renew(of: FindState, places: readonly FindPlace[]): Promise<void> {
    const isOver = () => state !== of || of.running !== undefined || of.by !== undefined;
    if (isOver() || !of.search) return;
    const find = await stores(of.search.account).find();
    const read: FoundPage[] = [];
    await find.find(places, of.search.query, { again: true, onPage: (page) => void read.push(page) });
    if (isOver()) return;
    for (const { space, number, pages = [] } of places)
      for (const page of pages) of.byKey.delete(keyOf({ space, number, page }));
    for (const page of read) take(page);
    await sortRows(parts, of);
    show();
  }

  const note = (error: unknown): void => edge.note('Find in Pages', error);

  function leave(): void {
    state.running?.abort();
    following?.then((followed) => followed.dispose(), note);
    following = undefined;
  }

  function clear(): void {
    leave();
    state = stateOf(undefined);
    show();
  }

  return {
    tree: view.tree,
    get search() {
      return state.search;
    },
    get by() {
      return state.by;
    },
    get isPreviewed() {
      return state.isPreviewed;
    },
    get rows() {
      return state.rows;
    },
    get message() {
      return messageOf(state);
    },
    run,
    stop: () => state.running?.abort(),
    clear,
    showReplacements(rows, by) {
      Object.assign(state, { rows, by, isPreviewed: false });
      show();
    },
    setPreviewed() {
      state.isPreviewed = true;
      show();
    },
    update(rows = state.rows) {
      state.rows = rows;
      showing ??= setTimeout(show, pace);
    },
    matches: () => state.rows.flatMap(({ matches }) => matches),
    nodeOf: (row) => nodeOf(state, row),
    dispose() {
      leave();
      clearTimeout(showing);
      view.dispose();
    },
  };
}
