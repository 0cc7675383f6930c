import * as vscode from 'vscode';
import type { PageAddress } from '../../../model/shared/address.ts';
import { addressOf, pageAddressOf, pageUri } from '../../addresses/pageUri.ts';
import type { Accounts } from '../../services/accounts.ts';
import type { Services } from '../../services/services.ts';
import type { ChangeRequestAt } from './changeRows.ts';

/** Diff sides that aren't pages: an empty side, or a description of something that isn't text. See `besideScheme`. */
const scheme = 'docs-platform-changes';
const nothing = '_nothing/';

/** An empty document: the base of an added page, or the head of a deleted one. */
export function nothingUri(beside: vscode.Uri): vscode.Uri {
  const address = pageAddressOf(beside);
  if (!address) return beside;
  return pageUri(address.account, address.space, `${nothing}${address.path}`, address.version).with({ scheme });
}

/** The document that describes changes to pages other than text. */
export function otherChangesUri({ account, space, changeRequest: { number } }: ChangeRequestAt): vscode.Uri {
  const name = vscode.l10n.t('Other changes');
  return pageUri(account.key, space, `${name}.txt`, { kind: 'changeRequest', number }).with({ scheme });
}

/** The page that the document belongs to. */
export function besideAddressOf(uri: vscode.Uri): PageAddress | undefined {
  const address = uri.scheme === scheme ? addressOf(uri.with({ scheme: 'docs-platform' })) : undefined;
  if (!address?.path.startsWith(nothing)) return address;
  return { ...address, path: address.path.slice(nothing.length) };
}

export interface BesideDocument {
  readonly stat: vscode.FileStat;
  readonly bytes: Uint8Array;
}

/** Reads these documents. When the text of one changes, its mtime increases. */
export function createBesideDocuments(parts: {
  accounts: Accounts;
  stores: Services['stores'];
}): (uri: vscode.Uri) => Promise<BesideDocument> {
  const known = new Map<string, { readonly text: string; readonly mtime: number }>();
  return async (uri) => {
    const text = await textAt(parts, uri);
    const key = uri.toString();
    const before = known.get(key);
    const mtime = before === undefined ? 1 : before.text === text ? before.mtime : before.mtime + 1;
    known.set(key, { text, mtime });
    const bytes = new TextEncoder().encode(text);
    return { bytes, stat: { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.byteLength } };
  };
}

async function textAt(parts: { accounts: Accounts; stores: Services['stores'] }, uri: vscode.Uri): Promise<string> {
  const address = addressOf(uri.with({ scheme: 'docs-platform' }));
  // VS Code looks for settings files in every folder.
  if (!address || !/\.(?:md|txt)$/.test(address.path)) throw vscode.FileSystemError.FileNotFound(uri);
  if (address.path.startsWith(nothing)) return '';
  const { otherChanges } = await import('./otherChanges.ts');
  return otherChanges(parts, address);
}
