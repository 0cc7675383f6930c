import { commentsKey, type CommentsPlace } from '../../model/comments/place.ts';
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
  changeRequests: Pick<ChangeRequests, 'cached' | 'learn'>,
  library: Pick<Library, 'cachedSpaces' | 'learn'>,
): void {
  /** Whether a thread was open when it last changed, by place and thread. */
  const seen = new Map<string, Map<string, boolean>>();

  threads.onDidChange(({ place, threads: ids }) => {
    const comments = threads.of(place);
    const before = seen.get(commentsKey(place)) ?? new Map<string, boolean>();
    seen.set(commentsKey(place), before);
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

  function count(place: CommentsPlace, more: number): void {
    const at = countedAt(place);
    if (!at) return;
    const { threads: all, asOf, hasMore } = threads.of(place).cached();
    const isWhole = asOf > 0 && !hasMore;
    const comments = isWhole ? all.filter(({ isResolved }) => !isResolved).length : Math.max(0, at.comments + more);
    if (comments !== at.comments) at.learn(comments);
  }

  function countedAt({
    space: id,
    changeRequest,
  }: CommentsPlace): { readonly comments: number; learn(comments: number): void } | undefined {
    if (changeRequest !== undefined) {
      const known = changeRequests.cached(id, changeRequest)?.changeRequest;
      return (
        known && { comments: known.comments, learn: (comments) => changeRequests.learn(id, { ...known, comments }) }
      );
    }
    const space = library.cachedSpaces().find((each) => each.id === id);
    return space && { comments: space.comments, learn: (comments) => library.learn({ ...space, comments }) };
  }
}
