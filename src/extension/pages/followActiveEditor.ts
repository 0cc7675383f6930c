import * as vscode from 'vscode';
import { contextKeys } from '../contributions/contextKeys.ts';
import { setContext } from '../contributions/run.ts';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { openPageUri } from '../addresses/openPageUri.ts';
import { pageAt } from './placeOf.ts';
import type { Uses } from '../services/services.ts';

/** Sets the context key for whether the open page has an address for the browser. */
export function followActiveEditor(parts: Uses<'accounts' | 'reachability' | 'edge' | 'stores'>): vscode.Disposable {
  let turn = 0;
  const update = async (): Promise<void> => {
    const own = ++turn;
    const page = openPageUri() ? await pageAt(parts, undefined) : undefined;
    if (own !== turn) return;
    const has = page !== undefined && browserAddressOf(page.node.page.urls) !== undefined;
    await setContext(contextKeys.page.hasBrowserAddress, has);
    await setContext(contextKeys.page.isOpen, page !== undefined);
  };
  const follow = (): void => void update().catch((error: unknown) => parts.edge.note('Active editor', error));
  follow();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.tabGroups.onDidChangeTabs(follow),
    parts.reachability.onDidRecover(follow),
  );
}
