import pMap from 'p-map';
import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { pictureOf } from '../../model/emoji.ts';
import { lineageOf, type PageNode, type PageTree } from '../../model/pageTree.ts';
import { isReadable } from '../../model/readable.ts';
import { titleText } from '../../model/titleText.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import { activeAccount } from '../account/activeAccount.ts';
import type { SearchParts } from './searchParts.ts';
import { openPage } from './openPage.ts';

interface PageItem extends vscode.QuickPickItem {
  readonly space: Space;
  readonly node: PageNode;
}

/** Says that no page matches, and leads to what may help. */
interface NothingItem extends vscode.QuickPickItem {
  readonly isNothing: true;
}

/** More spaces than this are not fetched for one quick pick: then the ones changed last are. */
const spacesAtMost = 100;

/** Fuzzy quick pick over all pages of the spaces at hand. What is known stands there at once, the rest follows. */
export async function goToPage(parts: SearchParts): Promise<void> {
  const { platforms, edge } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await platforms.library(account);
  const picker = vscode.window.createQuickPick<PageItem | NothingItem>();
  picker.title = vscode.l10n.t('Go to Page');
  picker.placeholder = vscode.l10n.t('Title of a page, or of what it stands in');
  picker.matchOnDescription = true;
  picker.busy = true;
  const leaving = new AbortController();
  const bySpace = new Map<string, readonly PageItem[]>();

  picker.onDidAccept(async () => {
    const chosen = picker.selectedItems[0];
    if (chosen && 'isNothing' in chosen) {
      const written = picker.value;
      picker.hide();
      await vscode.commands.executeCommand('docsPlatform.search', written);
      return;
    }
    if (!chosen?.node.path) return;
    picker.hide();
    await openPage({ account: account.key, space: chosen.space.id, path: chosen.node.path }).catch((error: unknown) =>
      edge.explain('docsPlatform.goToPage', error),
    );
  });
  picker.onDidHide(() => {
    leaving.abort();
    picker.dispose();
  });
  picker.show();

  const fill = (): void => {
    if (leaving.signal.aborted) return;
    const selected = picker.activeItems[0];
    const pages = [...bySpace.values()].flat();
    picker.items = [...pages, nothingFound()];
    const node = selected && 'node' in selected ? selected.node : undefined;
    const again = pages.find((item) => item.node.id === node?.id && picker.value !== '');
    if (again) picker.activeItems = [again];
  };

  try {
    for (const space of library.knownSpaces()) {
      const tree = library.knownPages(space.id);
      if (tree) bySpace.set(space.id, itemsOf(space, tree));
    }
    fill();
    const { spaces, failures } = await library.spacesAtHand({ signal: leaving.signal });
    for (const failure of failures) edge.note('Go to Page', failure);
    const wanted = spaces
      .filter((space) => !space.deletedAt)
      .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      .slice(0, spacesAtMost);
    if (wanted.length < spaces.length) {
      picker.placeholder = vscode.l10n.t(
        'Pages of the {0} spaces changed last; use Search for the others',
        wanted.length,
      );
    }
    let filled = bySpace.size;
    const take = async (space: Space): Promise<void> => {
      const tree = await library.pages(space.id, { signal: leaving.signal });
      bySpace.set(space.id, itemsOf(space, tree));
      // Each assignment of the items rebuilds the list: not for every space of a hundred.
      if (bySpace.size >= filled * 1.5 + 1) {
        filled = bySpace.size;
        fill();
      }
    };
    const note = (error: unknown) => edge.note('Go to Page', error);
    await pMap(wanted, (space) => take(space).catch(note), { concurrency: 4, signal: leaving.signal });
    fill();
  } catch (error) {
    if (leaving.signal.aborted) return;
    edge.explain('docsPlatform.goToPage', error);
  } finally {
    picker.busy = false;
  }
}

/** Behind all pages: alone where none matches, since VS Code would show an empty box. */
function nothingFound(): NothingItem {
  return { label: vscode.l10n.t('No matching page? Search the text of pages…'), alwaysShow: true, isNothing: true };
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
