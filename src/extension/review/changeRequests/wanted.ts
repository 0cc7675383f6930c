import * as vscode from 'vscode';
import type { Status } from '../../../store/changeRequests/changeRequests.ts';
import type { Wanted } from '../../ground/changeRequests/target.ts';

const every: readonly Status[] = ['open', 'draft', 'merged', 'archived'];

/** Comments can also be sent to a change request that has been merged or archived in the meantime. */
const submitting: Wanted = {
  statuses: ['open', 'draft'],
  permission: 'comment',
  isReported: true,
  isPendingFirst: true,
};

/** Which change requests each command can act on. */
export const wanted = {
  share: (): Wanted => ({ statuses: every }),
  savePdf: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a change request to save as PDF'),
      none: vscode.l10n.t('There are no change requests.'),
    },
    statuses: every,
  }),
  rename: (): Wanted => ({ statuses: ['open', 'draft', 'archived'], permission: 'propose' }),
  open: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a draft to open for review'),
      none: vscode.l10n.t('There are no drafts you can open for review.'),
    },
    statuses: ['draft'],
    permission: 'propose',
  }),
  draft: (): Wanted => ({ statuses: ['open'], permission: 'propose' }),
  archive: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a change request to archive'),
      none: vscode.l10n.t('There are no change requests you can archive.'),
    },
    statuses: ['open', 'draft'],
    permission: 'propose',
  }),
  reopen: (): Wanted => ({ statuses: ['archived'], permission: 'propose' }),
  update: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a change request to update from main'),
      none: vscode.l10n.t('There are no change requests you can update.'),
    },
    statuses: ['open', 'draft', 'archived'],
    permission: 'edit',
  }),
  merge: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a change request to merge'),
      none: vscode.l10n.t('There are no change requests you can merge.'),
    },
    statuses: ['open', 'draft'],
    permission: 'merge',
    isReported: true,
  }),
  revert: (): Wanted => ({ statuses: ['merged'], permission: 'propose' }),
  approve: (): Wanted => ({
    picker: { title: vscode.l10n.t('Select a change request to approve'), none: noneToReview() },
    statuses: ['open', 'draft'],
    permission: 'review',
  }),
  requestChanges: (): Wanted => ({
    picker: { title: vscode.l10n.t('Select a change request to request changes on'), none: noneToReview() },
    statuses: ['open', 'draft'],
    permission: 'review',
  }),
  submitReview: (): Wanted => ({
    ...submitting,
    picker: { title: vscode.l10n.t('Select a change request to submit your review'), none: noneToReview() },
  }),
  discardReview: (): Wanted => submitting,
  requestReviewers: (): Wanted => ({
    picker: {
      title: vscode.l10n.t('Select a change request to request a review for'),
      none: vscode.l10n.t('There are no change requests you can request a review for.'),
    },
    statuses: ['open', 'draft'],
    permission: 'propose',
  }),
  withdrawReviewer: (): Wanted => ({ statuses: ['open', 'draft'], permission: 'propose' }),
} as const;

function noneToReview(): string {
  return vscode.l10n.t('There are no change requests you can review.');
}
