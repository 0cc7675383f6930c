import type { Space } from '../../contract/spaces.ts';
import { browserAddressOf } from '../../model/browserAddress.ts';
import type { HeaderAction } from '../../protocol/threads.ts';
import type { ChangeRequestAt } from '../../store/changeRequests.ts';

/** What a panel offers to do with its change request, by its status and by what one may do in its space. */
export function offeredActions({ changeRequest, space }: ChangeRequestAt): HeaderAction[] {
  const isOpen = isUnderWay({ changeRequest });
  const offered: [HeaderAction, boolean][] = [
    ['openChanges', true],
    ['updateFromMain', isOpen && changeRequest.outdated === true && isAllowed(space, 'edit')],
    ['merge', isOpen && isAllowed(space, 'merge')],
    ['openInBrowser', browserAddressOf(changeRequest.urls) !== undefined],
  ];
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

/** What the server does not tell of may be tried. */
export function isAllowed({ permissions }: Pick<Space, 'permissions'>, permission: string): boolean {
  return permissions?.[permission] !== false;
}

export function isUnderWay({ changeRequest: { status } }: Pick<ChangeRequestAt, 'changeRequest'>): boolean {
  return status === 'open' || status === 'draft';
}
