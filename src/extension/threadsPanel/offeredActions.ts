import type { Space } from '../../contract/spaces/spaces.ts';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import type { HeaderAction } from '../../protocol/threads.ts';
import type { ChangeRequestAt } from '../../store/changeRequests/changeRequests.ts';

/** How far the reviews of a change request are. */
export interface ReviewProgress {
  /** The review of the current user is requested, and not given yet. */
  readonly isRequested: boolean;
  readonly isApproved: boolean;
}

/** What a panel offers to do with its change request, by its status, its reviews, and by what one may do in its space. */
export function offeredActions(
  { changeRequest, space }: ChangeRequestAt,
  { isRequested }: Pick<ReviewProgress, 'isRequested'>,
): HeaderAction[] {
  const isOpen = isUnderWay({ changeRequest });
  const mayReview = isOpen && isRequested && isAllowed(space, 'review');
  const offered: [HeaderAction, boolean][] = [
    ['approve', mayReview],
    ['requestChanges', mayReview],
    ['openChanges', true],
    ['updateFromMain', isOpen && changeRequest.outdated === true && isAllowed(space, 'edit')],
    ['merge', isOpen && isAllowed(space, 'merge')],
    ['revert', changeRequest.status === 'merged' && isAllowed(space, 'edit')],
    ['openInBrowser', browserAddressOf(changeRequest.urls) !== undefined],
  ];
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

/** What is next: the review that is requested, else the merge of what is approved, else to look at the changes. */
export function primaryAction(
  actions: readonly HeaderAction[],
  { isApproved }: Pick<ReviewProgress, 'isApproved'>,
): HeaderAction | undefined {
  const order: readonly HeaderAction[] = ['approve', ...(isApproved ? (['merge'] as const) : []), 'openChanges'];
  return order.find((action) => actions.includes(action));
}

/** What the server does not tell of may be tried. */
export function isAllowed({ permissions }: Pick<Space, 'permissions'>, permission: string): boolean {
  return permissions?.[permission] !== false;
}

export function isUnderWay({ changeRequest: { status } }: Pick<ChangeRequestAt, 'changeRequest'>): boolean {
  return status === 'open' || status === 'draft';
}
