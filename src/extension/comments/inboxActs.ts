import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import { summaryOf } from '../../model/comments/text.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { Threads } from '../../store/comments/threads.ts';
import type { Account } from '../services/accounts.ts';
import { isInboxRow, kindInWords } from './inboxRows.ts';
import { sendAndTell } from './sendAndTell.ts';
import type { CommentSession } from './session.ts';
import { isDraftReference } from './threadReference.ts';

/** Opens what a row is about; then it is read. */
export async function openNews(session: CommentSession, given: unknown): Promise<void> {
  if (!isInboxRow(given) || given.kind !== 'news') return;
  const { stores, accounts } = session.parts;
  const account = accountOf(session, given.account);
  const { news } = given;
  if (!account) return;
  if (news.kind === 'review' && news.place.changeRequest !== undefined) {
    if (accounts.active?.key !== account.key) await accounts.activate(account.key);
    const store = await stores(account).changeRequests();
    const at = await store.find(news.place.space, news.place.changeRequest);
    await run('changeRequests.reveal', at);
  } else {
    const { place, thread } = news;
    await run('openThreads', { account: account.key, place, thread });
  }
  await (await stores(account).inbox()).markRead([news.key]);
}

/** One row, or all of them. */
export async function markRead(session: CommentSession, given: unknown): Promise<void> {
  const isNews = isInboxRow(given) && given.kind === 'news';
  const account = accountOf(session, isNews ? given.account : undefined);
  if (!account || (given !== undefined && !isNews)) return;
  await (await session.parts.stores(account).inbox()).markRead(isNews ? [given.news.key] : undefined);
}

export async function retryUnsent(session: CommentSession, given: unknown): Promise<void> {
  const at = await draftGiven(session, given);
  if (!at) return;
  const { account, threads, target, text, resolve } = at;
  await sendAndTell(session.parts, { account, threads, target, text }, { resolve });
}

export async function discardUnsent(session: CommentSession, given: unknown): Promise<void> {
  const at = await draftGiven(session, given);
  if (!at) return;
  const discard = vscode.l10n.t('Discard');
  const answer = await session.parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Discard what you wrote?'),
    detail: `${kindInWords(at.target)}: ${summaryOf(at.text, 300)}`,
    actions: [discard],
  });
  if (answer === discard) await at.threads.drafts.discard(at.target);
}

interface DraftAt {
  readonly account: Account;
  readonly threads: Threads;
  readonly target: DraftTarget;
  readonly text: string;
  readonly resolve: boolean;
}

async function draftGiven(session: CommentSession, given: unknown): Promise<DraftAt | undefined> {
  if (!isDraftReference(given)) return undefined;
  const account = accountOf(session, given.account);
  if (!account) return undefined;
  const threads = await session.parts.stores(account).comments();
  const draft = await threads.drafts.get(given.target);
  if (!draft) throw new Error(vscode.l10n.t('This is not there any more: it was sent or discarded.'));
  return { account, threads, target: draft.target, text: draft.text, resolve: draft.unsent?.resolve ?? false };
}

function accountOf(session: CommentSession, key: string | undefined): Account | undefined {
  const { accounts } = session.parts;
  return key === undefined ? accounts.active : accounts.byKey(key);
}
