import type { Desk } from './shared/openPages.ts';
import type { Uses } from '../services/services.ts';

/** Longest wait for a name, in ms: it is only said, so nothing waits longer for it. */
const longest = 2000;

/**
 * Who made the change request's last revision, by name. Revisions name no author, so the contributors are asked. Undefined where the
 * server does not say, and where it was the current user, in another place.
 */
export async function nameOfLastEditor(
  { stores, edge }: Uses<'edge' | 'stores'>,
  { account, space, number }: Desk,
): Promise<string | undefined> {
  const asking = async (): Promise<string | undefined> => {
    const changeRequests = await stores(account).changeRequests();
    const user = await stores(account).currentUser();
    const at = await changeRequests.find(space, String(number));
    const [state, me] = await Promise.all([changeRequests.reviews(at), user.load()]);
    const [last] = [...(state?.contributors ?? [])].sort(
      (one, other) => (Date.parse(other.updatedAt ?? '') || 0) - (Date.parse(one.updatedAt ?? '') || 0),
    );
    return last?.user && last.user.id !== me ? (last.user.displayName ?? undefined) : undefined;
  };
  const answer = asking().catch((error: unknown) => {
    edge.note('Who changed a page', error);
    return undefined;
  });
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), longest))]);
}
