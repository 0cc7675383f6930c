import * as vscode from 'vscode';
import type { Post, Thread } from '../../model/comments/threads.ts';
import type { Draft } from '../../store/comments/drafts.ts';
import type { CommentedPage } from './commentedPage.ts';
import { wordsOf } from '../ground/words/reason.ts';

// Pending comments of a review as the editor shows them: as posts that only their author can see.

/** The new threads on a page that are pending until the review is submitted. */
export function pendingThreads({ threads, place, page }: CommentedPage): Thread[] {
  return threads.reviews.comments(place).flatMap((draft) => {
    const { target } = draft;
    if (target.kind !== 'thread' || target.page !== page) return [];
    return [
      {
        ...postOf(draft),
        isResolved: false,
        resolvedAt: undefined,
        resolvedBy: undefined,
        replyCount: 0,
        page: { id: page, title: '', path: undefined, isOutdated: false },
        quote: target.quote,
        review: undefined,
        changeRequest: place.changeRequest,
      },
    ];
  });
}

/** The replies to a thread that are pending until the review is submitted. */
export function pendingReplies({ threads, place }: CommentedPage, thread: string): Post[] {
  return threads.reviews
    .comments(place)
    .filter(({ target }) => target.kind === 'reply' && target.thread === thread)
    .map(postOf);
}

/** The draft of a pending post. */
export function pendingDraft({ threads, place }: CommentedPage, post: string): Draft | undefined {
  return threads.reviews.comments(place).find((draft) => idOf(draft) === post);
}

export function isPendingPost(post: string): boolean {
  return post.startsWith(prefix);
}

const prefix = 'review/';

function idOf({ target }: Draft): string {
  return target.kind === 'edit' ? '' : `${prefix}${target.pending ?? ''}`;
}

function postOf(draft: Draft): Post {
  return {
    id: idOf(draft),
    author: { id: undefined, name: vscode.l10n.t('You') },
    isOwn: true,
    postedAt: draft.changedAt,
    editedAt: undefined,
    body: { kind: 'markdown', markdown: draft.text },
    reactions: [],
    may: { edit: false, reply: false, delete: false },
    address: undefined,
    isPending: false,
    inReview: draft.unsent && !draft.isSending ? { problem: wordsOf(draft.unsent.reason) } : {},
  };
}
