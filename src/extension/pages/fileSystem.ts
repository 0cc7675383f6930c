import * as vscode from 'vscode';
import type { PageAddress, Version } from '../../model/shared/address.ts';
import { failureOf } from '../../model/shared/failure.ts';
import { lastSegmentOf } from '../../model/shared/segment.ts';
import { addressOf } from '../addresses/pageUri.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { ChangeRequestContent, ChangeRequestContentChange } from '../../store/changeRequestContent/content.ts';
import type { Entry, Library, LibraryChange } from '../../store/library/library.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { fileSystemErrorOf } from '../messages/fileSystemError.ts';
import type { Services } from '../services/services.ts';
import { unreachableText } from '../words/unreachablePage.ts';
import { sourceOf, type PageSource } from './source.ts';

interface Connection {
  readonly library: Library;
  readonly content: ChangeRequestContent;
}

/** What `pageFiles` registers, once a file is looked at. */
export interface PageFiles
  extends Pick<vscode.FileSystemProvider, 'stat' | 'readDirectory' | 'readFile'>, vscode.Disposable {}

export interface PageFilesParts extends Services {
  readonly changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
}

/**
 * The pages and files of every signed-in account, read-only, as `docs-platform://<account>/<space>/<path>`: what is
 * published, and what change requests and revisions hold. `stat` answers from what is known; a page's text is asked for when it is
 * read, and kept.
 */
