import { discussionKey } from '../model/discussion.ts';
import type { ChangeRequests } from './changeRequests.ts';
import type { Threads } from './threads.ts';

/**
 * Has the number of open comments of a change request follow what is done to its threads here, without a request: exactly when all
 * threads are known, else by those that were seen to be resolved, reopened or deleted.
 */
export function followOpenComments(
  threads: Pick<Threads, 'of' | 'onDidChange'>,
  changeRequests: Pick<ChangeRequests, 'known' | 'learn'>,
): void {
  /** Whether a thread was open when it was last told, by discussion and thread. */
  const seen = new Map<string, Map<string, boolean>>();

  threads.onDidChange(({ place, threads: ids }) => {
    const { space, changeRequest } = place;
    const at = changeRequest === undefined ? undefined : changeRequests.known(space, changeRequest);
    const discussion = threads.of(place);
    const before = seen.get(discussionKey(place)) ?? new Map<string, boolean>();
    seen.set(discussionKey(place), before);
    let more = 0;
    for (const id of ids) {
      const thread = discussion.thread(id);
      const isOpen = thread !== undefined && !thread.isResolved;
      const was = before.get(id);
      if (was !== undefined) more += Number(isOpen) - Number(was);
      before.set(id, isOpen);
    }
    if (!at) return;
    const { threads: all, asOf, hasMore } = discussion.known();
    const isWhole = asOf > 0 && !hasMore;
    const comments = isWhole
      ? all.filter(({ isResolved }) => !isResolved).length
      : Math.max(0, at.changeRequest.comments + more);
    if (comments !== at.changeRequest.comments) changeRequests.learn(space, { ...at.changeRequest, comments });
  });
}
