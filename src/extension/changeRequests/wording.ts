import * as vscode from 'vscode';
import type { User } from '../../contract/users.ts';
import { titleText } from '../../model/titleText.ts';
import type { Status, WaitingReason } from '../../store/changeRequests.ts';

export { nameOf, shortNameOf } from '../prompts/changeRequestName.ts';

export function personName(user: User | null | undefined): string {
  return titleText(user?.displayName ?? user?.email, vscode.l10n.t('somebody'));
}

/** As the title of a group. */
export function groupName(status: Status): string {
  switch (status) {
    case 'open':
      return vscode.l10n.t('Open');
    case 'draft':
      return vscode.l10n.t('Drafts');
    case 'merged':
      return vscode.l10n.t('Merged');
    case 'archived':
      return vscode.l10n.t('Archived');
  }
}

/** As it stands in a sentence; a status of a newer server is shown as it is. */
export function statusInWords(status: string): string {
  switch (status) {
    case 'open':
      return vscode.l10n.t('open');
    case 'draft':
      return vscode.l10n.t('a draft');
    case 'merged':
      return vscode.l10n.t('merged');
    case 'archived':
      return vscode.l10n.t('archived');
    default:
      return status;
  }
}

export function reasonInWords(reason: WaitingReason): string {
  switch (reason) {
    case 'review':
      return vscode.l10n.t('your review is asked');
    case 'outdated':
      return vscode.l10n.t('outdated');
    case 'approved':
      return vscode.l10n.t('approved');
    case 'changes-requested':
      return vscode.l10n.t('changes requested');
  }
}

export function verdictInWords(status: string): string {
  if (status === 'approved') return vscode.l10n.t('approved');
  return status === 'changes-requested' ? vscode.l10n.t('changes requested') : status;
}

export function pendingInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 pending comment') : vscode.l10n.t('{0} pending comments', count);
}

/** Of a change request with a review that is not submitted; without comments, its summary is all that is kept. */
export function pendingMark(count: number): string {
  return count > 0 ? vscode.l10n.t('{0} pending', count) : vscode.l10n.t('review not submitted');
}

export function commentsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 comment') : vscode.l10n.t('{0} comments', count);
}

export function conflictsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 conflict') : vscode.l10n.t('{0} conflicts', count);
}

export function pagesInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 page') : vscode.l10n.t('{0} pages', count);
}

/** How long ago, in as few letters as the language has for it; what is no date is shown as it is. */
export function ageOf(date: string | null | undefined, now = Date.now()): string {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return date ?? '';
  const minutes = Math.max(0, Math.floor((now - time) / 60_000));
  const relative = new Intl.RelativeTimeFormat(vscode.env.language, { style: 'narrow' });
  if (minutes < 1) return vscode.l10n.t('now');
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 48 * 60) return relative.format(-Math.floor(minutes / 60), 'hour');
  const days = Math.floor(minutes / 60 / 24);
  return days < 60 ? relative.format(-days, 'day') : relative.format(-Math.floor(days / 30), 'month');
}
