import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { titleText } from '../../model/titleText.ts';
import type { ChangeRequestShelf, ReviewState, SpaceCounts, Status } from '../../store/changeRequests.ts';
import { itemOfPages } from './pageRows.ts';
import { dateInWords } from '../dateInWords.ts';
import { look, moreItem, noteItem, opening, tooltipOf } from '../trees/look.ts';
import { awaited } from './awaited.ts';
import type { ChangeRequestRow, NoteRow, OwnRow, ReviewRow } from './rows.ts';
import {
  ageOf,
  commentsInWords,
  conflictsInWords,
  groupName,
  nameOf,
  pendingInWords,
  pendingMark,
  personName,
  reasonInWords,
  verdictInWords,
} from './wording.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What a row shows beside what it is. */
export interface Known {
  readonly shelf: ChangeRequestShelf | undefined;
  readonly reviews: ReviewState | undefined;
  /** How many pages of the change request are in conflict with main. */
  readonly conflicts: number;
  /** How many comments wait for the user to submit their review; 0 when only its summary does. */
  readonly pending: number | undefined;
}

/** How a row looks, but for its id and what menus go by. */
export function itemOf(row: OwnRow, { shelf, reviews, conflicts, pending }: Known): vscode.TreeItem {
  switch (row.kind) {
    case 'waiting':
      return look(vscode.l10n.t('Needs Me'), Expanded, { icon: 'inbox', description: shelf?.total?.toString() });
    case 'status':
      return look(groupName(row.status), row.status === 'open' ? Expanded : Collapsed, {
        icon: statusIcons[row.status],
        description: shelf?.total?.toString(),
      });
    case 'space':
      return spaceItem(row.space, row.counts);
    case 'changeRequest':
      return changeRequestItem(row, { conflicts, pending });
    case 'comments':
      return commentsItem(row.parent);
    case 'pages':
    case 'page':
      return itemOfPages(row);
    case 'reviews':
      return look(vscode.l10n.t('Reviews'), hasReviews(reviews) ? Collapsed : None, {
        icon: 'checklist',
        description: reviewsInWords(reviews),
      });
    case 'review':
      return reviewItem(row);
    case 'more':
      return moreItem('docsPlatform.changeRequests.loadMore', row);
    case 'note':
      return lineItem(row);
  }
}

const statusIcons: Readonly<Record<Status, string>> = {
  open: 'git-pull-request',
  draft: 'git-pull-request-draft',
  merged: 'git-merge',
  archived: 'archive',
};

const statusColors: Readonly<Record<Status, string>> = {
  open: 'charts.green',
  draft: 'descriptionForeground',
  merged: 'charts.purple',
  archived: 'descriptionForeground',
};

function spaceItem(space: Space, { open = 0, draft = 0 }: SpaceCounts): vscode.TreeItem {
  const counts = [
    open > 0 ? vscode.l10n.t('{0} open', open) : undefined,
    draft === 1 ? vscode.l10n.t('1 draft') : draft > 1 ? vscode.l10n.t('{0} drafts', draft) : undefined,
  ];
  return look(titleText(space.title), Collapsed, {
    emoji: space.emoji,
    icon: 'book',
    description: counts.filter(Boolean).join(' · '),
  });
}

function changeRequestItem(
  row: ChangeRequestRow,
  { conflicts, pending }: Pick<Known, 'conflicts' | 'pending'>,
): vscode.TreeItem {
  const { changeRequest, space, reasons, parent } = row;
  const isBelowSpace = parent?.kind === 'space' || (parent?.kind === 'status' && parent.space !== undefined);
  const others = reasons.filter((reason) => reason !== 'outdated');
  const marks = [
    pending === undefined ? undefined : pendingMark(pending),
    ...others.map(reasonInWords),
    conflicts > 0 ? conflictsInWords(conflicts) : undefined,
    personName(changeRequest.createdBy),
    ageOf(changeRequest.updatedAt ?? changeRequest.createdAt),
    parent?.kind !== 'status' && changeRequest.status === 'draft' ? vscode.l10n.t('draft') : undefined,
    changeRequest.outdated ? vscode.l10n.t('outdated') : undefined,
    changeRequest.comments > 0 ? commentsInWords(changeRequest.comments) : undefined,
    isBelowSpace ? undefined : titleText(space.title),
  ];
  const status = changeRequest.status as Status;
  // In a narrow view the icon is all that is seen of it: the words beside a long subject are cut off.
  const isBehind = changeRequest.outdated && (status === 'open' || status === 'draft');
  const item = look(nameOf(changeRequest), Collapsed, {
    icon: isBehind && status === 'open' ? 'git-pull-request-new-changes' : (statusIcons[status] ?? 'question'),
    color: isBehind ? 'charts.yellow' : statusColors[status],
    description: marks.filter(Boolean).join(' · '),
  });
  // The reviews and pages in it are asked for when somebody looks.
  item.tooltip = undefined;
  return item;
}

