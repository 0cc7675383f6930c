import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { isLocked, mayPropose } from '../../../model/library/lockedSpace.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { OwnRow } from './rows.ts';

/**
 * `<kind>;<mark>;<permission>;…`, which menus match. A change request's first mark is its status. Then follow
 * `outdated`, `conflicts`, `browser` if it has an address that a browser can open, `reviews` if the server supports
 * them, `requested` if the current user's review is requested, `reviewing` if the user has pending comments on it, and
 * the permissions on its space: `viewItem =~ /^changeRequest;open;.*\bmerge\b/`.
 */
export function contextValueOf(
  row: OwnRow,
  has: { readonly reviews: boolean; readonly conflicts: boolean; readonly pending: boolean },
): string {
  switch (row.kind) {
    case 'changeRequest':
      return [
        row.kind,
        row.changeRequest.status,
        ...marksOf(row.changeRequest, has),
        ...(row.reasons.includes('review') ? ['requested'] : []),
        ...(has.pending ? ['reviewing'] : []),
        ...permissionsOn(row),
      ].join(';');
    case 'space':
      return [row.kind, ...permissionsOn(row)].join(';');
    case 'review': {
      const { parent } = row;
      const mark = row.requested && !row.review ? 'requested' : 'given';
      return [row.kind, mark, parent.parent.changeRequest.status, ...permissionsOn(parent.parent)].join(';');
    }
    default:
      return row.kind;
  }
}

/**
 * The account's permissions on the space, and `propose` if it can create change requests and edit their descriptions.
 * If the server doesn't report permissions, commands are offered and the server decides.
 */
export function permissionsOn({ space }: Pick<ChangeRequestAt, 'space'>): string[] {
  const { permissions } = space;
  const names = permissions
    ? Object.entries(permissions).flatMap(([name, allowed]) => (allowed === true ? [name] : []))
    : ['comment', 'review', ...changingContent];
  return mayPropose(space) ? [...names, 'propose'] : names;
}

/**
 * Whether a command that needs this permission can be offered. In a locked space nobody has it, and the command
 * explains that itself.
 */
export function isOffered({ space }: Pick<ChangeRequestAt, 'space'>, permission: string): boolean {
  return permissionsOn({ space }).includes(permission) || (isLocked(space) && changingContent.includes(permission));
}

const changingContent: readonly string[] = ['edit', 'merge'];

function marksOf(changeRequest: ChangeRequest, has: Parameters<typeof contextValueOf>[1]): string[] {
  return [
    ...(changeRequest.outdated ? ['outdated'] : []),
    ...(has.conflicts ? ['conflicts'] : []),
    ...(browserAddressOf(changeRequest.urls) === undefined ? [] : ['browser']),
    ...(has.reviews ? ['reviews'] : []),
  ];
}
