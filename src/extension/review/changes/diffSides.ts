import { editUriOf } from '../../ground/places/pageUri.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { isDocument } from '../../../model/pages/readable.ts';
import { sidesOf, type Sides } from '../../ground/changeRequests/changeAddresses.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import { isWritable } from '../../ground/changeRequests/pageRows.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The two sides that diffs show of a change request's pages. The head is the editable page if the user may edit. */
export async function diffSidesIn(
  parts: Uses<'edge' | 'stores'>,
  at: ChangesAt,
): Promise<(change: PageChange) => Sides> {
  const isEditable = await mayEdit(parts, at).catch((error: unknown) => {
    parts.edge.note('Editing in a diff', error);
    return false;
  });
  if (!isEditable) return (change) => sidesOf(at, change);
  const { account, space, changeRequest } = at;
  const version = { kind: 'changeRequest', number: changeRequest.number } as const;
  return (change) => {
    const { before, after } = sidesOf(at, change);
    const { page, path } = change.after ?? {};
    if (!after || path === undefined || !page || !isDocument(page)) return { before, after };
    return { before, after: editUriOf({ account: account.key, space, version, path }) };
  };
}

async function mayEdit(
  { stores }: Uses<'stores'>,
  { account, space: spaceId, changeRequest }: ChangesAt,
): Promise<boolean> {
  if ((await stores(account).edits()).isOffered() === false) return false;
  const [library, currentUser] = await Promise.all([stores(account).library(), stores(account).currentUser()]);
  return isWritable({ space: await library.space(spaceId), changeRequest }, currentUser);
}
