import * as vscode from 'vscode';
import { besideScheme, scheme } from '../../../model/shared/schemes.ts';
import { addressOf, isNothing, pageUri } from '../places/pageUri.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Services } from '../services/services.ts';
import type { ChangesAt } from './changeRows.ts';

/** The document that describes changes to pages other than text. */
export function otherChangesUri({ account, space, changeRequest: { number } }: ChangesAt): vscode.Uri {
  const name = vscode.l10n.t('Other changes');
  return pageUri(account.key, space, `${name}.txt`, { kind: 'changeRequest', number }).with({ scheme: besideScheme });
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
  const address = addressOf(uri.with({ scheme }));
  // VS Code looks for settings files in every folder.
  if (!address || !/\.(?:md|txt)$/.test(address.path)) throw vscode.FileSystemError.FileNotFound(uri);
  if (isNothing(address)) return '';
  const { otherChanges } = await import('./otherChanges.ts');
  return otherChanges(parts, address);
}
