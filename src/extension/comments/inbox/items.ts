import * as vscode from 'vscode';
import { summaryOf } from '../../../model/comments/text.ts';
import { fullTime, relativeTime } from '../../../model/shared/relativeTime.ts';
import type { Draft, DraftTarget, Unsent } from '../../../store/comments/drafts.ts';
import type { News } from '../../../store/comments/inboxRecord.ts';
import { isPending, type InboxRow } from './rows.ts';
import { wordsOf } from '../../ground/words/reason.ts';

/** The tree item of a row. `now` is in ms since the epoch. */
export function inboxItem(row: InboxRow, now: number): vscode.TreeItem {
  switch (row.kind) {
    case 'group':
      return groupItem(row.group, row.rows.length);
    case 'draft':
      return draftItem(row.account ?? '', row.draft, now);
    case 'news':
      return newsItem(row, row.news, now);
  }
}

function groupItem(group: 'unsent' | 'drafts', count: number): vscode.TreeItem {
  const isUnsent = group === 'unsent';
  const label = isUnsent ? vscode.l10n.t('Unsent') : vscode.l10n.t('Drafts');
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isUnsent ? Expanded : Collapsed);
  item.id = group;
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon(isUnsent ? 'warning' : 'edit');
  item.contextValue = `group;${group}`;
  return item;
}

function draftItem(account: string, { target, text, changedAt, unsent }: Draft, now: number): vscode.TreeItem {
  const item = new vscode.TreeItem(summaryOf(text, 80) || vscode.l10n.t('(no text)'));
  item.id = `draft ${account} ${JSON.stringify(target)}`;
  item.description = [kindInWords(target, unsent), relativeTime(changedAt, now, vscode.env.language)].join(' · ');
  item.tooltip = [text.slice(0, 1000), unsent && wordsOf(unsent.reason)].filter(Boolean).join('\n\n');
  const isWaiting = isPending(target);
  item.contextValue = isWaiting ? 'draft;pending' : unsent ? (unsent.isGone ? 'draft;gone' : 'draft;unsent') : 'draft';
  item.iconPath = new vscode.ThemeIcon(unsent ? 'circle-slash' : 'comment-draft');
  item.command = isWaiting ? showing(account, target) : editing(account, target);
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      '{0}, {1}: {2}',
      unsent || isWaiting ? vscode.l10n.t('Unsent') : vscode.l10n.t('Draft'),
      item.description,
      text.slice(0, 200),
    ),
  };
  return item;
}

/** Pending comments are edited among the comments of their change request. */
function showing(account: string, { place }: DraftTarget): vscode.Command {
  return { command: 'docsPlatform.openThreads', title: vscode.l10n.t('Open'), arguments: [{ account, place }] };
}

function editing(account: string, target: DraftTarget): vscode.Command {
  return {
    command: 'docsPlatform.comments.editUnsent',
    title: vscode.l10n.t('Edit'),
    arguments: [{ account, target }],
  };
}

/** The kind of draft, in a few words. */
export function kindInWords(target: DraftTarget, unsent?: Unsent): string {
  if (isPending(target)) {
    if (target.kind === 'thread' && target.pending === 'summary') return vscode.l10n.t('Review summary');
    const isReply = target.kind === 'reply';
    return isReply ? vscode.l10n.t('Pending reply') : vscode.l10n.t('Pending comment');
  }
  switch (target.kind) {
    case 'reply':
      return vscode.l10n.t('Reply');
    case 'thread':
      return unsent?.reason.code === 'commentedPageGone' && unsent.reason.title
        ? vscode.l10n.t('New comment on “{0}”', unsent.reason.title)
        : vscode.l10n.t('New comment');
    case 'edit':
      return vscode.l10n.t('Edited comment');
  }
}

function newsItem(row: InboxRow, news: News, now: number): vscode.TreeItem {
  const who = news.who ?? vscode.l10n.t('Someone');
  const item = new vscode.TreeItem(news.text || news.subject);
  item.id = `news ${news.key}`;
  const isOfThread = news.kind === 'comment' || news.kind === 'reply';
  item.label = isOfThread ? news.text || vscode.l10n.t('(no text)') : news.subject;
  item.description = [sayingIn(news, who), relativeTime(news.at, now, vscode.env.language)].join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    { review: 'git-pull-request-go-to-changes', merge: 'git-merge', comment: 'comment', reply: 'reply' }[news.kind],
    news.needsAttention ? new vscode.ThemeColor('charts.blue') : undefined,
  );
  item.contextValue = ['news', news.kind, ...(news.thread === undefined ? [] : ['thread'])].join(';');
  item.command = { command: 'docsPlatform.inbox.open', title: vscode.l10n.t('Open'), arguments: [row] };
  item.accessibilityInformation = { label: `${String(item.label)}, ${item.description}` };
  return item;
}

/** The hover of an inbox item, with the title of its space if known. */
export function newsTooltip(news: News, space: string | undefined): string {
  const who = news.who ?? vscode.l10n.t('Someone');
  const lines = [sayingIn(news, who), `“${news.subject}”`, news.text, space];
  return [...lines, fullTime(news.at, vscode.env.language)].filter(Boolean).join('\n');
}

/** Who did what, in a few words. */
export function sayingIn({ kind }: News, who: string): string {
  switch (kind) {
    case 'review':
      return vscode.l10n.t('{0} requested your review', who);
    case 'merge':
      return vscode.l10n.t('Merged');
    case 'comment':
      return vscode.l10n.t('{0} commented', who);
    case 'reply':
      return vscode.l10n.t('{0} replied', who);
  }
}
