import { lineageOf, type PageNode, type PageTree } from '../../../model/pages/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { FindOutcome, FindPlace, FindProgress, FoundPage } from '../../../store/find/find.ts';
import type { contextKeys } from '../../ground/contributions/contextKeys.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { closeTitled } from '../../ground/services/openDocuments.ts';
import type { Asked } from './ask.ts';
import type { FindContext } from './context.ts';
import { isReplaced, keyOf, pageRow, selectionIn, type PageRow } from './rows.ts';

export interface Search extends Asked {
  readonly account: Account;
  readonly places: readonly FindPlace[];
  /** The numbers of change requests by space: what a broken connection left over goes there, too. */
  readonly sentTo: Map<string, number>;
  /** The replacement that was given last: searching again leaves out the replacements, but not what was typed. */
  lastBy?: string | undefined;
}

export interface PreviewedPage {
  readonly text: string;
  /** See `selectionIn`. */
  readonly selection: string;
}

/** The last search and what it found. */
export interface FindState {
  readonly search: Search | undefined;
  /** Whether all pages are read, and not only those that the server finds. */
  readonly isAll: boolean;
  /** Aborts the search while it runs. */
  running: AbortController | undefined;
  progress: FindProgress | undefined;
  outcome: FindOutcome | undefined;
  /** What was found, as it comes. */
  readonly byKey: Map<string, PageRow>;
  /** The shown rows, in the order of the spaces and their pages. */
  rows: readonly PageRow[];
  /** The text that replaces the matches, once the user has given it. */
  by: string | undefined;
  /** The pages with the replacements that the user has seen, by the keys of rows. */
  readonly previewed: Map<string, PreviewedPage>;
  /** The titles of the diffs that were shown. */
  readonly previews: Set<string>;
  /** The trees and titles of the places with rows, once they are known. */
  readonly trees: Map<string, PageTree>;
  readonly spaceTitles: Map<string, string>;
}

export function stateOf(search: Search | undefined, isAll = false): FindState {
  return {
    ...{ search, isAll, running: undefined, progress: undefined, outcome: undefined },
    ...{ by: undefined, byKey: new Map(), rows: [], trees: new Map(), spaceTitles: new Map() },
    ...{ previewed: new Map(), previews: new Set() },
  };
}

/** Takes what was found in a page, or that nothing is found any longer. */
export function take({ byKey }: FindState, page: FoundPage): void {
  if (page.matches.length > 0) byKey.set(keyOf(page), pageRow(page));
  else byKey.delete(keyOf(page));
}

/** Remembers the title of a diff, and closes an older one of the same pages. */
export async function beginPreview({ previews }: FindState, title: string): Promise<void> {
  previews.add(title);
  await closeTitled(title);
}

/** Closes the diffs that were shown, which are outdated. */
export async function closePreviews({ previews }: FindState): Promise<void> {
  const titles = [...previews];
  previews.clear();
  for (const title of titles) await closeTitled(title);
}

/** The pages that would be replaced but weren't previewed. */
export function unpreviewedIn(state: FindState): PageRow[] {
  return state.rows.filter((row) => isReplaced(row) && !isPreviewed(state, row));
}

function isPreviewed({ previewed }: FindState, row: PageRow): boolean {
  return previewed.get(row.key)?.selection === selectionIn(row);
}

/** Whether there are pages that weren't read. */
export function isPartial({ outcome, isAll }: FindState): boolean {
  return outcome !== undefined && !outcome.isWhole && !outcome.isCut && !isAll;
}

export type Stage = typeof contextKeys.findInPages.shows.holds;

/** What the user can do: for `replacements`, preview some; for `previewed`, apply some; for `skipped`, nothing here. */
export function stageOf(state: FindState): Stage {
  const { running, by, rows } = state;
  if (running) return 'search';
  if (rows.length === 0) return 'nothing';
  if (by === undefined) return 'matches';
  if (rows.every(({ skipped }) => skipped)) return 'skipped';
  const replaced = rows.filter(isReplaced);
  if (replaced.length === 0) return 'matches';
  return replaced.some((row) => isPreviewed(state, row)) ? 'previewed' : 'replacements';
}

export function countOf(rows: readonly PageRow[]): number {
  return rows.reduce((sum, { matches }) => sum + matches.length, 0);
}

/** The space of a page, if there are several, and the pages above it. */
export function whereIs(state: FindState, row: PageRow): string {
  const { search, spaceTitles } = state;
  const node = nodeOf(state, row);
  const above = node ? lineageOf(node).slice(0, -1) : [];
  const isOneOfMany = (search?.places.length ?? 0) > 1;
  const space = isOneOfMany ? (spaceTitles.get(row.found.space) ?? '') : '';
  return [space, ...above.map(({ title }) => title)].filter(Boolean).join(' › ');
}

function placeKey({ space, number }: FindPlace): string {
  return keyOf({ space, number, page: '' });
}

/** Puts the rows into the order of the spaces and their pages. Pages are read in any order. */
export async function sortRows(
  { stores, edge }: Pick<FindContext, 'stores' | 'edge'>,
  state: FindState,
): Promise<void> {
  const { search, byKey, trees, spaceTitles } = state;
  if (!search) return;
  const [library, content] = await Promise.all([stores(search.account).library(), stores(search.account).contents()]);
  const positions = new Map<string, number>();
  const hit = new Set([...byKey.values()].map(({ found }) => placeKey(found)));
  for (const place of search.places) {
    const { space, number } = place;
    if (!hit.has(placeKey(place))) continue;
    try {
      const tree =
        number === undefined
          ? await library.pages(space)
          : await content.pages(space, { kind: 'changeRequest', number });
      trees.set(placeKey(place), tree);
      spaceTitles.set(space, titleText((await library.space(space)).title));
      for (const page of tree.byId.keys()) positions.set(keyOf({ space, number, page }), positions.size);
    } catch (error) {
      edge.note('Find in Pages', error);
    }
  }
  const last = positions.size;
  const at = ({ key }: PageRow): number => positions.get(key) ?? last;
  // The user may have given a replacement in the meantime.
  state.rows = [...(state.by === undefined ? byKey.values() : state.rows)].sort((one, other) => at(one) - at(other));
}

/** The page of a row in its tree, once that is known. */
export function nodeOf({ trees }: FindState, { found }: PageRow): PageNode | undefined {
  return trees.get(placeKey(found))?.byId.get(found.page);
}
