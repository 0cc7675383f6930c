import { discussionKey, type DiscussionPlace } from '../../model/comments/place.ts';
import type { ChangeRequests } from '../changeRequests/changeRequests.ts';
import type { Library } from '../library/library.ts';
import type { Threads } from './threads.ts';

/**
 * Updates the number of open comments of a space or change request after actions on its threads, without a request. The
 * number is exact if all threads are cached. Otherwise it changes with the threads that are seen to be resolved,
 * reopened, deleted or created here.
 */
export function followOpenComments(
  threads: Pick<Threads, 'of' | 'onDidChange' | 'onDidSend'>,
  changeRequests: Pick<ChangeRequests, 'known' | 'learn'>,
  library: Pick<Library, 'knownSpaces' | 'learn'>,
): void {
  /** Whether a thread was open when it last changed, by place and thread. */
  const seen = new Map<string, Map<string, boolean>>();

  threads.onDidChange(({ place, threads: ids }) => {
    const comments = threads.of(place);
    const before = seen.get(discussionKey(place)) ?? new Map<string, boolean>();
    seen.set(discussionKey(place), before);
    let more = 0;
    for (const id of ids) {
      const thread = comments.thread(id);
      // A pending thread gets another id once it has arrived.
      if (thread?.isPending) continue;
      const isOpen = thread !== undefined && !thread.isResolved;
      const was = before.get(id);
      if (was !== undefined) more += Number(isOpen) - Number(was);
      before.set(id, isOpen);
    }
    count(place, more);
  });

  threads.onDidSend(({ place, isThread }) => {
    if (isThread) count(place, 1);
  });

  function count(place: DiscussionPlace, more: number): void {
    const at = countedAt(place);
    if (!at) return;
    const { threads: all, asOf, hasMore } = threads.of(place).known();
    const isWhole = asOf > 0 && !hasMore;
    const comments = isWhole ? all.filter(({ isResolved }) => !isResolved).length : Math.max(0, at.comments + more);
    if (comments !== at.comments) at.learn(comments);
  }

  function countedAt({
    space: id,
    changeRequest,
  }: DiscussionPlace): { readonly comments: number; learn(comments: number): void } | undefined {
    if (changeRequest !== undefined) {
      const known = changeRequests.known(id, changeRequest)?.changeRequest;
      return (
        known && { comments: known.comments, learn: (comments) => changeRequests.learn(id, { ...known, comments }) }
      );
    }
    const space = library.knownSpaces().find((each) => each.id === id);
    return space && { comments: space.comments, learn: (comments) => library.learn({ ...space, comments }) };
  }
}
