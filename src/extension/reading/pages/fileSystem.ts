import * as vscode from 'vscode';
import type { PageAddress } from '../../../model/shared/address.ts';
import { failureOf } from '../../../model/shared/failure.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { addressOf } from '../../ground/places/pageUri.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { Content, Entry } from '../../../store/content/content.ts';
import type { ErrorEdge } from '../../ground/messages/errorEdge.ts';
import { fileSystemErrorOf } from '../../ground/messages/fileSystemError.ts';
import { signedOutText, unreachableText } from '../../ground/words/unreachablePage.ts';
import { createPageConnections, type PageFilesContext } from './connections.ts';
import { registerSignInLenses } from './signInLenses.ts';

/** The implementation behind `pageFiles`, loaded with the first file. */
export interface PageFiles
  extends Pick<vscode.FileSystemProvider, 'stat' | 'readDirectory' | 'readFile'>, vscode.Disposable {}

/**
 * The pages and files of every signed-in account, read-only, as `docs-platform://<account>/<space>/<path>`: published
 * content, change requests and revisions. `stat` answers from the cache. A page's text is loaded when it is read, then
 * cached.
 */
export function createPageFiles(parts: PageFilesContext): PageFiles {
  const { reachability, edge } = parts;
  const connections = createPageConnections(parts);
  const lenses = registerSignInLenses(parts.accounts);
  const isSignedOut = (key: string) => !parts.accounts.byKey(key);

  async function entryAt(uri: vscode.Uri): Promise<{ content: Content; address: PageAddress; entry: Entry }> {
    const address = addressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const content = (await connections.of(address)).at(address.space, address.version);
    const entry = await translated(uri, () => content.entry(address.path));
    if (!entry) throw vscode.FileSystemError.FileNotFound(goneText(lastSegmentOf(uri.path)));
    return { content, address, entry };
  }

  async function translated<Result>(
    uri: vscode.Uri,
    action: () => Promise<Result>,
    report: ErrorEdge['note'] = (source, error) => edge.note(source, error),
  ): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      report(`Reading ${uri.path}`, error);
      throw fileSystemErrorOf(error, uri, goneText(lastSegmentOf(uri.path)));
    }
  }

  /** If a page can't be read although its `stat` succeeded, VS Code only reports “an unexpected error”. */
  function explain(uri: vscode.Uri, node: PageNode): ErrorEdge['note'] {
    return (source, error) => {
      const kind = failureOf(error)?.kind;
      // The user is already asked for another token, or the editor already says why the page is missing.
      if (kind === 'signedOut' || (kind === 'unavailable' && isUnreachable(uri))) edge.note(source, error);
      else edge.explain(source, kind === 'missing' ? new Error(goneText(node.title)) : error);
    };
  }

  /**
   * Whether the editor shows our own text in place of this page. For an error, VS Code would say there that it was
   * unexpected. It never does for versions, because a diff would show their text as removed.
   */
  function isUnreachable(uri: vscode.Uri): boolean {
    const address = addressOf(uri);
    if (address?.version.kind !== 'main' || !uri.path.endsWith('.md')) return false;
    return isSignedOut(address.account) || reachability.unreachable(address.account) !== undefined;
  }

  /**
   * The result of `action`. If it fails because the server is unreachable, `instead` gets the error and provides the
   * result.
   */
  async function unlessUnreachable<Result>(
    uri: vscode.Uri,
    action: () => Promise<Result>,
    instead: (error: vscode.FileSystemError) => Result,
  ): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      const isUnavailable = error instanceof vscode.FileSystemError && error.code === 'Unavailable';
      if (isUnavailable && isUnreachable(uri)) return instead(error);
      throw error;
    }
  }

  async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { content, entry } = await entryAt(uri);
    switch (entry.kind) {
      case 'directory':
        return directoryStat;
      case 'file':
        return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: entry.file.size ?? 0 };
      case 'page': {
        const known = content.cachedText(entry.node.id);
        const created = Date.parse(entry.node.page.createdAt ?? '') || 0;
        const updated = Date.parse(entry.node.page.updatedAt ?? '') || 0;
        return {
          type: vscode.FileType.File,
          ctime: created,
          // VS Code reads a page again only if its mtime or size has changed.
          mtime: (known?.modifiedAt ?? updated) + connections.timesUnreachable(uri),
          size: known?.size ?? 0,
        };
      }
    }
  }

  async function contentOf(uri: vscode.Uri): Promise<Uint8Array> {
    const { content, address, entry } = await entryAt(uri);
    switch (entry.kind) {
      case 'directory':
        throw vscode.FileSystemError.FileIsADirectory(uri);
      case 'file':
        return translated(uri, () => content.bytes(entry.file));
      case 'page': {
        connections.begin(address, entry.node.id, uri);
        const { text } = await translated(uri, () => content.text(entry.node.id), explain(uri, entry.node));
        connections.end(uri);
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
          connections.noteUnreachable(uri);
          const key = addressOf(uri)?.account ?? '';
          return new TextEncoder().encode(isSignedOut(key) ? signedOutText(key) : unreachableText(message));
        },
      );
    },

    dispose() {
      connections.dispose();
      lenses.dispose();
    },
  };
}

const directoryStat: vscode.FileStat = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };

function isRoot(uri: vscode.Uri): boolean {
  return uri.path === '/' || uri.path === '';
}

function goneText(name: string): string {
  return vscode.l10n.t('“{0}” no longer exists on the server.', name);
}
