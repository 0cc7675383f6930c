import * as vscode from 'vscode';
import { isSame } from '../../model/shared/same.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import { spaceNamesOf } from '../ground/places/pageUri.ts';
import { accountOf, neededAccount } from '../ground/places/place.ts';
import type { PickedThread } from './pickThread.ts';
import { replyAddressOf, replyUri, type ReplyAddress } from './replies/replyFiles.ts';
import { sendAndReport } from './shared/sendAndReport.ts';
import type { CommentSession } from './session.ts';
import type { DraftReference } from './shared/threadReference.ts';
import { closeReverted, documentAt } from '../ground/services/openDocuments.ts';

/** Opens a Markdown document for a long reply. It starts with the text already typed for the thread. */
export async function replyInEditor(
  session: CommentSession,
  { account, comments, thread }: PickedThread,
): Promise<void> {
  const target: DraftTarget = { kind: 'reply', place: comments.place, thread: thread.id };
  await openReply(session, { account: account.key, target }, vscode.l10n.t('Reply to {0}', thread.author.name));
}

/** Opens an unsent reply in an editor. */
export async function editUnsent(session: CommentSession, draft: DraftReference): Promise<void> {
  const account = draft.account ?? session.parts.accounts.active?.key;
  if (account === undefined) return;
  const title = {
    reply: vscode.l10n.t('Reply'),
    thread: vscode.l10n.t('New Comment'),
    edit: vscode.l10n.t('Edited Comment'),
  }[draft.target.kind];
  await openReply(session, { account, target: draft.target }, title);
}

async function openReply(session: CommentSession, address: ReplyAddress, title: string): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => {
    const other = replyAddressOf(uri);
    return other?.account === address.account && isSame(other.target, address.target);
  });
  const made = async () => replyUri(address, await whereIs(session, address), title);
  const document = open ?? (await vscode.workspace.openTextDocument(await made()));
  await vscode.languages.setTextDocumentLanguage(document, 'markdown');
  await vscode.window.showTextDocument(document, { preview: false });
}

/** The space and the number of the change request, as in the addresses of pages; empty if unknown. */
async function whereIs({ parts }: CommentSession, { account: key, target: { place } }: ReplyAddress): Promise<string> {
  const { space, changeRequest: id } = place;
  const slug = spaceNamesOf(key).slugOf(space);
  const account = accountOf(parts, key);
  if (slug === undefined || !account) return '';
  const words = slug.replaceAll('-', ' ');
  if (id === undefined) return words;
  const all = (await parts.stores(account).changeRequests()).all();
  const known = all.find((each) => each.space.id === space && each.changeRequest.id === id);
  return known ? `${words} #${known.changeRequest.number}` : words;
}

/** Sends the reply of an editor, and closes the editor when the reply has arrived. */
export async function sendFromEditor(
  session: CommentSession,
  given: vscode.Uri | undefined,
  resolve: boolean,
): Promise<void> {
  const uri = given ?? vscode.window.activeTextEditor?.document.uri;
  const address = uri && replyAddressOf(uri);
  const document = uri && documentAt(uri);
  if (!address || !document) {
    throw new Error(vscode.l10n.t('Open a reply first: choose Reply in Editor on a comment.'));
  }
  const account = neededAccount(session.parts, address.account);
  const text = document.getText();
  if (text.trim() === '') throw new Error(vscode.l10n.t('Enter some text first.'));
  const threads = await session.parts.stores(account).comments();
  const isConfirmed = await sendAndReport(
    session.parts,
    { account, threads, target: address.target, text },
    { resolve },
  );
  if (!isConfirmed) return;
  if (document.getText().trim() === text.trim()) return closeReverted(document);
  const message = vscode.l10n.t('Your reply was sent. Text you typed afterward is saved here as a draft.');
  await session.parts.prompts.choose({ message, actions: [] });
}
