import * as vscode from 'vscode';
import { withReplacements } from '../../../model/find/matches.ts';
import { isDocument } from '../../../model/pages/readable.ts';
import { portionsByRange } from '../../../model/shared/portions.ts';
import { pageUri } from '../../ground/places/pageUri.ts';
import type { FindContext } from './context.ts';
import type { Results } from './results.ts';
import type { Search } from './state.ts';
import { keyOf, pageRow, tickedIn, type PageRow } from './rows.ts';
import { inFindView } from './view.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';
import { shownText } from '../../ground/services/shownText.ts';

/** Asks for the replacement, and shows each match with it and a check box. */
export async function askReplacement(parts: FindContext, results: Results): Promise<void> {
  const { search, rows } = results;
  if (!search || rows.length === 0) return;
  const { query, account } = search;
  const by = await parts.prompts.ask({
    title: vscode.l10n.t('Replace “{0}”', query.text),
    prompt: query.isRegex
      ? vscode.l10n.t(
          '$1 is the first group, $& the match, \\n a new line. Leave it empty to delete the matches. Nothing is sent yet.',
        )
      : vscode.l10n.t('Leave it empty to delete the matches. Nothing is sent yet.'),
    placeholder: vscode.l10n.t('Replacement'),
    value: search.lastBy ?? '',
    accept: async (text) => ({ value: text }),
  });
  if (by === undefined || results.search !== search) return;
  const sendable = rows.flatMap(({ found }) => (found.isUnsent ? [] : [found]));
  const made = await inFindView(async () => (await parts.stores(account).find()).replaceable(sendable, query, by));
  if (results.search !== search) return;
  const byKey = new Map(made.map((page) => [keyOf(page), page]));
  const next = rows.map((row) => {
    const page = byKey.get(row.key);
    const shown = page ? pageRow(row.found, page) : row;
    if (shown !== row) keepTicks(row, shown);
    const node = results.nodeOf(row);
    shown.problems = [];
    shown.skipped = row.found.isUnsent
      ? 'unsent'
      : !page
        ? 'changed'
        : node && !isDocument(node.page)
          ? 'readOnly'
          : undefined;
    return shown;
  });
  results.showReplacements(next, by);
}

/** What the user selected before giving another replacement, if the page is the same. */
function keepTicks({ replaceable, matches }: PageRow, next: PageRow): void {
  if (replaceable?.markdown !== next.replaceable?.markdown || matches.length !== next.matches.length) return;
  for (const [index, match] of next.matches.entries()) match.isTicked = matches[index]!.isTicked;
}

/** A page with the text that it would have. */
export interface ReplacedPage {
  readonly row: PageRow;
  readonly base: string;
  readonly text: string;
}

/** The pages with selected matches. Marks what the replacements would break. */
export async function replacedPages(
  { stores }: FindContext,
  { rows }: Results,
  { account }: Search,
): Promise<readonly ReplacedPage[]> {
  const pages = rows.flatMap((row) => replacedPage(row) ?? []);
  if (pages.length === 0) throw new Error(vscode.l10n.t('Select at least one match that the replacement changes.'));
  const find = await stores(account).find();
  const problems = await find.problems(pages.map(({ base, text }) => ({ base, text })));
  for (const [index, { row }] of pages.entries()) row.problems = problems[index] ?? [];
  return pages;
}

/** Whether the selected matches in a page are still the same. */
export function isCurrent({ row, text }: ReplacedPage): boolean {
  return replacedPage(row)?.text === text;
}

/** Undefined if nothing that would change is selected. */
export function replacedPage(row: PageRow): ReplacedPage | undefined {
  const ticked = tickedIn(row).flatMap(({ replaced }) => replaced ?? []);
  if (row.skipped || !row.replaceable || ticked.length === 0) return undefined;
  const base = row.replaceable.markdown;
  const text = withReplacements(base, ticked);
  return text === base ? undefined : { row, base, text };
}

/** How many pages one diff shows: VS Code reads all of them at once. */
const atOnce = 50;

/** Shows all pages that would change as one diff. */
export async function previewReplacements(parts: FindContext, results: Results): Promise<void> {
  const { search, by } = results;
  if (!search || by === undefined) return;
  const pages = await replacedPages(parts, results, search);
  const portions = portionsByRange(pages, atOnce);
  const items = portions.map(({ range, items }) => ({
    label: vscode.l10n.t('{0}–{1} of {2}', range?.[0] ?? 1, range?.[1] ?? items.length, pages.length),
    items,
  }));
  const picked =
    items.length > 1
      ? await showQuickPick(items, {
          title: vscode.l10n.t('Select the pages to preview'),
        })
      : items[0];
  // The user may have gone on to something else in the meantime.
  if (!picked || results.search !== search || results.by !== by) return;
  const title = titleOf(search, by);
  const name = items.length > 1 ? `${title} (${picked.label})` : title;
  const diffs = picked.items.map(({ row, base, text }) => {
    const { space, page } = row.found;
    const uri = pageUri(search.account.key, space, results.nodeOf(row)?.path ?? `${page}.md`);
    const [before, after] = [shownText(uri, base), shownText(uri, text)];
    return [after, before, after];
  });
  await results.beginPreview(name);
  await vscode.commands.executeCommand('vscode.changes', name, diffs);
  // Of pages whose selection changed in the meantime, other texts were shown.
  if (results.search === search && results.by === by) results.addPreviewed(picked.items.filter(isCurrent));
}

/** Names the replacement: the title of its diff, and the suggested subject of its change request. */
export function titleOf({ query }: Search, by: string): string {
  return by === ''
    ? vscode.l10n.t('Delete “{0}”', query.text)
    : vscode.l10n.t('Replace “{0}” with “{1}”', query.text, by);
}
