import type * as vscode from 'vscode';
import type { PageNode } from '../../../model/pages/tree.ts';
import { isKind } from '../../../model/shared/failure.ts';
import type { FindPlace, FoundPage } from '../../../store/find/find.ts';
import type { AccountRows, Tree } from '../../ground/trees/create.ts';
import type { FindContext } from './context.ts';
import { followPages, type FollowedPages } from './follow.ts';
import { selectionIn, type FindRow, type MatchRow, type PageRow } from './rows.ts';
import { messageOf } from './message.ts';
import {
  beginPreview,
  closePreviews,
  nodeOf,
  sortRows,
  stateOf,
  take,
  type FindState,
  type PreviewedPage,
  type Search,
} from './state.ts';
import { unsavedTexts } from './unsaved.ts';
import { createFindView } from './view.ts';

/** The results of the last search, and the view that shows them. */
export interface Results extends vscode.Disposable {
  readonly tree: Tree<FindRow, AccountRows<FindRow>>;
  readonly search: Search | undefined;
  readonly by: string | undefined;
  /** Whether all pages are read, and not only those that the server finds. */
  readonly isAll: boolean;
  /** The pages with the replacements that the user has seen, by the keys of rows. */
  readonly previewed: ReadonlyMap<string, PreviewedPage>;
  readonly rows: readonly PageRow[];
  /** The message above the rows. */
  readonly message: string | undefined;
  /** Starts a search in place of the last one, and resolves when it has ended. */
  run(search: Search, options?: { readonly all?: boolean; readonly again?: boolean }): Promise<void>;
  stop(): void;
  clear(): void;
  /** Shows the rows with replacements in place of those with matches. */
  showReplacements(rows: readonly PageRow[], by: string): void;
  /** Remembers the title of a diff, and closes an older one of the same pages. */
  beginPreview(title: string): Promise<void>;
  /** Closes the diffs that were shown. */
  closePreviews(): Promise<void>;
  addPreviewed(pages: readonly { readonly row: PageRow; readonly text: string }[]): void;
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

  function showSoon(own: FindState): void {
    showing ??= setTimeout(() => {
      if (own.by === undefined) own.rows = [...own.byKey.values()];
      show();
    }, pace);
  }

  async function run(search: Search, { all = false, again = false } = {}): Promise<void> {
    leave();
    const own = (state = stateOf(search, all));
    const stopping = (own.running = new AbortController());
    const { signal } = stopping;
    // Some reports come after the search has ended with a failure.
    const isOver = (): boolean => signal.aborted || own.running !== stopping;
    show();
    following = followPages(search, { note, stores, changed: (places) => void renew(own, places).catch(note) });
    following.catch(note);
    try {
      const find = await stores(search.account).find();
      const outcome = await find.find(search.places, search.query, {
        ...{ all, again, signal, unsaved: await unsavedTexts(parts, search.account) },
        onPage(page) {
          if (isOver()) return;
          take(own, page);
          // The first results are shown at once.
          if (own.rows.length === 0 && own.byKey.size > 0) {
            own.rows = [...own.byKey.values()];
            show();
          } else showSoon(own);
        },
        onProgress(progress) {
          if (isOver()) return;
          own.progress = progress;
          showSoon(own);
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
        if (state === own) show();
      }
    }
  }

  /** Reads pages again that have changed. Replacements stay as they are: they are compared before they are sent. */
  async function renew(of: FindState, places: readonly FindPlace[]): Promise<void> {
    const isOver = () => state !== of || of.running !== undefined || of.by !== undefined;
    if (isOver() || !of.search) return;
    const { account, query } = of.search;
    const find = await stores(account).find();
    const read: FoundPage[] = [];
    const unsaved = await unsavedTexts(parts, account);
    const { failures } = await find.find(places, query, {
      again: true,
      unsaved,
      onPage: (page) => void read.push(page),
    });
    for (const failure of failures) note(failure);
    if (isOver()) return;
    for (const page of read) take(of, page);
    await sortRows(parts, of);
    if (state === of) show();
  }

  const note = (error: unknown): void => edge.note('Find in Pages', error);

  function leave(): void {
    state.running?.abort();
    closePreviews(state).catch(note);
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
    get isAll() {
      return state.isAll;
    },
    get by() {
      return state.by;
    },
    get previewed() {
      return state.previewed;
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
      Object.assign(state, { rows, by });
      if (state.search) state.search.lastBy = by;
      state.previewed.clear();
      closePreviews(state).catch(note);
      show();
    },
    beginPreview: async (title) => beginPreview(state, title),
    closePreviews: async () => closePreviews(state),
    addPreviewed(pages) {
      for (const { row, text } of pages) state.previewed.set(row.key, { text, selection: selectionIn(row) });
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
