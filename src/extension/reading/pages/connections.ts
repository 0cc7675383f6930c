import * as vscode from 'vscode';
import { main, type PageAddress, type Version } from '../../../model/shared/address.ts';
import type { Contents, ContentChange } from '../../../store/content/content.ts';
import type { Services } from '../../ground/services/services.ts';
import { neededAccount } from '../../ground/places/place.ts';

export interface PageFilesContext extends Services {
  readonly changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
}

/** Connects page files to the content of their accounts, and notifies VS Code when a file that it has read changes. */
export interface PageConnections extends vscode.Disposable {
  /** The content of the account in an address. */
  of(address: PageAddress): Promise<Contents>;
  /** Called when this page is about to be read at a URI. */
  begin(address: PageAddress, page: string, uri: vscode.Uri): void;
  /** Called when it was read. */
  end(uri: vscode.Uri): void;
  /** Called when it couldn't be read because the server was unreachable, or the account signed out. */
  noteUnreachable(uri: vscode.Uri): void;
  /** How often the server was unreachable when the page was read. */
  timesUnreachable(uri: vscode.Uri): number;
}

export function createPageConnections({ accounts, reachability, stores, changed }: PageFilesContext): PageConnections {
  /** The URIs where a page was read, by account, space, version and page. A page that moved has several. */
  const read = new Map<string, Set<string>>();
  /** How often the server was unreachable when a page was read, by URI; and the pages that haven't been read since. */
  const explained = new Map<string, number>();
  const unread = new Set<string>();

  const following = vscode.Disposable.from(
    stores.onDidChange('content', ({ key }, change) => notify(key, change)),
    accounts.onDidChange(({ added, changed: replaced }) => {
      // Pages that couldn't be read before may be readable now.
      for (const { key } of [...added, ...replaced])
        fire([...urisOf(`${key}/`), ...unreadOf(key)], vscode.FileChangeType.Changed);
    }),
    reachability.onDidRecover((key) => {
      fire(unreadOf(key), vscode.FileChangeType.Changed);
    }),
  );

  function notify(account: string, change: ContentChange): void {
    if (change.kind === 'viewed') return;
    const { space } = change;
    if (change.kind === 'pages') {
      const uris = (pages: readonly string[]) =>
        pages.flatMap((page) => [...(read.get(keyOf(account, space, main, page)) ?? [])]);
      fire(uris(change.changed), vscode.FileChangeType.Changed);
      fire(uris(change.deleted), vscode.FileChangeType.Deleted);
      return;
    }
    // VS Code checks each of them again, and finds out which have changed or are gone.
    const number = change.kind === 'gone' ? change.number : change.after.number;
    const type = change.kind === 'gone' ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed;
    for (const kind of ['changeRequest', 'base'] as const) fire(urisOf(keyOf(account, space, { kind, number })), type);
  }

  function unreadOf(key: string): string[] {
    return [...unread].filter((uri) => vscode.Uri.parse(uri, true).authority === key);
  }

  function urisOf(prefix: string): string[] {
    return [...read].filter(([page]) => page.startsWith(prefix)).flatMap(([, uris]) => [...uris]);
  }

  function fire(uris: readonly string[], type: vscode.FileChangeType): void {
    changed.fire(uris.map((uri) => ({ type, uri: vscode.Uri.parse(uri, true) })));
  }

  return {
    async of(address) {
      const account = neededAccount({ accounts }, address.account, (sentence) =>
        vscode.FileSystemError.Unavailable(sentence),
      );
      return stores(account).contents();
    },
    begin(address, page, uri) {
      const key = keyOf(address.account, address.space, address.version, page);
      read.set(key, (read.get(key) ?? new Set()).add(uri.toString()));
    },
    end: (uri) => void unread.delete(uri.toString()),
    noteUnreachable(uri) {
      const key = uri.toString();
      unread.add(key);
      explained.set(key, (explained.get(key) ?? 0) + 1);
    },
    timesUnreachable: (uri) => explained.get(uri.toString()) ?? 0,
    dispose: () => void following.dispose(),
  };
}

/** With an empty `page`, this is the prefix of the keys of all pages of the version. */
function keyOf(account: string, space: string, version: Version, page = ''): string {
  return `${account}/${JSON.stringify([space, version])}/${page}`;
}
