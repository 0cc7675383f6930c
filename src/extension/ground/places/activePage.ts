import * as vscode from 'vscode';
import { accountKeyOf, nodeAt, placeAt } from './place.ts';
import type { ActivePage, ActivePages } from '../services/activePages.ts';
import { shownUri } from './openPageUri.ts';
import type { Uses } from '../services/services.ts';

export function followActivePage(parts: Uses<'accounts' | 'stores' | 'reachability' | 'edge'>): ActivePages {
  const { accounts, stores, reachability, edge } = parts;
  const changed = new vscode.EventEmitter<ActivePage>();
  let uri: vscode.Uri | undefined;
  let page: ActivePage | undefined;

  function follow(): void {
    const next = shownUri();
    if (next?.toString() === uri?.toString()) return;
    uri = next;
    page = undefined;
    if (next) announceSoon(next);
  }

  function announceSoon(of: vscode.Uri): void {
    announce(of).catch((error: unknown) => edge.note('Active page', error));
  }

  async function announce(of: vscode.Uri): Promise<void> {
    const found = await publishedPage(of);
    if (!found || of !== uri) return;
    page = found;
    changed.fire(found);
  }

  /** Cached pages are enough: whoever opened the page has loaded the pages of its space. */
  async function publishedPage(of: vscode.Uri): Promise<ActivePage | undefined> {
    const place = placeAt({ accounts }, of);
    if (!place) return undefined;
    const { account, space, path } = place;
    const library = await stores(account).library();
    const { byId, byPath } = library.cachedPages(space) ?? (await library.pages(space));
    const known = byPath.get(path);
    if (known) return { account, library, space, node: known };
    // The page had another path earlier, or has another one in the change request.
    const node = byId.get((await nodeAt({ stores }, place))?.id ?? '');
    return node && { account, library, space, node };
  }

  const following = vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(follow),
    vscode.window.tabGroups.onDidChangeTabGroups(follow),
    // The page was opened while the server couldn't be reached.
    reachability.onDidRecover((account) => {
      if (uri && !page && accountKeyOf(uri) === account) announceSoon(uri);
    }),
    changed,
  );
  follow();
  return { now: () => page, onDidChange: changed.event, dispose: () => void following.dispose() };
}
