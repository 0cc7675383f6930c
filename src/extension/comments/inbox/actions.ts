import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { summaryOf } from '../../../model/comments/text.ts';
import type { DraftTarget } from '../../../store/comments/drafts.ts';
import type { Threads } from '../../../store/comments/threads.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { kindInWords } from './items.ts';
import { accountOf } from '../../ground/places/place.ts';
import type { NewsRow } from './rows.ts';
import { sendAndReport } from '../shared/sendAndReport.ts';
import type { CommentContext } from '../shared/context.ts';
import type { DraftReference } from '../shared/threadReference.ts';

/** Opens what a row is about and marks the row as read. */
export async function openNews(parts: CommentContext, { account: key, news }: NewsRow): Promise<void> {
  const { stores, accounts } = parts;
  const account = accountOf(parts, key);
  if (!account) return;
  if (news.thread === undefined && news.place.changeRequest !== undefined) {
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

/** Marks one row or all of them. */
export async function markRead(parts: CommentContext, row: NewsRow | undefined): Promise<void> {
  const account = accountOf(parts, row?.account);
  if (account) await (await parts.stores(account).inbox()).markRead(row && [row.news.key]);
}

export async function retryUnsent(parts: CommentContext, reference: DraftReference): Promise<void> {
  const at = await draftOf(parts, reference);
  if (!at) return;
  const { account, threads, target, text, resolve } = at;
  await sendAndReport(parts, { account, threads, target, text }, { resolve });
}

export async function discardUnsent(parts: CommentContext, reference: DraftReference): Promise<void> {
  const at = await draftOf(parts, reference);
  if (!at) return;
  const discard = vscode.l10n.t('Discard');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Discard this unsent text?'),
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

async function draftOf(parts: CommentContext, { account: key, target }: DraftReference): Promise<DraftAt | undefined> {
  const account = accountOf(parts, key);
  if (!account) return undefined;
  const threads = await parts.stores(account).comments();
  const draft = await threads.drafts.get(target);
  if (!draft) throw new Error(vscode.l10n.t('This no longer exists: it was already sent or discarded.'));
  return { account, threads, target: draft.target, text: draft.text, resolve: draft.unsent?.resolve ?? false };
}
