import type { Api, CallOptions } from '../../client/api.ts';
import { keyOf } from '../../model/organizations/pastedMembers.ts';
import { listed } from '../shared/listed.ts';

/** Those of some people, given by email address or id, who aren't members of the organization. */
export async function nonMembersAmong(
  api: Pick<Api, 'members'>,
  organizationId: string,
  people: readonly string[],
  options: CallOptions,
): Promise<readonly string[]> {
  const all = await listed((page) => api.members.list({ organizationId, ...page }, options));
  const members = new Set(all.flatMap(({ id, user }) => [id, ...(user?.email ? [keyOf(user.email)] : [])]));
  return people.filter((person) => !members.has(keyOf(person)));
}
