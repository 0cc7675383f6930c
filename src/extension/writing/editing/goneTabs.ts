import * as vscode from 'vscode';
import { allTabs } from '../../ground/services/openDocuments.ts';
import { editAddressOf } from '../../ground/places/pageUri.ts';
import { presentChangeRequest } from './saving/closed.ts';
import { sessionAt } from '../../ground/sessions/sessions.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Closes the pages of change requests that no longer exist, such as after a reset of the sample workspace. Pages with
 * unsaved text stay open.
 */
export async function closeGoneTabs(parts: Uses<'accounts' | 'edge' | 'stores'>, account: string): Promise<void> {
  const asked = new Map<string, Promise<boolean>>();

  async function isGone({ input }: vscode.Tab): Promise<boolean> {
    const uri = uriOf(input);
    const address = uri && editAddressOf(uri);
    if (!address || address.account !== account || !parts.accounts.byKey(account)) return false;
    const key = `${address.space} ${address.version.number}`;
    const answer =
      asked.get(key) ?? sessionAt(parts, address).then(async (session) => !(await presentChangeRequest(session)));
    asked.set(key, answer);
    return answer.catch((error: unknown) => {
      parts.edge.note('Pages of change requests that are gone', error);
      return false;
    });
  }

  const tabs = allTabs();
  const gone = await Promise.all(tabs.map(isGone));
  // The user may have typed in a tab or closed it in the meantime.
  const present = new Set(allTabs());
  const closing = tabs.filter((tab, at) => gone[at] && !tab.isDirty && present.has(tab));
  if (closing.length > 0) await vscode.window.tabGroups.close(closing, true);
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
