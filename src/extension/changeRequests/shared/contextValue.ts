import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { isLocked, mayPropose } from '../../../model/library/lockedSpace.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { OwnRow } from './rows.ts';

/**
 * `<kind>;<mark>;<permission>;…`: what menus match by. Of a change request the first mark is its status, then follow `outdated`,
 * `conflicts`, `browser` when it has an address that a browser can open, `reviews` where the server has them, `requested` when the
 * current user's review is, `reviewing` when comments of it are pending, and the permissions on its space:
 * `viewItem =~ /^changeRequest;open;.*\bmerge\b/`.
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
 * What the account may do there, and `propose` where it may start change requests and describe them. A server that does not tell
 * is asked by trying.
 */
export function permissionsOn({ space }: Pick<ChangeRequestAt, 'space'>): string[] {
  const { permissions } = space;
  const names = permissions
    ? Object.entries(permissions).flatMap(([name, allowed]) => (allowed === true ? [name] : []))
    : ['comment', 'review', ...changingContent];
  return mayPropose(space) ? [...names, 'propose'] : names;
}

/** Whether a command can be offered that takes this permission. In a locked space it explains itself why nobody has it. */
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
