import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests.ts';
import { addressOf, editAddressOf, editUriOf } from '../../model/address.ts';
import type { PageNode, PageTree } from '../../model/pageTree.ts';
import { titleText } from '../../model/titleText.ts';
import type { ChangeRequestContent } from '../../store/changeRequestContent.ts';
import type { ChangeRequestEdits, PageEdit, Sent } from '../../store/changeRequestEdits.ts';
import type { Account } from '../account/accounts.ts';
import { pageGiven } from '../commands/givenPage.ts';
import type { Platforms } from '../platforms.ts';
import type { Found, PageActParts } from './pageActParts.ts';
import { pickChangeRequest } from './pickChangeRequest.ts';

/** A change request whose pages are acted on. */
export interface PageDesk {
  readonly account: Account;
  readonly space: string;
  readonly changeRequest: ChangeRequest;
  readonly content: ChangeRequestContent;
  readonly edits: ChangeRequestEdits;
  /** The pages as the change request has them now. */
  pages(): Promise<PageTree>;
}

/** What a command was given: the change request, and the page in it if there is one. */
export interface GivenDesk {
  readonly desk: PageDesk;
  readonly page: string | undefined;
}

/**
 * Of a row of the Change Requests view, of the page in the active editor, or of a change request that is picked; undefined when
 * none is. Rejects with a sentence when nothing can be written in it.
 */
export async function deskGiven(parts: PageActParts, given: unknown): Promise<GivenDesk | undefined> {
  const found = rowGiven(parts, given) ?? (await editorGiven(parts, given)) ?? (await pickChangeRequest(parts));
  if (!found) return undefined;
  const { account, space, page } = found;
  const desk = await openDesk(parts, account, space, found.number);
  await refuseUnlessWritable(parts, desk);
  return { desk, page };
}

export async function openDesk(
  { platforms }: Pick<PageActParts, 'platforms'>,
  account: Account,
  space: string,
  number: number,
): Promise<PageDesk> {
  const [content, edits] = await Promise.all([platforms.changeRequestContent(account), platforms.edits(account)]);
  const changeRequest = await content.changeRequest(space, number);
  const pages = () => content.pages(space, { kind: 'changeRequest', number });
  return { account, space, changeRequest, content, edits, pages };
}

/** Sends edits as one revision. */
export function send({ edits, space, changeRequest }: PageDesk, ...all: readonly PageEdit[]): Promise<Sent> {
  return edits.send({ space, number: changeRequest.number }, all);
}

/** The address of a page as a file to be written; undefined for what has no text. */
export function editUri({ account, space, changeRequest }: PageDesk, path: string): vscode.Uri {
  const version = { kind: 'changeRequest', number: changeRequest.number } as const;
  return vscode.Uri.from(editUriOf({ account: account.key, space, version, path }));
}

export function pageIn(tree: PageTree, id: string): PageNode {
  const node = tree.byId.get(id);
  if (!node) throw new Error(vscode.l10n.t('This page is not in the change request (any more).'));
  return node;
}

/** Says in passing what happened. */
export function say(message: string): void {
  vscode.window.setStatusBarMessage(message, 5000);
}

function rowGiven({ accounts }: PageActParts, given: unknown): Found | undefined {
  const row = pageGiven(given);
  if (row) return { account: row.account, space: row.space, number: row.changeRequest.number, page: row.page };
  // A change request's own row.
  if (typeof given !== 'object' || given === null || !('space' in given) || !('changeRequest' in given))
    return undefined;
  const { space, changeRequest } = given as { space: { id: string }; changeRequest: ChangeRequest };
  return accounts.active && { account: accounts.active, space: space.id, number: changeRequest.number };
}

/** Pages of change requests are open to be written, to be read, and as sides of diffs. */
async function editorGiven({ accounts, platforms }: PageActParts, given: unknown): Promise<Found | undefined> {
  for (const uri of given instanceof vscode.Uri ? [given] : activeUris()) {
    const address = editAddressOf(uri) ?? addressOf(uri);
    const account = address && accounts.byKey(address.account);
    if (!account || !address.version || address.version.kind === 'revision') continue;
    const content = await platforms.changeRequestContent(account);
    const entry = await content.entry(address.space, address.version, address.path);
    const page = entry?.kind === 'page' ? entry.node.id : undefined;
    return { account, space: address.space, number: address.version.number, page };
  }
  return undefined;
}

function activeUris(): vscode.Uri[] {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

/** Said before anything is asked: what the platform refuses in the end would be typed for nothing. */
async function refuseUnlessWritable({ platforms }: PageActParts, desk: PageDesk): Promise<void> {
  const { account, changeRequest, edits } = desk;
  const { number, status } = changeRequest;
  if (status === 'merged') {
    throw new Error(
      vscode.l10n.t('#{0} is merged: it cannot be changed any more. Start another change request.', number),
    );
  }
  if (status === 'archived') {
    throw new Error(vscode.l10n.t('#{0} is archived. Reopen it first, then its pages can be changed.', number));
  }
  if (edits.isOffered() === false) {
    throw new Error(
      vscode.l10n.t(
        'This server does not take pages of change requests from outside. Open #{0} in the browser.',
        number,
      ),
    );
  }
  const space = await (await platforms.library(account)).space(desk.space);
  if (space.permissions?.['edit'] === false && changeRequest.createdBy?.id !== (await meOf(platforms, account))) {
    throw new Error(
      vscode.l10n.t(
        'Your account may not change pages in “{0}”. Ask an administrator of the organization for the right.',
        titleText(space.title),
      ),
    );
  }
}

async function meOf(platforms: Platforms, account: Account): Promise<string | undefined> {
  return (await platforms.changeRequests(account)).me();
}
