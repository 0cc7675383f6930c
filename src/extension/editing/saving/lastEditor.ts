import type { EditSession } from '../shared/openPages.ts';
import type { Uses } from '../../services/services.ts';

/** Longest wait for a name, in ms. The name is only part of a message, so nothing waits longer for it. */
const longest = 2000;

/** Who made a revision. Without a name or mark, nobody knows. */
export interface Editor {
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
): Promise<Editor> {
  const asking = async (): Promise<Editor> => {
    const changeRequests = await stores(account).changeRequests();
    const user = await stores(account).currentUser();
    const at = await changeRequests.find(space, String(number));
    const [state, currentUserId] = await Promise.all([changeRequests.reviews(at), user.load()]);
    const [last] = [...(state?.contributors ?? [])].sort(
      (one, other) => (Date.parse(other.updatedAt ?? '') || 0) - (Date.parse(one.updatedAt ?? '') || 0),
    );
    // The user's newest revision may be of this window, and the change by someone else an older one.
    const isAlone = (state?.contributors ?? []).every(({ user }) => user?.id === currentUserId);
    if (last?.user && last.user.id === currentUserId) return isAlone ? { isUser: true } : {};
    return { name: last?.user?.displayName ?? undefined };
  };
  const answer = asking().catch((error: unknown) => {
    edge.note('Who changed a page', error);
    return {};
  });
  return Promise.race([answer, new Promise<Editor>((resolve) => setTimeout(() => resolve({}), longest))]);
}
