import * as vscode from 'vscode';
import { replyScheme } from '../../../model/shared/schemes.ts';
import type { DraftTarget } from '../../../store/comments/drafts.ts';
import type { CommentContext } from '../shared/context.ts';
import { isDraftReference } from '../shared/threadReference.ts';
import { accountOfText, createSuggestedFiles, suggestedEditAddressOf } from '../suggestions/suggestedFiles.ts';

/** The target of a reply document. */
export interface ReplyAddress {
  /** The account's key. */
  readonly account: string;
  readonly target: DraftTarget;
}

/**
 * `docs-platform-reply://<account>/<location>/<title>.md?<kind>.<target>`: everything needed to continue the reply,
 * also in another window. Menus match the kind.
 */
export function replyUri({ account, target }: ReplyAddress, where: string, title: string): vscode.Uri {
  const folder = nameOf(where);
  const query = `${target.kind}.${Buffer.from(JSON.stringify(target), 'utf8').toString('base64url')}`;
  const path = `${folder ? `/${folder}` : ''}/${nameOf(title) || vscode.l10n.t('Reply')}.md`;
  return vscode.Uri.from({ scheme: replyScheme, authority: account, path, query });
}

/** The inverse of `replyUri`; undefined for other URIs. */
export function replyAddressOf({ scheme, authority, query }: vscode.Uri): ReplyAddress | undefined {
  const written = /^(?:reply|thread|edit)\.([\w-]+)$/.exec(query);
  if (scheme !== replyScheme || written?.[1] === undefined) return undefined;
  try {
    const given = { target: JSON.parse(Buffer.from(written[1], 'base64url').toString('utf8')) as unknown };
    return isDraftReference(given) ? { account: authority, target: given.target } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces what a path can't contain. */
function nameOf(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 60)
    .trim()
    .toWellFormed();
}

export interface ReplyFiles extends vscode.Disposable {
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void>;
  /** Stores the text of an open document. */
  keep(document: vscode.TextDocument): Promise<void>;
}

/** Documents for long replies and for suggested changes. Text typed in them is a draft, saved or not. */
export function createReplyFiles(parts: CommentContext): ReplyFiles {
  const suggested = createSuggestedFiles(parts);
  const empty: vscode.FileStat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
  /** When each document was last written here, because VS Code expects a newer mtime. */
  const written = new Map<string, number>();

  async function at(uri: vscode.Uri) {
    const address = replyAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const account = accountOfText(parts, address.account);
    return { drafts: (await parts.stores(account).comments()).drafts, target: address.target };
  }

  return {
    async stat(uri) {
      if (suggestedEditAddressOf(uri)) return suggested.stat(uri);
      const { drafts, target } = await at(uri);
      const draft = await drafts.get(target);
      if (!draft) return { ...empty, mtime: written.get(uri.toString()) ?? 0 };
      const size = new TextEncoder().encode(draft.text).byteLength;
      return { ...empty, size, mtime: Math.max(draft.changedAt, written.get(uri.toString()) ?? 0) };
    },
    async readFile(uri) {
      if (suggestedEditAddressOf(uri)) return suggested.readFile(uri);
      const { drafts, target } = await at(uri);
      return new TextEncoder().encode((await drafts.get(target))?.text ?? '');
    },
    async writeFile(uri, bytes) {
      if (suggestedEditAddressOf(uri))
        return suggested.keep(uri, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      const { drafts, target } = await at(uri);
      await drafts.keep(target, new TextDecoder().decode(bytes));
      written.set(uri.toString(), Date.now());
    },
    async keep(document) {
      if (suggestedEditAddressOf(document.uri)) return suggested.keep(document.uri, document.getText());
      const { drafts, target } = await at(document.uri);
      await drafts.keep(target, document.getText());
    },
    dispose: () => void suggested.dispose(),
  };
}
