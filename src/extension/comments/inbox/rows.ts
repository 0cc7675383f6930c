import { shaped } from '../../ground/contributions/given.ts';
import type { Draft, DraftTarget } from '../../../store/comments/drafts.ts';
import type { News } from '../../../store/comments/inboxRecord.ts';
import type { DraftReference, ThreadReference } from '../shared/threadReference.ts';

/** A row of the Inbox view. It contains what commands need: see `DraftReference` and `ThreadReference`. */
export type InboxRow =
  | { readonly kind: 'group'; readonly group: 'unsent' | 'drafts'; readonly rows: readonly InboxRow[] }
  | ({ readonly kind: 'draft'; readonly draft: Draft } & DraftReference)
  | ({ readonly kind: 'news'; readonly news: News } & Partial<ThreadReference>);

/** The rows of an account: replies that couldn't be sent, drafts, and news. */
export function inboxRows(account: string, drafts: readonly Draft[], unsent: readonly Draft[], news: readonly News[]) {
  const resting = drafts.filter(({ isSending }) => !isSending);
  const isUnsent = new Set([...unsent, ...resting.filter(({ target }) => isPending(target))]);
  const rowOf = (draft: Draft): InboxRow => ({ kind: 'draft', draft, account, target: draft.target });
  const rows: InboxRow[] = [];
  if (isUnsent.size > 0) rows.push({ kind: 'group', group: 'unsent', rows: [...isUnsent].map(rowOf) });
  const begun = resting.filter((draft) => !isUnsent.has(draft));
  if (begun.length > 0) rows.push({ kind: 'group', group: 'drafts', rows: begun.map(rowOf) });
  for (const each of news) {
    const { place, thread } = each;
    rows.push({ kind: 'news', news: each, account, place, ...(thread !== undefined && { thread }) });
  }
  return rows;
}

export type NewsRow = Extract<InboxRow, { readonly kind: 'news' }>;

export const isNewsRow = shaped<NewsRow>({ kind: ['news'] });

/** Comments of a review are pending until it is submitted. */
export function isPending(target: DraftTarget): boolean {
  return target.kind !== 'edit' && target.pending !== undefined;
}
