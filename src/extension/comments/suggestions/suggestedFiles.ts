import * as vscode from 'vscode';
import { replyScheme } from '../../../model/shared/schemes.ts';
import type { SuggestedEdit, SuggestedEdits, SuggestedEditTarget } from '../../../store/comments/suggestedEdits.ts';
import { has } from '../../ground/contributions/given.ts';
import { run } from '../../ground/contributions/run.ts';
import { neededAccount } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { CommentContext } from '../shared/context.ts';

/** The target of a copy of a page in which changes are suggested. */
export interface SuggestedEditAddress {
  /** The account's key. */
  readonly account: string;
  readonly target: SuggestedEditTarget;
}

/** `docs-platform-reply://<account>/#<number>/<title>.md?suggestions.<target>`. Menus match `suggestions`. */
export function suggestedEditUri({ account, target }: SuggestedEditAddress, number: number, title: string): vscode.Uri {
  const query = `suggestions.${Buffer.from(JSON.stringify(target), 'utf8').toString('base64url')}`;
  return vscode.Uri.from({ scheme: replyScheme, authority: account, path: `/#${number}/${title}.md`, query });
}

/** The inverse of `suggestedEditUri`; undefined for other URIs. */
export function suggestedEditAddressOf({ scheme, authority, query }: vscode.Uri): SuggestedEditAddress | undefined {
  const written = /^suggestions\.([\w-]+)$/.exec(query)?.[1];
  if (scheme !== replyScheme || written === undefined) return undefined;
  try {
    const target = JSON.parse(Buffer.from(written, 'base64url').toString('utf8')) as unknown;
    if (!has(target, { page: 'string', place: { space: 'string' } })) return undefined;
    return { account: authority, target: target as unknown as SuggestedEditTarget };
  } catch {
    return undefined;
  }
}

/** The copy at the address, and where it is stored. */
export async function suggestedEditAt(
  parts: Pick<CommentContext, 'accounts' | 'stores'>,
  { account: key, target }: SuggestedEditAddress,
): Promise<{
  readonly account: Account;
  readonly edits: SuggestedEdits;
  readonly edit: SuggestedEdit | undefined;
}> {
  const account = accountOfText(parts, key);
  const edits = await parts.stores(account).suggestedEdits();
  return { account, edits, edit: await edits.get(target) };
}

/** The account of a document whose text is stored on this computer. */
export function accountOfText(parts: Pick<CommentContext, 'accounts'>, key: string): Account {
  const stays = vscode.l10n.t('Your text is saved until you sign in again.');
  return neededAccount(parts, key, (sentence) => vscode.FileSystemError.Unavailable(`${sentence} ${stays}`));
}

/** Copies of pages as files. What is typed is kept, saved or not; a save by hand leads to the question what to send. */
export function createSuggestedFiles(parts: CommentContext) {
  const savedByHand = new Set<string>();
  const at = async (uri: vscode.Uri) => {
    const address = suggestedEditAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const { edits, edit } = await suggestedEditAt(parts, address);
    if (!edit) throw vscode.FileSystemError.FileNotFound(uri);
    return { edits, edit };
  };
  const saving = vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.Manual && suggestedEditAddressOf(uri)) savedByHand.add(String(uri));
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (!savedByHand.delete(String(uri))) return;
      run('comments.sendSuggestions', uri).catch((error: unknown) => parts.edge.note('Sending suggestions', error));
    }),
  );
  return {
    async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
      const { edit } = await at(uri);
      const size = new TextEncoder().encode(edit.text).byteLength;
      return { type: vscode.FileType.File, ctime: 0, mtime: edit.changedAt, size };
    },
    async readFile(uri: vscode.Uri): Promise<Uint8Array> {
      return new TextEncoder().encode((await at(uri)).edit.text);
    },
    async keep(uri: vscode.Uri, text: string): Promise<void> {
      const { edits, edit } = await at(uri);
      await edits.keep(edit.target, text);
    },
    dispose: () => void saving.dispose(),
  };
}
