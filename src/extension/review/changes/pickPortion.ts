import * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { portionsByFolder, portionsByRange, type Portion } from '../../../model/shared/portions.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { titleOf, type CachedChanges } from './target.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Some of the changed pages, and a name for them. */
export interface PickedPages {
  readonly pages: readonly PageChange[];
  readonly name: string;
}

/** Asks which of many changed pages to open: those not viewed yet, those of a folder, or a range. */
export async function pickPortion(known: CachedChanges, atMost: number): Promise<PickedPages | undefined> {
  const { at, content, set } = known;
  const { number } = at.changeRequest;
  const fresh = set.pages.filter(({ id }) => !content.isViewed(at.space, number, id));
  const items: (vscode.QuickPickItem & Partial<PickedPages>)[] = [];
  if (fresh.length > 0) items.push(...unviewedItems(fresh, set.pages.length, atMost));
  items.push({ kind: vscode.QuickPickItemKind.Separator, label: vscode.l10n.t('In Order') });
  items.push(...portionsByRange(set.pages, atMost).map((portion) => rangeItem(portion, set.pages.length)));
  items.push({ kind: vscode.QuickPickItemKind.Separator, label: vscode.l10n.t('By Folder') });
  items.push(...portionsByFolder(set.pages, folderOf, atMost).map(folderItem));

  const picked = await showQuickPick(items, {
    title: nameOf(at.changeRequest),
    placeHolder: plural(
      vscode.l10n.t(
        '{0} changed page, up to {1} at a time. Select which to open.|{0} changed pages, up to {1} at a time. Select which to open.',
      ),
      set.pages.length,
      atMost,
    ),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.pages && picked.name !== undefined ? { pages: picked.pages, name: picked.name } : undefined;
}

function unviewedItems(fresh: readonly PageChange[], all: number, atMost: number) {
  if (fresh.length === all) return [];
  const pages = fresh.slice(0, atMost);
  const isWhole = pages.length === fresh.length;
  const name = isWhole ? vscode.l10n.t('not viewed') : plural(vscode.l10n.t('the first {0} not viewed'), atMost);
  return [{ label: upper(name), description: pagesOf(pages.length, fresh.length), pages, name }];
}

function rangeItem({ range, items }: Portion<PageChange>, all: number) {
  const [first, last] = range ?? [1, items.length];
  const name = vscode.l10n.t('{0}–{1} of {2}', first, last, all);
  const ends = [items[0], items.at(-1)].map((change) => (change ? withoutIcons(titleOf(change)) : ''));
  return {
    label: name,
    description: vscode.l10n.t('“{0}” to “{1}”', ends[0] ?? '', ends[1] ?? ''),
    pages: items,
    name,
  };
}

function folderItem({ folder, range, items }: Portion<PageChange>) {
  const place = folder || vscode.l10n.t('top level');
  const name = range ? vscode.l10n.t('{0}, {1}–{2}', place, range[0], range[1]) : place;
  return { label: withoutIcons(name), description: pagesOf(items.length, items.length), pages: items, name };
}

function pagesOf(count: number, all: number): string {
  if (count < all) return plural(vscode.l10n.t('{1} of {0} page|{1} of {0} pages'), all, count);
  return plural(vscode.l10n.t('{0} page|{0} pages'), count);
}

function folderOf({ before, after }: PageChange): string[] {
  return (after ?? before)?.path?.split('/').slice(0, -1) ?? [];
}

function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase(vscode.env.language) + text.slice(1);
}
