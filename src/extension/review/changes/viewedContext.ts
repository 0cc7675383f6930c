import * as vscode from 'vscode';
import { numberOf } from '../../../model/shared/address.ts';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { setContext } from '../../ground/contributions/run.ts';
import { comparedPlaceAt } from '../../ground/places/place.ts';
import { activeUris } from '../../ground/changeRequests/openDiffUris.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Sets the context key that makes the title of the open diff offer *Mark as Viewed* or *Mark as Not Viewed*. */
export function followViewedPage({
  accounts,
  stores,
  edge,
}: Uses<'accounts' | 'edge' | 'stores'>): vscode.Disposable & {
  /** Checks the open diff again. */
  show: () => void;
} {
  let turn = 0;

  async function look(): Promise<void> {
    const own = ++turn;
    const isViewed = await isOpenPageViewed();
    if (own !== turn) return;
    await setContext(contextKeys.changes.isViewed, isViewed);
  }

  async function isOpenPageViewed(): Promise<boolean> {
    for (const uri of activeUris()) {
      const place = comparedPlaceAt({ accounts }, uri);
      const number = place && numberOf(place.version);
      if (number === undefined) continue;
      const { account, space, path } = place!;
      const content = await stores(account).contents();
      const { pages = [] } = content.cachedChanges(space, number) ?? {};
      const change = pages.find(({ before, after }) => (after ?? before)?.path === path);
      if (change) return content.isViewed(space, number, change.id);
    }
    return false;
  }

  const show = (): void => void look().catch((error: unknown) => edge.note('Viewed pages', error));
  const following = vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(show),
    vscode.window.onDidChangeActiveTextEditor(show),
  );
  show();
  return { show, dispose: () => void following.dispose() };
}
