import * as vscode from 'vscode';
import { run } from '../../contributions/run.ts';
import { summaryOf } from '../../../model/comments/text.ts';
import type { DraftTarget } from '../../../store/comments/drafts.ts';
import type { Threads } from '../../../store/comments/threads.ts';
import type { Account } from '../../services/accounts.ts';
import { kindInWords } from './items.ts';
import { isInboxRow } from './rows.ts';
import { sendAndReport } from '../shared/sendAndReport.ts';
import type { CommentContext } from '../shared/context.ts';
import { isDraftReference } from '../shared/threadReference.ts';

/** Opens what a row is about and marks the row as read. */
export async function openNews(parts: CommentContext, given: unknown): Promise<void> {
  if (!isInboxRow(given) || given.kind !== 'news') return;
  const { stores, accounts } = parts;
  const account = accountOf(parts, given.account);
  const { news } = given;
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
export async function markRead(parts: CommentContext, given: unknown): Promise<void> {
  const isNews = isInboxRow(given) && given.kind === 'news';
  const account = accountOf(parts, isNews ? given.account : undefined);
  if (!account || (given !== undefined && !isNews)) return;
  await (await parts.stores(account).inbox()).markRead(isNews ? [given.news.key] : undefined);
}

export async function retryUnsent(parts: CommentContext, given: unknown): Promise<void> {
  const at = await draftGiven(parts, given);
  if (!at) return;
  const { account, threads, target, text, resolve } = at;
  await sendAndReport(parts, { account, threads, target, text }, { resolve });
}

export async function discardUnsent(parts: CommentContext, given: unknown): Promise<void> {
  const at = await draftGiven(parts, given);
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

async function draftGiven(parts: CommentContext, given: unknown): Promise<DraftAt | undefined> {
  if (!isDraftReference(given)) return undefined;
  const account = accountOf(parts, given.account);
  if (!account) return undefined;
  const threads = await parts.stores(account).comments();
  const draft = await threads.drafts.get(given.target);
  if (!draft) throw new Error(vscode.l10n.t('This no longer exists: it was already sent or discarded.'));
  return { account, threads, target: draft.target, text: draft.text, resolve: draft.unsent?.resolve ?? false };
}

function accountOf({ accounts }: CommentContext, key: string | undefined): Account | undefined {
  return key === undefined ? accounts.active : accounts.byKey(key);
}
