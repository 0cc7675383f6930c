import type { ChangeRequest } from '../../contract/changeRequests.ts';
import { browserAddressOf } from '../../model/browserAddress.ts';
import type { ChangeRequestAt } from '../../store/changeRequests.ts';
import type { OwnRow } from './rows.ts';

/**
 * `<kind>;<mark>;<permission>;…`: what menus match by. Of a change request the first mark is its status, then follow `outdated`,
 * `browser` when it has an address that a browser can open, `reviews` where the server has them, and the permissions on its
 * space: `viewItem =~ /^changeRequest;open;.*\bmerge\b/`.
 */
export function contextValueOf(row: OwnRow, hasReviews: boolean): string {
  switch (row.kind) {
    case 'changeRequest':
      return [
        row.kind,
        row.changeRequest.status,
        ...marksOf(row.changeRequest, hasReviews),
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

/** What the account may do there. A server that does not tell is asked by trying. */
export function permissionsOn({ space }: Pick<ChangeRequestAt, 'space'>): string[] {
  const { permissions } = space;
  if (!permissions) return ['comment', 'edit', 'merge', 'review'];
  return Object.entries(permissions)
    .filter(([, allowed]) => allowed === true)
    .map(([name]) => name);
}

function marksOf(changeRequest: ChangeRequest, hasReviews: boolean): string[] {
  return [
    ...(changeRequest.outdated ? ['outdated'] : []),
    ...(browserAddressOf(changeRequest.urls) === undefined ? [] : ['browser']),
    ...(hasReviews ? ['reviews'] : []),
  ];
}
