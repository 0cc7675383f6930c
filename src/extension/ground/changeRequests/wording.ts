import * as vscode from 'vscode';
import type { User } from '../../../contract/organizations/users.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Status, WaitingReason } from '../../../store/changeRequests/changeRequests.ts';
import { plural } from '../words/plural.ts';

export { nameOf, shortNameOf } from '../words/changeRequestName.ts';

export function personName(user: User | null | undefined): string {
  return titleText(user?.displayName ?? user?.email, vscode.l10n.t('someone'));
}

/** The status as a group title. */
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

/** The status within a sentence. A status of a newer server is shown as is. */
export function statusInWords(status: string): string {
  switch (status) {
    case 'open':
      return vscode.l10n.t('open');
    case 'draft':
      return vscode.l10n.t('draft');
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
      return vscode.l10n.t('needs your review');
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
  return plural(vscode.l10n.t('{0} pending comment|{0} pending comments'), count);
}

/** The mark of a change request with a pending review. A review without comments has only a summary. */
export function pendingMark(count: number): string {
  return count > 0 ? plural(vscode.l10n.t('{0} pending'), count) : vscode.l10n.t('review not submitted');
}

export function commentsInWords(count: number): string {
  return plural(vscode.l10n.t('{0} comment|{0} comments'), count);
}

export function conflictsInWords(count: number): string {
  return plural(vscode.l10n.t('{0} conflict|{0} conflicts'), count);
}

export function pagesInWords(count: number): string {
  return plural(vscode.l10n.t('{0} page|{0} pages'), count);
}

/** The text next to the name of a requested reviewer who hasn't reviewed yet. */
export function requestedInWords(user: User | null | undefined, currentUserId: string | undefined): string {
  return currentUserId !== undefined && user?.id === currentUserId
    ? vscode.l10n.t('needs your review')
    : vscode.l10n.t('review requested');
}

/** The age as `5m`, `2h` or `3w`, in the language of VS Code. Text that isn't a date is shown as is. */
export function ageOf(date: string | null | undefined, now = Date.now()): string {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return date ?? '';
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return vscode.l10n.t('now');
  const [unit, length] = ageUnits.find(([, , least]) => minutes >= least) ?? ageUnits[0];
  const format = new Intl.NumberFormat(vscode.env.language, { style: 'unit', unit, unitDisplay: 'narrow' });
  return format.format(Math.floor(minutes / length));
}

/**
 * Each unit with its length and the age from which it is used, in minutes. Months are left out because they share a
 * letter with minutes.
 */
const ageUnits = [
  ['year', 525_600, 525_600],
  ['week', 10_080, 2 * 10_080],
  ['day', 1440, 2 * 1440],
  ['hour', 60, 60],
  ['minute', 1, 0],
] as const;
