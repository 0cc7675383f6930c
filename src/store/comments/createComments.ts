import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import { createActions, type CommentActions } from './actions.ts';
import type { CommentCalls } from './calls.ts';
import { createLoading } from './loading.ts';
import { createPeople } from './people.ts';
import { shownOfPage, shownReplies, shownThread, shownThreads } from './shown.ts';
import { createState, notify, type CommentsContext } from './state.ts';
import type { Comments } from './threads.ts';

/** Adds what sending needs. */
export interface SendingComments extends Comments, CommentActions {
  readonly calls: CommentCalls;
  /** Caches a post that has turned out to exist on the server. */
  learn(comment: Comment): void;
  learnReply(thread: string, reply: CommentReply): void;
}

export function createComments(parts: CommentsContext): SendingComments {
  const state = createState(parts);
  const { cache, calls, place } = state;
  return {
    place,
    calls,
    cached: () => shownThreads(state),
    thread: (id) => shownThread(state, id),
    cachedOfPage: (pageId) => shownOfPage(state, pageId),
    cachedReplies: (thread) => shownReplies(state, thread),
    ...createLoading(state),
    ...createActions(state),
    people: createPeople(state),
    learn(comment) {
      cache.set(comment);
      notify(state, [comment.id]);
    },
    learnReply(thread, reply) {
      cache.addReply(thread, reply);
      notify(state, [thread]);
    },
  };
}
