import * as vscode from 'vscode';
import { addressOf } from '../../model/address.ts';
import type { PageNode } from '../../model/pageTree.ts';
import type { Library, Place } from '../../store/library.ts';
import type { Account, Accounts } from '../account/accounts.ts';
import { isPlace } from '../commands/givenPlace.ts';
import type { Platforms } from '../platforms.ts';
import { pageUri } from '../pageUri.ts';
import { sourceOf } from './pageSource.ts';

/** A page that a command is about. */
export interface PageAt {
  readonly account: Account;
  readonly library: Library;
  readonly space: string;
  readonly node: PageNode;
  readonly uri: vscode.Uri;
}

/** The page that a command was given: a row of the tree, the URI of an editor, or from the palette the open editor's. */
export async function pageAt(
  parts: { accounts: Accounts; platforms: Platforms },
  given: unknown,
): Promise<PageAt | undefined> {
  const { accounts, platforms } = parts;
  if (isPagePlace(given)) {
    const account = accounts.active;
    const { node, space } = given;
    if (!account || node.path === undefined) return undefined;
    const library = await platforms.library(account);
    return { account, library, space: space.id, node, uri: pageUri(account.key, space.id, node.path) };
  }
  const uri = given instanceof vscode.Uri ? given : openPageUri();
  const address = uri && addressOf(uri);
  const account = address && accounts.byKey(address.account);
  if (!account) return undefined;
  const [library, content] = await Promise.all([platforms.library(account), platforms.changeRequestContent(account)]);
  const entry = await sourceOf({ library, content }, address).entry(address.path);
  if (entry?.kind !== 'page') return undefined;
  return { account, library, space: address.space, node: entry.node, uri };
}

/** The page in the active editor or in its preview. */
export function openPageUri(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'docs-platform') return active;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) {
    return input.uri.scheme === 'docs-platform' ? input.uri : undefined;
  }
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview')
    ? previewedPage(tab?.label ?? '')
    : undefined;
}

/** VS Code does not tell which document a preview shows; but it keeps it open, and names it in the preview's title. */
function previewedPage(label: string): vscode.Uri | undefined {
  const named = vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === 'docs-platform' && label.endsWith(` ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`),
  );
  return named.length === 1 ? named[0]?.uri : undefined;
}

function isPagePlace(given: unknown): given is Place & { kind: 'page' } {
  return isPlace(given) && given.kind === 'page';
}
