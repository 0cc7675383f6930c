import * as vscode from 'vscode';
import type { Mention, MentionSign } from '../../../model/comments/mentions.ts';
import type { Thread } from '../../../model/comments/threads.ts';
import type { Handlers } from '../../../protocol/answering.ts';
import type { HeaderAction, PostAddress, Show, Target, ThreadsProtocol } from '../../../protocol/threads.ts';
import type { DraftTarget } from '../../../store/comments/drafts.ts';
import { contextOf, createContent, type ContentContext } from './content.ts';
import { sentFromBox } from './suggestionBox.ts';

/** What the panel needs from its surroundings. */
export interface AnswersContext extends ContentContext {
  readonly action: (action: HeaderAction) => Promise<unknown>;
  readonly confirmDelete: (thread: Thread, isThread: boolean) => Promise<boolean>;
  readonly goTo: (thread: Thread) => Promise<unknown>;
  /** Opens the page that a relative link in a thread points to. */
  readonly openPage: (thread: Thread, link: string) => Promise<unknown>;
  readonly applySuggestion: (post: PostAddress, body: string) => Promise<unknown>;
  readonly compareSuggestion: (post: PostAddress, body: string) => Promise<unknown>;
  readonly openAddress: (address: string) => Promise<unknown>;
  readonly mentions: (typed: { readonly sign: MentionSign; readonly written: string }) => Promise<readonly Mention[]>;
  /** Resolves to a `data:` URI. */
  readonly image: (address: string) => Promise<string>;
  /** What the webview should show when it opens; undefined after the first call. */
  readonly toShow: () => Show | undefined;
}

export interface Answers {
  readonly handlers: Handlers<ThreadsProtocol>;
  /** Refreshes what is shown. Resolves to false if that failed; never rejects. */
  readonly refresh: () => Promise<boolean>;
  /** Called when a page was read, perhaps with another text than before. */
  readonly pageRead: (page: string) => void;
  /** Called when the pages are known, for the addresses in suggestions. */
  readonly pagesRead: () => void;
  dispose(): void;
}

/** The extension's side of the panel: answers from the store and notifies the webview of changes. */
export function threadsAnswers(parts: AnswersContext): Answers {
  const { threads, place } = parts;
  const comments = threads.of(place);
  const content = createContent(parts);

  function fullTarget(target: Target): DraftTarget {
    return { ...target, place };
  }

  function stored(target: Target, text: string): string {
    return sentFromBox(text, contextOf(parts, target));
  }

  function threadOf(id: string): Thread {
    const thread = comments.thread(id);
    if (!thread) throw new Error(vscode.l10n.t('Someone deleted this comment thread.'));
    return thread;
  }

  const handlers: Handlers<ThreadsProtocol> = {
    async open() {
      const known = await content.open();
      const show = parts.toShow();
      return { ...known, ...(show && { show }) };
    },
    refresh: () => nothing(content.refresh()),
    more: () => nothing(content.more()),
    async replies({ thread, more }) {
      const { replies, hasMore } = await (more && comments.cachedReplies(thread)
        ? comments.moreReplies(thread)
        : comments.replies(thread));
      content.followReplies(thread);
      return { replies: content.shownReplies(thread, replies), hasMore };
    },
    resolve: ({ thread }) => nothing(comments.resolve(thread)),
    reopen: ({ thread }) => nothing(comments.reopen(thread)),
    react: ({ post, emoji, isOn }) => nothing(comments.react(post, emoji, isOn)),
    async delete({ post }) {
      if (!(await parts.confirmDelete(threadOf(post.thread), post.reply === undefined))) return false;
      await comments.delete(post);
      return true;
    },
    send: ({ target, text, resolve, title }) =>
      nothing(threads.send(fullTarget(target), stored(target, text), { resolve, title })),
    addToReview: ({ target, text }) => nothing(threads.reviews.add(fullTarget(target), stored(target, text))),
    keepDraft: ({ target, text }) => nothing(threads.drafts.keep(fullTarget(target), stored(target, text))),
    discardDraft: ({ target }) => nothing(threads.drafts.discard(fullTarget(target))),
    goTo: ({ thread }) => nothing(parts.goTo(threadOf(thread))),
    openPage: ({ thread, link }) => nothing(parts.openPage(threadOf(thread), link)),
    async openInBrowser({ post: { thread, reply } }) {
      const post =
        reply === undefined ? threadOf(thread) : comments.cachedReplies(thread)?.replies.find(({ id }) => id === reply);
      if (!post?.address) throw new Error(vscode.l10n.t("This comment has no link: the server doesn't provide one."));
      return nothing(parts.openAddress(post.address));
    },
    applySuggestion: ({ post, body }) => nothing(parts.applySuggestion(post, body)),
    compareSuggestion: ({ post, body }) => nothing(parts.compareSuggestion(post, body)),
    action: ({ action }) => nothing(parts.action(action)),
    image: ({ address }) => parts.image(address),
    mentions: (typed) => parts.mentions(typed),
  };

  return {
    handlers,
    refresh: () => content.refresh(),
    pageRead: (page) => content.pageRead(page),
    pagesRead: () => content.pagesRead(),
    dispose: () => content.dispose(),
  };
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}