export function createPageFiles({ accounts, reachability, stores, edge, changed }: PageFilesParts): PageFiles {
  const followed = new Map<string, { connection: Connection; subscription: vscode.Disposable }>();
  /** Addresses under which a page was read, by account, space, version and page: a page that moved has more than one. */
  const read = new Map<string, Set<string>>();
  /** How often a page was read while the server was unreachable, by address; and those that were not read since. */
  const explained = new Map<string, number>();
  const unread = new Set<string>();

  const following = vscode.Disposable.from(
    accounts.onDidChange(({ added, removed, changed: replaced }) => {
      for (const { key } of removed) unfollow(key);
      // What could not be read before may be readable now, and is followed from then on.
      for (const { key } of [...added, ...replaced]) fire(urisOf(`${key}/`), vscode.FileChangeType.Changed);
    }),
    reachability.onDidRecover((key) => {
      const readable = [...unread].filter((uri) => vscode.Uri.parse(uri, true).authority === key);
      fire(readable, vscode.FileChangeType.Changed);
    }),
  );

  async function connectionOf(address: PageAddress, uri: vscode.Uri): Promise<Connection> {
    const account = accounts.byKey(address.account);
    if (!account) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('This page belongs to an account that is not signed in on this machine ({0}).', uri.authority),
      );
    }
    const [library, content] = await Promise.all([stores(account).library(), stores(account).changeRequestContent()]);
    const known = followed.get(account.key);
    if (known?.connection.library !== library) {
      known?.subscription.dispose();
      const subscription = vscode.Disposable.from(
        library.onDidChange((change) => tell(account.key, change)),
        content.onDidChange((change) => tellOfVersion(account.key, change)),
      );
      followed.set(account.key, { connection: { library, content }, subscription });
    }
    return { library, content };
  }

  function unfollow(account: string): void {
    followed.get(account)?.subscription.dispose();
    followed.delete(account);
  }

  function tell(account: string, change: LibraryChange): void {
    if (change.kind !== 'pages') return;
    const uris = (pages: readonly string[]) =>
      pages.flatMap((page) => [...(read.get(keyOf(account, change.space, undefined, page)) ?? [])]);
    fire(uris(change.changed), vscode.FileChangeType.Changed);
    fire(uris(change.deleted), vscode.FileChangeType.Deleted);
  }

  /** VS Code looks at each again, and finds by itself which are others or gone. */
  function tellOfVersion(account: string, change: ChangeRequestContentChange): void {
    if (change.kind === 'viewed') return;
    const { space } = change;
    const number = change.kind === 'gone' ? change.number : change.after.number;
    const type = change.kind === 'gone' ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed;
    for (const kind of ['changeRequest', 'base'] as const) fire(urisOf(keyOf(account, space, { kind, number })), type);
  }

  function urisOf(prefix: string): string[] {
    return [...read].filter(([page]) => page.startsWith(prefix)).flatMap(([, uris]) => [...uris]);
  }

  function fire(uris: readonly string[], type: vscode.FileChangeType): void {
    changed.fire(uris.map((uri) => ({ type, uri: vscode.Uri.parse(uri, true) })));
  }

  async function entryAt(uri: vscode.Uri): Promise<{ source: PageSource; address: PageAddress; entry: Entry }> {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const source = sourceOf(await connectionOf(address, uri), address);
    const entry = await translated(uri, () => source.entry(address.path));
    if (!entry) throw vscode.FileSystemError.FileNotFound(goneText(lastSegmentOf(uri.path)));
    return { source, address, entry };
  }

  async function translated<Result>(
    uri: vscode.Uri,
    act: () => Promise<Result>,
    report: ErrorEdge['note'] = (source, error) => edge.note(source, error),
  ): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      report(`Reading ${uri.path}`, error);
      throw fileSystemErrorOf(error, uri, goneText(lastSegmentOf(uri.path)));
    }
  }

  /** VS Code itself tells of “an unexpected error” only when a page whose `stat` is known cannot be read. */
  function explain(uri: vscode.Uri, node: PageNode): ErrorEdge['note'] {
    return (source, error) => {
      const kind = failureOf(error)?.kind;
      // The user is already asked for another token, or the editor says why the page is missing.
      if (kind === 'signedOut' || (kind === 'unavailable' && isUnreachable(uri))) edge.note(source, error);
      else edge.explain(source, kind === 'missing' ? new Error(goneText(node.title)) : error);
    };
  }

  /**
   * Whether the editor shows a text of ours in place of this page: of an error VS Code would say there that it was unexpected. A
   * version is no such page, since a diff would show its text as removed.
   */
  function isUnreachable(uri: vscode.Uri): boolean {
    const address = addressOf(uri);
    if (!address || address.version || !uri.path.endsWith('.md')) return false;
    return reachability.unreachable(address.account) !== undefined;
  }

  /** The result of `act`. If it fails because the server is unreachable, `instead` gets the error and gives the result. */
  async function unlessUnreachable<Result>(
    uri: vscode.Uri,
    act: () => Promise<Result>,
    instead: (error: vscode.FileSystemError) => Result,
  ): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      const isUnavailable = error instanceof vscode.FileSystemError && error.code === 'Unavailable';
      if (isUnavailable && isUnreachable(uri)) return instead(error);
      throw error;
    }
  }

  async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { source, entry } = await entryAt(uri);
    switch (entry.kind) {
      case 'directory':
        return directoryStat;
      case 'file':
        return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: entry.file.size ?? 0 };
      case 'page': {
        const known = source.knownText(entry.node.id);
        const created = Date.parse(entry.node.page.createdAt ?? '') || 0;
        const updated = Date.parse(entry.node.page.updatedAt ?? '') || 0;
        return {
          type: vscode.FileType.File,
          ctime: created,
          // VS Code reads a page again only when its time or size is another.
          mtime: (known?.modifiedAt ?? updated) + (explained.get(uri.toString()) ?? 0),
          size: known?.size ?? 0,
        };
      }
    }
  }

  async function contentOf(uri: vscode.Uri): Promise<Uint8Array> {
    const { source, address, entry } = await entryAt(uri);
    switch (entry.kind) {
      case 'directory':
        throw vscode.FileSystemError.FileIsADirectory(uri);
      case 'file':
        return translated(uri, () => source.bytes(entry.file));
      case 'page': {
        const key = keyOf(address.account, address.space, address.version, entry.node.id);
        read.set(key, (read.get(key) ?? new Set()).add(uri.toString()));
        const { text } = await translated(uri, () => source.text(entry.node.id), explain(uri, entry.node));
        unread.delete(uri.toString());
        return new TextEncoder().encode(text);
      }
    }
  }

  return {
    async stat(uri) {
      if (isRoot(uri)) return directoryStat;
      return unlessUnreachable(
        uri,
        () => statOf(uri),
        () => ({ ...directoryStat, type: vscode.FileType.File }),
      );
    },

    async readDirectory(uri) {
      if (isRoot(uri)) return [];
      const { entry } = await entryAt(uri);
      if (entry.kind !== 'directory') throw vscode.FileSystemError.FileNotADirectory(uri);
      return entry.children.map(({ name, kind }) => [
        name,
        kind === 'directory' ? vscode.FileType.Directory : vscode.FileType.File,
      ]);
    },

    async readFile(uri) {
      if (isRoot(uri)) throw vscode.FileSystemError.FileIsADirectory(uri);
      return unlessUnreachable(
        uri,
        () => contentOf(uri),
        ({ message }) => {
          const key = uri.toString();
          unread.add(key);
          explained.set(key, (explained.get(key) ?? 0) + 1);
          return new TextEncoder().encode(unreachableText(message));
        },
      );
    },

    dispose() {
      following.dispose();
      for (const account of [...followed.keys()]) unfollow(account);
    },
  };
}

const directoryStat: vscode.FileStat = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };

function isRoot(uri: vscode.Uri): boolean {
  return uri.path === '/' || uri.path === '';
}

/** `page` empty: what the keys of all pages of the version begin with. */
function keyOf(account: string, space: string, version: Version | undefined, page = ''): string {
  return `${account}/${JSON.stringify([space, version])}/${page}`;
}

function goneText(name: string): string {
  return vscode.l10n.t('“{0}” no longer exists on the platform.', name);
}
