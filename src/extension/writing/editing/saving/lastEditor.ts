import type { EditSession } from '../../../ground/sessions/openPages.ts';
import type { Uses } from '../../../ground/services/services.ts';

/** Longest wait for a name, in ms. The name is only part of a message, so nothing waits longer for it. */
const longest = 2000;

/** Who made a revision, as far as the server reports it. */
export interface Contributor {
  readonly name?: string | undefined;
  /** The current user, in another window or on another computer. */
  readonly isUser?: boolean;
}

/**
 * The user who made the change request's last revision. Revisions have no author, so the contributors are requested,
 * which some servers don't report.
 */
export async function lastEditor(
  { stores, edge }: Uses<'edge' | 'stores'>,
  { account, space, number }: EditSession,
): Promise<Contributor> {
  const asking = async (): Promise<Contributor> => {
    const changeRequests = await stores(account).changeRequests();
    const user = await stores(account).currentUser();
    const at = await changeRequests.find(space, String(number));
    const [state, currentUserId] = await Promise.all([changeRequests.reviews(at), user.load()]);
    const contributors = state?.contributors ?? [];
    const [last] = [...contributors].sort(
      (one, other) => (Date.parse(other.updatedAt ?? '') || 0) - (Date.parse(one.updatedAt ?? '') || 0),
    );
    if (last?.user?.id !== currentUserId || currentUserId === undefined)
      return { name: last?.user?.displayName ?? undefined };
    // The user may have made the last revision in this window, after someone else's.
    return contributors.every(({ user }) => user?.id === currentUserId) ? { isUser: true } : {};
  };
  const answer = asking().catch((error: unknown) => {
    edge.note('Who changed a page', error);
    return {};
  });
  return Promise.race([answer, new Promise<Contributor>((resolve) => setTimeout(() => resolve({}), longest))]);
}
