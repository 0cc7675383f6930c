import { commentsKey, type CommentsPlace } from '../../model/comments/place.ts';
import type { CurrentUserId } from '../../model/comments/threads.ts';
import { commentCalls, type CommentApi } from './calls.ts';
import { createComments, type SendingComments } from './createComments.ts';
import { createDrafts, nameOf } from './createDrafts.ts';
import type { DraftStorage } from '../shared/draftFiles.ts';
import type { DraftTarget } from './drafts.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLanes } from '../shared/lane.ts';
import { createTurns } from '../shared/pagedList.ts';
import { createSendOnce } from '../shared/sendOnce.ts';
import { createPendingReviews } from './pendingReviews.ts';
import { send } from './sending.ts';
import type { CommentsChange, SendOptions, SentPost, Threads } from './threads.ts';

export interface ThreadsOptions {
  readonly api: CommentApi;
  /** Called once, at the first read. */
  readonly currentUserId: () => Promise<CurrentUserId>;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly drafts: DraftStorage;
  readonly log: { warn(message: string): void };
}

export function createThreads(options: ThreadsOptions): Threads & { dispose(): void } {
  const { api, currentUserId, now, serverNow, drafts: storage, log } = options;
  const turns = createTurns();
  const sendOnce = createSendOnce(now);
  const opened = new Map<string, SendingComments>();
  const changed = createEmitter<CommentsChange>((error) =>
    log.warn(`A listener of the comments failed: ${String(error)}`),
  );
  const sent = createEmitter<SentPost>((error) => log.warn(`A listener of what is sent failed: ${String(error)}`));
  const drafts = createDrafts({ storage, now, warn: (message) => log.warn(message) });
  const laneOf = createLanes();
  /** The text that is being sent last, by the name of its draft. */
  const sending = new Map<
    string,
    { readonly text: string; readonly resolve: boolean; readonly thread: Promise<string> }
  >();
  let asking: Promise<CurrentUserId> | undefined;
  let cachedCurrentUser: CurrentUserId;

  async function askCurrentUser(): Promise<CurrentUserId> {
    asking ??= currentUserId();
    const asked = asking;
    try {
      return (cachedCurrentUser = await asked);
    } catch (error) {
      if (asking === asked) asking = undefined;
      throw error;
    }
  }

  function of(place: CommentsPlace): SendingComments {
    const key = commentsKey(place);
    const known = opened.get(key);
    if (known) return known;
    const comments = createComments({
      place,
      calls: commentCalls(api, place),
      now,
      turns,
      sendOnce,
      currentUserId: askCurrentUser,
      cachedCurrentUser: () => cachedCurrentUser,
      onChange: (threads, sent) => changed.emit({ place, threads, sent }),
    });
    opened.set(key, comments);
    return comments;
  }

  async function sendNow(target: DraftTarget, text: string, options: SendOptions | undefined): Promise<string> {
    const parts = {
      drafts,
      now,
      serverNow,
      sendOnce,
      currentUserId: askCurrentUser,
      commentsOf: ({ place }: DraftTarget) => of(place),
    };
    const thread = await send(parts, target, text, options);
    sent.emit({ place: target.place, thread, isThread: target.kind === 'thread' });
    return thread;
  }

  const threads: Omit<Threads, 'reviews'> = {
    of,
    opened: () => [...opened.values()],
    drafts,
    async send(target, text, options) {
      const name = nameOf(target);
      const before = sending.get(name);
      if (before?.text === text.trim()) {
        const thread = await before.thread;
        if (options?.resolve && !before.resolve) await of(target.place).resolve(thread);
        return thread;
      }
      const thread = laneOf(name).queue(() => sendNow(target, text, options));
      const turn = { text: text.trim(), resolve: options?.resolve === true, thread };
      sending.set(name, turn);
      const end = (): void => {
        if (sending.get(name) === turn) sending.delete(name);
      };
      thread.then(end, end);
      return thread;
    },
    currentUserId: askCurrentUser,
    onDidChange: (listener) => changed.listen(listener),
    onDidSend: (listener) => sent.listen(listener),
  };
  const reviews = createPendingReviews({ drafts, send: (target, text) => threads.send(target, text), now, serverNow });
  return { ...threads, reviews, dispose: () => drafts.dispose() };
}
