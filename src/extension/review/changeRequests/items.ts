import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { isPending } from '../../../model/changeRequests/reviewState.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type {
  ChangeRequestChildren,
  ReviewState,
  SpaceCounts,
  Status,
} from '../../../store/changeRequests/changeRequests.ts';
import { itemOfPages } from '../../ground/changeRequests/pageRows.ts';
import { dateInWords } from '../../ground/words/dates.ts';
import { look, moreItem, noteItem, opening, tooltipOf } from '../../ground/trees/look.ts';
import { plural } from '../../ground/words/plural.ts';
import { awaited } from '../../ground/changeRequests/awaitedReviews.ts';
import type { ChangeRequestRow, NoteRow, OwnRow, ReviewRow } from '../../ground/changeRequests/rows.ts';
import {
  ageOf,
  commentsInWords,
  conflictsInWords,
  groupName,
  nameOf,
  pagesInWords,
  pendingInWords,
  pendingMark,
  personName,
  reasonInWords,
  requestedInWords,
  statusInWords,
  verdictInWords,
} from '../../ground/changeRequests/wording.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The state that a row shows next to its change request. */
export interface RowState {
  readonly children: ChangeRequestChildren | undefined;
  readonly reviews: ReviewState | undefined;
  /** How many pages of the change request are in conflict with main. */
  readonly conflicts: number;
  /** How many comments are pending until the user submits their review; 0 if it only has a summary. */
  readonly pending: number | undefined;
  /** How many pages it changes, if it is edited and that is known. */
  readonly pages: number | undefined;
  /** Identifies the space where rows of several spaces are mixed. */
  readonly mark: string | undefined;
}

