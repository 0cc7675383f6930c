import pMap from 'p-map';
import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { lineageOf, type PageNode, type PageTree } from '../../../model/pages/tree.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { plainText, withoutIcons } from '../../ground/words/plainText.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { pagesNearby, type PagesNearby } from './pagesNearby.ts';
import type { RecentPages } from './recentPages.ts';
import { openPage } from './openPage.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { createQuickPick, showInput } from '../../ground/services/openInput.ts';

interface PageItem extends vscode.QuickPickItem {
  readonly space: Space;
  readonly node: PageNode;
  /** Where a page of a change request opens. */
  readonly uri?: vscode.Uri;
}

/** An entry that offers help when no page matches. */
interface NothingItem extends vscode.QuickPickItem {
  readonly isNothing: true;
}

interface SeparatorItem extends vscode.QuickPickItem {
  readonly isSeparator: true;
}

/** How many spaces one quick pick loads at most. If there are more, it loads the most recently updated ones. */
const spacesAtMost = 100;

/**
 * A fuzzy quick pick over all pages of the known spaces, recently opened ones first. Cached pages are listed at once,
 * the others follow.
 */
export async function goToPage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'activePages' | 'stores'>,
  recent: RecentPages,
): Promise<void> {
  const { stores, edge, activePages } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await stores(account).library();
  const picker = createQuickPick<PageItem | NothingItem | SeparatorItem>();
  picker.title = vscode.l10n.t('Go to Page');
  picker.placeholder = vscode.l10n.t('Search pages by title or location');
  picker.matchOnDescription = true;
  picker.busy = true;
  const leaving = new AbortController();
  const bySpace = new Map<string, readonly PageItem[]>();
  const shown = (await activePages()).now();
  let near: readonly (PageItem | SeparatorItem)[] = [];
  const last = recent.of(account).filter(({ space, page }) => space !== shown?.space || page !== shown.node.id);

  picker.onDidAccept(async () => {
    const chosen = picker.selectedItems[0];
    if (chosen && 'isNothing' in chosen) {
      const written = picker.value;
      picker.hide();
      await run('search', written);
      return;
    }
    if (!chosen || !('node' in chosen) || !chosen.node.path) return;
    picker.hide();
    const { space, node, uri } = chosen;
    await openPage({ account: account.key, space: space.id, path: node.path ?? '' }, uri).catch((error: unknown) =>
      edge.explain('docsPlatform.goToPage', error),
    );
  });
  picker.onDidHide(() => {
    leaving.abort();
    picker.dispose();
  });
  showInput(picker);

  let missingInWords = '';
  /** VS Code has made the first match active. The last entry is active only if nothing matches. */
  const sayWhatMatches = (): void => {
    const [first] = picker.activeItems;
    const hasNoMatch = picker.value.trim() !== '' && first !== undefined && 'isNothing' in first;
    const words = hasNoMatch && !picker.busy ? vscode.l10n.t('No page matches “{0}”.', picker.value.trim()) : '';
    picker.prompt = plainText([words, missingInWords].filter(Boolean).join(' ')) || undefined;
  };
  picker.onDidChangeValue(sayWhatMatches);
  picker.onDidChangeActive(([first]) => {
    if (first && 'node' in first) sayWhatMatches();
  });

  const fill = (): void => {
    if (leaving.signal.aborted) return;
    const selected = picker.activeItems[0];
    const pages = [...bySpace.values()].flat();
    const lastPages = last.flatMap(({ space, page }) => bySpace.get(space)?.find(({ node }) => node.id === page) ?? []);
    const isLast = new Set(lastPages);
    picker.items = [
      ...near,
      ...(isLast.size > 0 ? [separator(vscode.l10n.t('recently opened')), ...lastPages] : []),
      ...(isLast.size + near.length > 0 ? [separator(vscode.l10n.t('other pages'))] : []),
      ...pages.filter((item) => !isLast.has(item)),
      nothingFound(),
    ];
    const node = selected && 'node' in selected ? selected.node : undefined;
    const all = [...near.filter((item) => 'node' in item), ...pages];
    const again = all.find((item) => item.node === node) ?? all.find((item) => item.node.id === node?.id);
    if (again && picker.value !== '') picker.activeItems = [again];
  };

  try {
    for (const space of library.cachedSpaces()) {
      const tree = library.cachedPages(space.id);
      if (tree) bySpace.set(space.id, itemsOf(space, tree));
    }
    fill();
    const loadingNear = pagesNearby(parts, account, { signal: leaving.signal }).then((found) => {
      if (!found) return;
      near = itemsNearby(found);
      fill();
    });
    loadingNear.catch((error: unknown) => edge.note('Go to Page', error));
    const { spaces, failures } = await library.availableSpaces({ signal: leaving.signal });
    for (const failure of failures) edge.note('Go to Page', failure);
    const isRecent = new Set(last.map(({ space }) => space));
    const wanted = spaces
      .filter((space) => !space.deletedAt)
      .toSorted(
        (one, other) =>
          Number(isRecent.has(other.id)) - Number(isRecent.has(one.id)) || other.updatedAt.localeCompare(one.updatedAt),
      )
      .slice(0, spacesAtMost);
    if (wanted.length < spaces.length) {
      picker.placeholder = plural(
        vscode.l10n.t(
          'Pages in the {0} most recently changed space. Use Search for others.|Pages in the {0} most recently changed spaces. Use Search for others.',
        ),
        wanted.length,
      );
    }
    let filled = bySpace.size;
    const take = async (space: Space): Promise<void> => {
      const tree = await library.pages(space.id, { signal: leaving.signal });
      bySpace.set(space.id, itemsOf(space, tree));
      // Each assignment rebuilds the whole list, so it isn't updated for each of a hundred spaces.
      if (bySpace.size >= filled * 1.5 + 1) {
        filled = bySpace.size;
        fill();
      }
    };
    const missing: unknown[] = [];
    const note = (error: unknown) => {
      edge.note('Go to Page', error);
      missing.push(error);
    };
    await pMap(wanted, (space) => take(space).catch(note), { concurrency: 4, signal: leaving.signal });
    fill();
    const [reason] = [...failures, ...missing];
    if (reason === undefined) return;
    missingInWords =
      missing.length > 0
        ? plural(
            vscode.l10n.t('Pages from {1} of {0} space are missing: {2}|Pages from {1} of {0} spaces are missing: {2}'),
            wanted.length,
            missing.length,
            sentenceOf(reason),
          )
        : vscode.l10n.t('Some spaces are missing: {0}', sentenceOf(reason));
  } catch (error) {
    if (leaving.signal.aborted) return;
    edge.explain('docsPlatform.goToPage', error);
  } finally {
    picker.busy = false;
    sayWhatMatches();
  }
}

/** The pages of a change request that is being read or edited come first: some are only there. */
function itemsNearby({ space, number, tree, uriOf }: PagesNearby): readonly (PageItem | SeparatorItem)[] {
  const items = itemsOf(space, tree).map((item) => ({
    ...item,
    description: `${item.description ?? ''} (#${number})`,
    uri: uriOf(item.node),
  }));
  return [separator(vscode.l10n.t('in #{0}', number)), ...items];
}

function separator(label: string): SeparatorItem {
  return { label, kind: vscode.QuickPickItemKind.Separator, isSeparator: true };
}

/** Comes after all pages, and alone if none matches. */
function nothingFound(): NothingItem {
  return { label: vscode.l10n.t('Search Page Text…'), alwaysShow: true, isNothing: true };
}

function itemsOf(space: Space, { byId }: PageTree): readonly PageItem[] {
  return [...byId.values()].filter(isReadable).map((node) => {
    const picture = pictureOf(node.page.emoji);
    const above = lineageOf(node).slice(0, -1);
    return {
      label: withoutIcons(picture ? `${picture} ${node.title}` : node.title),
      description: withoutIcons([titleText(space.title), ...above.map(({ title }) => title)].join(' › ')),
      space,
      node,
    };
  });
}
