import * as vscode from 'vscode';
import { showQuickPick } from '../services/quickPick.ts';

/**
 * Lets the user choose another value. The present one is marked and comes first, because VS Code selects the first entry:
 * Enter alone changes nothing.
 */
export async function pickValue<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  isPresent: (item: Item) => boolean,
  options: vscode.QuickPickOptions,
): Promise<Item | undefined> {
  const present = items.filter(isPresent).map((item) => ({
    ...item,
    description: [item.description, vscode.l10n.t('current')].filter(Boolean).join(' · '),
  }));
  return showQuickPick([...present, ...items.filter((item) => !isPresent(item))], options);
}