/** The tree item of a row, without its id and context value. */
export function itemOf(row: OwnRow, { children, reviews, ...known }: RowState): vscode.TreeItem {
  switch (row.kind) {
    case 'waiting':
      return look(vscode.l10n.t('Needs Attention'), Expanded, {
        icon: 'inbox',
        description: matchesOfAll(children),
      });
    case 'status':
      return look(groupName(row.status), row.status === 'open' ? Expanded : Collapsed, {
        icon: statusIcons[row.status],
        description: [children?.total?.toString(), aboveInWords(children?.above)].filter(Boolean).join(' · '),
      });
    case 'space':
      return spaceItem(row.space, row.counts);
    case 'changeRequest':
      return changeRequestItem(row, known);
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

function spaceItem(space: Space, { open = 0, draft = 0, above }: SpaceCounts): vscode.TreeItem {
  const counts = [
    open > 0 ? plural(vscode.l10n.t('{0} open'), open) : undefined,
    draft > 0 ? plural(vscode.l10n.t('{0} draft|{0} drafts'), draft) : undefined,
    aboveInWords(above),
  ];
  return look(titleText(space.title), Collapsed, {
    emoji: space.emoji,
    icon: 'book',
    description: counts.filter(Boolean).join(' · '),
  });
}

/** How many need attention; with a filter, also how many of them it leaves. */
function matchesOfAll(children: ChangeRequestChildren | undefined): string | undefined {
  const { places, total = 0 } = children ?? {};
  if (!places || places.length === total) return places?.length.toString();
  return vscode.l10n.t('{0} of {1}', places.length, total);
}

/** How many of a group's change requests are listed under “needs attention”, at the top of the view. */
function aboveInWords(count = 0): string | undefined {
  return count > 0 ? plural(vscode.l10n.t('{0} above'), count) : undefined;
}

/** A narrow view shows only the subject, so the icon and the mark come first. */
function changeRequestItem(
  row: ChangeRequestRow,
  { conflicts, pending, pages, mark }: Omit<RowState, 'children' | 'reviews'>,
): vscode.TreeItem {
  const { changeRequest, space, reasons } = row;
  const person = personName(changeRequest.createdBy);
  const urgent = [
    pending === undefined ? undefined : pendingMark(pending),
    ...reasons.filter((reason) => reason !== 'outdated').map(reasonInWords),
    conflicts > 0 ? conflictsInWords(conflicts) : undefined,
    pages === undefined ? undefined : pagesInWords(pages),
  ];
  const age = ageOf(changeRequest.updatedAt ?? changeRequest.createdAt);
  const title = titleText(space.title);
  const words = (marks: readonly (string | undefined)[]): string => marks.filter(Boolean).join(' · ');
  const item = look(nameOf(changeRequest), Collapsed, {
    ...iconOf(row),
    mark,
    description: words([...urgent, person, age, mark === undefined ? undefined : title]),
    spoken: words([
      isEdited(row) ? vscode.l10n.t('being edited') : undefined,
      title,
      ...stateInWords(changeRequest),
      ...urgent,
      person,
      age,
    ]),
  });
  // VS Code calls `resolveTreeItem` for the tooltip, so reviews and pages are loaded only when the user hovers.
  item.tooltip = undefined;
  return item;
}

/** Its row is at the top of the view, in no group. */
function isEdited({ parent }: ChangeRequestRow): boolean {
  return parent === undefined;
}

function iconOf(row: ChangeRequestRow): { icon: string; color: string } {
  const { changeRequest, reasons } = row;
  const status = changeRequest.status as Status;
  const isBehind = changeRequest.outdated && isPending(changeRequest);
  if (isEdited(row)) return { icon: 'edit', color: statusColors[status] };
  if (reasons.includes('changes-requested')) return { icon: 'request-changes', color: 'charts.orange' };
  if (isBehind && status === 'open') return { icon: 'git-pull-request-new-changes', color: 'charts.yellow' };
  if (reasons.includes('approved')) return { icon: 'pass', color: 'charts.green' };
  const icon = statusIcons[status] ?? 'question';
  return { icon, color: isBehind ? 'charts.yellow' : (statusColors[status] ?? 'descriptionForeground') };
}

/** The words for what the icon shows. */
function stateInWords(changeRequest: ChangeRequest): (string | undefined)[] {
  const { status, outdated, comments } = changeRequest;
  return [
    statusInWords(status),
    outdated && isPending(changeRequest) ? vscode.l10n.t('outdated') : undefined,
    comments > 0 ? commentsInWords(comments) : undefined,
  ];
}

function commentsItem(row: ChangeRequestRow): vscode.TreeItem {
  const { comments } = row.changeRequest;
  const item = look(vscode.l10n.t('Comments'), None, {
    icon: 'comment-discussion',
    description: comments > 0 ? plural(vscode.l10n.t('{0} open'), comments) : vscode.l10n.t('none open'),
  });
  item.command = {
    command: 'docsPlatform.openThreads',
    title: vscode.l10n.t('Open Comments'),
    arguments: [{ space: row.space, changeRequest: row.changeRequest }],
  };
  return item;
}

function reviewItem({ review, requested, parent, currentUserId }: ReviewRow): vscode.TreeItem {
  const user = review?.reviewer ?? requested?.user;
  const { revision } = parent.parent.changeRequest;
  const isOld = review !== undefined && (review.outdated ?? (review.revision ?? revision) !== revision);
  const marks = [
    review ? verdictInWords(review.status) : requestedInWords(user, currentUserId),
    isOld ? vscode.l10n.t('for an older revision') : undefined,
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

/** The text of a review, next to its verdict. */
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
  const item = look(row.text, None, { icon: 'person' });
  return opening(item, 'docsPlatform.changeRequests.chooseUser', vscode.l10n.t('Choose Your User…'), undefined);
}

function hasReviews(reviews: ReviewState | undefined): boolean {
  return !!reviews && reviews.reviews.length + (reviews.requested?.length ?? 0) > 0;
}

/** `1 approved · 2 still to review`. */
export function reviewsInWords(state: ReviewState | undefined): string {
  if (!state || !hasReviews(state)) return vscode.l10n.t('none yet');
  const count = (status: string) => state.reviews.filter((review) => review.status === status).length;
  const approved = count('approved');
  const sentBack = count('changes-requested');
  const waiting = awaited(state).length;
  return [
    approved > 0 ? plural(vscode.l10n.t('{0} approved'), approved) : undefined,
    sentBack > 0 ? plural(vscode.l10n.t('{0} requested changes'), sentBack) : undefined,
    waiting > 0 ? plural(vscode.l10n.t('{0} still to review'), waiting) : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A tooltip with as few lines as possible, because the row itself has room only for the subject. */
export function fullTooltip(
  row: ChangeRequestRow,
  {
    reviews,
    pages,
    pending,
    currentUserId,
  }: Pick<RowState, 'reviews' | 'pending'> & {
    /** How many pages it changes, if known. */
    readonly pages: number | undefined;
    readonly currentUserId: string | undefined;
  },
): vscode.MarkdownString {
  const { changeRequest, space } = row;
  const { createdBy, createdAt, updatedAt } = changeRequest;
  const [created, updated] = [dateInWords(createdAt), dateInWords(updatedAt)];
  const contributors = (reviews?.contributors ?? []).map(({ user }) => personName(user));
  const line = (words: readonly (string | undefined)[]): string => words.filter(Boolean).join(' · ');
  return tooltipOf(nameOf(changeRequest), [
    line([titleText(space.title), ...stateInWords(changeRequest)]),
    line([
      vscode.l10n.t('by {0}', personName(createdBy)),
      pages === undefined ? undefined : vscode.l10n.t('changes {0}', pagesInWords(pages)),
    ]),
    line([
      created === undefined ? undefined : vscode.l10n.t('created {0}', created),
      updated === undefined || updated === created ? undefined : vscode.l10n.t('updated {0}', updated),
    ]),
    line([
      ...(reviews?.reviews ?? []).map((review) =>
        vscode.l10n.t('{0}: {1}', personName(review.reviewer), verdictInWords(review.status)),
      ),
      ...(reviews ? awaited(reviews) : []).map(({ user }) =>
        currentUserId !== undefined && user?.id === currentUserId
          ? requestedInWords(user, currentUserId)
          : vscode.l10n.t('{0}: {1}', personName(user), requestedInWords(user, currentUserId)),
      ),
    ]),
    contributors.length > 1 ? vscode.l10n.t('Contributors: {0}.', contributors.join(', ')) : undefined,
    pending ? vscode.l10n.t('Review not submitted yet: {0}.', pendingInWords(pending)) : undefined,
    pending === 0 ? vscode.l10n.t('Review not submitted yet.') : undefined,
  ]);
}
