import type { Space } from '../../../contract/spaces/spaces.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import type { HeaderAction } from '../../../protocol/threads.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';

/** The progress of a change request's reviews. */
export interface ReviewProgress {
  /** Whether the current user's review is requested and not given yet. */
  readonly isRequested: boolean;
  readonly isApproved: boolean;
}

/**
 * The actions that a panel offers for its change request, depending on its status, its reviews and the user's
 * permissions on its space.
 */
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

/** The next step: the requested review, else the merge of an approved change request, else viewing the changes. */
export function primaryAction(
  actions: readonly HeaderAction[],
  { isApproved }: Pick<ReviewProgress, 'isApproved'>,
): HeaderAction | undefined {
  const order: readonly HeaderAction[] = ['approve', ...(isApproved ? (['merge'] as const) : []), 'openChanges'];
  return order.find((action) => actions.includes(action));
}

/** If the server doesn't report a permission, the action may be tried. */
export function isAllowed({ permissions }: Pick<Space, 'permissions'>, permission: string): boolean {
  return permissions?.[permission] !== false;
}

export function isUnderWay({ changeRequest: { status } }: Pick<ChangeRequestAt, 'changeRequest'>): boolean {
  return status === 'open' || status === 'draft';
}
