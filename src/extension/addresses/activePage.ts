import * as vscode from 'vscode';
import { pageAddressOf } from './pageUri.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Library } from '../../store/library/library.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { shownUri } from './openPageUri.ts';
import type { Platforms } from '../services/platforms.ts';

/** The published page that the active tab is about. */
export interface ActivePage {
  readonly account: Account;
  readonly library: Library;
  readonly space: string;
  readonly node: PageNode;
}

/** Follows the active tab, whether it shows a page, its editable copy in a change request, a diff of it or its preview. */
export interface ActivePages extends vscode.Disposable {
  /** Undefined while another kind of tab is active, and for pages that are not published. */
  now(): ActivePage | undefined;
  readonly onDidChange: vscode.Event<ActivePage>;
}

export function followActivePage(parts: {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
}): ActivePages {
  const { accounts, platforms, edge } = parts;
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

  /** What is known answers: whoever opened the page has loaded the pages of its space. */
  async function publishedPage(of: vscode.Uri): Promise<ActivePage | undefined> {
    const address = pageAddressOf(of);
    const account = address && accounts.byKey(address.account);
    if (!account) return undefined;
    const { space, path, version } = address;
    const library = await platforms.library(account);
    const { byId, byPath } = library.knownPages(space) ?? (await library.pages(space));
    const known = byPath.get(path);
    if (known) return { account, library, space, node: known };
    // Its path was another before, or is another in the change request.
    const entry = version
      ? await (await platforms.changeRequestContent(account)).entry(space, version, path)
      : await library.entry(space, path);
    const node = entry?.kind === 'page' ? byId.get(entry.node.id) : undefined;
    return node && { account, library, space, node };
  }

  const following = vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(follow),
    vscode.window.tabGroups.onDidChangeTabGroups(follow),
    // A page that was opened while the server couldn't be reached.
    platforms.reachability.onDidRecover((account) => {
      if (uri && !page && pageAddressOf(uri)?.account === account) announceSoon(uri);
    }),
    changed,
  );
  follow();
  return { now: () => page, onDidChange: changed.event, dispose: () => void following.dispose() };
}
