import * as vscode from 'vscode';
import { editScheme, scheme } from '../../../model/shared/schemes.ts';
import { signedOutKeyOf } from '../../ground/places/place.ts';
import type { Accounts } from '../../ground/services/accounts.ts';
import { signedOut, wayBack } from '../../ground/words/unreachablePage.ts';

/** Above pages whose account is signed out: the host, and the way to sign in. */
export function registerSignInLenses(accounts: Pick<Accounts, 'byKey' | 'onDidChange'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const selector = [{ scheme }, { scheme: editScheme }];
  return vscode.Disposable.from(
    changed,
    accounts.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses({ uri }) {
        const key = signedOutKeyOf({ accounts }, uri);
        if (key === undefined) return [];
        const top = new vscode.Range(0, 0, 0, 0);
        const [title, command, ...given] = wayBack(key);
        return [
          new vscode.CodeLens(top, { title: signedOut(key), command: '' }),
          new vscode.CodeLens(top, { title, command, arguments: given }),
        ];
      },
    }),
  );
}