function commentsItem(row: ChangeRequestRow): vscode.TreeItem {
  const { comments } = row.changeRequest;
  const item = look(vscode.l10n.t('Comments'), None, {
    icon: 'comment-discussion',
    description: comments > 0 ? vscode.l10n.t('{0} open', comments) : vscode.l10n.t('none open'),
  });
  item.command = {
    command: 'docsPlatform.openThreads',
    title: vscode.l10n.t('Open Comments'),
    arguments: [{ space: row.space, changeRequest: row.changeRequest }],
  };
  return item;
}

function reviewItem({ review, requested, parent }: ReviewRow): vscode.TreeItem {
  const user = review?.reviewer ?? requested?.user;
  const { revision } = parent.parent.changeRequest;
  const isOld = review !== undefined && (review.outdated ?? (review.revision ?? revision) !== revision);
  const marks = [
    review ? verdictInWords(review.status) : vscode.l10n.t('asked for a review'),
    isOld ? vscode.l10n.t('of an older revision') : undefined,
    !review && requested?.createdAt ? ageOf(requested.createdAt) : undefined,
  ];
  const icon = !review ? 'circle-outline' : review.status === 'approved' ? 'pass' : 'request-changes';
  const item = look(personName(user), None, {
    icon,
    color: !review || isOld ? undefined : review.status === 'approved' ? 'charts.green' : 'charts.orange',
    description: marks.filter(Boolean).join(' · '),
  });
  const said = commentOf(review?.comment);
  if (said) item.tooltip = new vscode.MarkdownString().appendText(said);
  return item;
}

/** What a review says beside its verdict. */
export function commentOf(comment: unknown): string | undefined {
  if (typeof comment === 'string') return comment;
  if (typeof comment !== 'object' || comment === null) return undefined;
  const { markdown, body } = comment as { markdown?: unknown; body?: { markdown?: unknown } | null };
  const text = markdown ?? body?.markdown;
  return typeof text === 'string' ? text : undefined;
}

function lineItem(row: NoteRow): vscode.TreeItem {
  if (row.why !== 'anonymous')
    return noteItem({ text: row.text, failed: row.why === 'failed' }, 'docsPlatform.changeRequests.refresh');
  const item = look(row.text, None, { icon: 'person', tooltip: [] });
  return opening(item, 'docsPlatform.changeRequests.sayWhoIAm', vscode.l10n.t('Say Who You Are'), undefined);
}

function hasReviews(reviews: ReviewState | undefined): boolean {
  return !!reviews && reviews.reviews.length + (reviews.requested?.length ?? 0) > 0;
}

/** `1 approved · 2 asked`. */
export function reviewsInWords(state: ReviewState | undefined): string {
  if (!state || !hasReviews(state)) return vscode.l10n.t('none yet');
  const count = (status: string) => state.reviews.filter((review) => review.status === status).length;
  const approved = count('approved');
  const sentBack = count('changes-requested');
  const waiting = awaited(state).length;
  return [
    approved > 0 ? vscode.l10n.t('{0} approved', approved) : undefined,
    sentBack > 0 ? vscode.l10n.t('{0} with changes requested', sentBack) : undefined,
    waiting > 0 ? vscode.l10n.t('{0} asked', waiting) : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is told when one looks longer at a change request. */
export function fullTooltip(
  row: ChangeRequestRow,
  {
    reviews,
    pages,
    pending,
  }: Pick<Known, 'reviews' | 'pending'> & {
    readonly pages: string | undefined;
  },
): vscode.MarkdownString {
  const { changeRequest, space } = row;
  const contributors = (reviews?.contributors ?? []).map(({ user }) => personName(user));
  return tooltipOf(nameOf(changeRequest), [
    pending ? vscode.l10n.t('Your review is not submitted yet: {0}.', pendingInWords(pending)) : undefined,
    pending === 0 ? vscode.l10n.t('Your review is not submitted yet.') : undefined,
    vscode.l10n.t('By {0}, into {1}.', personName(changeRequest.createdBy), titleText(space.title)),
    changeRequest.createdAt ? vscode.l10n.t('Created {0}.', dateInWords(changeRequest.createdAt)) : undefined,
    changeRequest.updatedAt ? vscode.l10n.t('Updated {0}.', dateInWords(changeRequest.updatedAt)) : undefined,
    pages,
    changeRequest.outdated
      ? vscode.l10n.t('Behind main: update it to see how it goes with what is new there.')
      : undefined,
    ...(reviews?.reviews ?? []).map((review) =>
      vscode.l10n.t('{0}: {1}', personName(review.reviewer), verdictInWords(review.status)),
    ),
    ...(reviews ? awaited(reviews) : []).map(({ user }) => vscode.l10n.t('{0}: asked for a review', personName(user))),
    contributors.length > 1 ? vscode.l10n.t('Written by {0}.', contributors.join(', ')) : undefined,
  ]);
}
