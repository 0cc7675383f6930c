import * as vscode from 'vscode';
import { scheme } from '../../model/shared/schemes.ts';
import type { Accounts } from '../ground/services/accounts.ts';

/** Marks open documents and problems of accounts that aren't the active one. They stay open: a tab may hold unsent text. */
export function markOtherAccounts(accounts: Pick<Accounts, 'active' | 'byKey' | 'onDidChange'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const registered = vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      if (!uri.scheme.startsWith(scheme)) return undefined;
      // The base of a change request is addressed by `<account>~before`.
      const account = accounts.byKey(uri.authority.replace(/~before$/, ''));
      if (!account || account.key === accounts.active?.key) return undefined;
      const whose = vscode.l10n.t('From another account: {0}', account.label);
      return new vscode.FileDecoration('⇄', whose, new vscode.ThemeColor('disabledForeground'));
    },
  });
  changed.fire(undefined);
  return vscode.Disposable.from(
    registered,
    accounts.onDidChange(() => changed.fire(undefined)),
    changed,
  );
}
