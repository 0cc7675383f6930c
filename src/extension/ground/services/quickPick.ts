import * as vscode from 'vscode';
import { inputClosed, inputOpened } from './openInput.ts';
import { titleWithAccount } from './otherAccount.ts';

/** Like `vscode.window.showQuickPick`. The title names the account that it is about if that isn't the active one. */
export const showQuickPick: typeof vscode.window.showQuickPick = async (
  items: unknown,
  options: vscode.QuickPickOptions = {},
): Promise<never> => {
  const title = titleWithAccount(options.title);
  const shown = {};
  inputOpened(shown);
  try {
    const all = { ...options, ...(title !== undefined && { title }) };
    return (await vscode.window.showQuickPick(items as never, all)) as never;
  } finally {
    inputClosed(shown);
  }
};
