import type { EditSession } from '../shared/openPages.ts';
import type { Uses } from '../../services/services.ts';

/** Longest wait for a name, in ms. The name is only part of a message, so nothing waits longer for it. */
const longest = 2000;

/**
 * The name of the user who made the change request's last revision. Revisions have no author, so the contributors are
 * requested. Undefined if the server doesn't report them, and if it was the current user, on another computer.
 */
export async function nameOfLastEditor(
  { stores, edge }: Uses<'edge' | 'stores'>,
  { account, space, number }: EditSession,
): Promise<string | undefined> {
  const asking = async (): Promise<string | undefined> => {
    const changeRequests = await stores(account).changeRequests();
    const user = await stores(account).currentUser();
    const at = await changeRequests.find(space, String(number));
    const [state, currentUserId] = await Promise.all([changeRequests.reviews(at), user.load()]);
    const [last] = [...(state?.contributors ?? [])].sort(
      (one, other) => (Date.parse(other.updatedAt ?? '') || 0) - (Date.parse(one.updatedAt ?? '') || 0),
    );
    return last?.user && last.user.id !== currentUserId ? (last.user.displayName ?? undefined) : undefined;
  };
  const answer = asking().catch((error: unknown) => {
    edge.note('Who changed a page', error);
    return undefined;
  });
  return Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), longest))]);
}
