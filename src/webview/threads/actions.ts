import { quoteOfGone } from '../../model/comments/deletedQuote.ts';
import {
  targetKey,
  type BoxText,
  type HeaderAction,
  type PostAddress,
  type Target,
  type ThreadsProtocol,
} from '../../protocol/threads.ts';
import type { Announce } from '../shared/announcer.ts';
import * as l10n from '../shared/l10n.ts';
import type { Port } from '../shared/port.ts';
import { createAttempts, sentenceOf, type Attempts } from './attempts.ts';
import { leaving } from './boxOf.ts';
import { createSuggestionCheck } from './suggestionCheck.ts';
import { createMentionList, type MentionList } from './mentionList.ts';
import {
  closeBox,
  comparable,
  hideBox,
  isOpen,
  isPending,
  openBox,
  takeReplies,
  type PanelState,
} from './panelState.ts';

/** The user's actions in the panel. An error is shown where it happened, and typed text is never lost. */
export interface Actions {
  readonly resolve: (thread: string) => void;
  readonly reopen: (thread: string) => void;
  readonly react: (post: PostAddress, emoji: string, isOn: boolean) => void;
  readonly delete: (post: PostAddress) => void;
  readonly unfold: (thread: string, isUnfolded: boolean) => void;
  readonly moreReplies: (thread: string) => void;
  /** Loads the replies of an expanded thread once it is visible. */
  readonly ensureReplies: (thread: string) => void;
  /** Opens the box and focuses it. */
  readonly openBox: (target: Target) => void;
  /** Scrolls to the box and focuses it. */
  readonly edit: (target: Target) => void;
  /** For a deleted thread: starts a new thread with the typed text. */
  readonly sendAgain: (target: Target) => void;
  /** For a deleted page: sends the text as a comment on the whole space or change request, with what it is about. */
  readonly sendGeneral: (target: Target) => void;
  /** Shows the reactions that can be added to a post. */
  readonly choose: (post: PostAddress | undefined) => void;
  readonly type: (target: Target, typed: BoxText) => void;
  readonly send: (target: Target, resolve: boolean) => void;
  /** Adds the text as a pending comment of the review. */
  readonly addToReview: (target: Target) => void;
  /** Ends editing a pending comment. */
  readonly endEdit: (target: Target) => void;
  /** Closes a box in which nothing was typed. */
  readonly close: (target: Target) => void;
  readonly discard: (target: Target) => void;
  readonly goTo: (thread: string) => void;
  /** Opens the page that a relative link in a comment points to. */
  readonly openPage: (thread: string, link: string) => void;
  readonly openInBrowser: (post: PostAddress) => void;
  /** `body` is the Markdown that the user sees. */
  readonly applySuggestion: (post: PostAddress, body: string) => void;
  readonly compareSuggestion: (post: PostAddress, body: string) => void;
  readonly header: (action: HeaderAction) => void;
  readonly refresh: () => void;
  readonly more: () => void;
  readonly image: (address: string) => Promise<string>;
  readonly mentions: MentionList;
}

export interface ActionsContext {
  readonly state: PanelState;
  readonly port: Port<ThreadsProtocol>;
  readonly announce: Announce;
  /** Renders what has changed. */
  readonly draw: () => void;
  readonly focusBox: (target: Target) => void;
  /** Returns the focus from a box to where it was before. */
  readonly leaveBox: (target: Target) => void;
  /** The title of a page that the view shows. */
  readonly titleOf?: (page: string) => string | undefined;
}

const cannotBeEmpty = l10n.t("A comment can't be empty. Enter some text, or delete the comment.");
const enterText = l10n.t('Enter some text first.');

export function createActions(parts: ActionsContext): Actions {
  const { state, port, announce, draw, focusBox, leaveBox } = parts;
  const { attempt, say } = createAttempts({ state, announce, draw });

  const isUnfinished = createSuggestionCheck(say);

  async function send(target: Target, resolve: boolean): Promise<void> {
    const key = targetKey(target);
    const draft = state.drafts.get(key);
    if (target.kind === 'edit' && !draft) return actions.discard(target);
    const { text } = draft ?? { text: '' };
    if (!text.trim()) {
      if (resolve && target.kind === 'reply') actions.resolve(target.thread);
      else say(key, target.kind === 'edit' ? cannotBeEmpty : enterText);
      return;
    }
    if (isUnfinished(key, comparable(draft ?? { text }))) return;
    const leave = leaving(target, leaveBox);
    const given = { target, text, resolve, ...titleGiven(target, parts) };
    const isSent = await attempt(key, () => port.ask('send', given), doneWords(target, resolve));
    if (!isSent) return;
    leave();
    closeBox(state, target);
    if (target.kind === 'reply') actions.unfold(target.thread, true);
    draw();
  }

  async function addToReview(target: Target): Promise<void> {
    const key = targetKey(target);
    const draft = state.drafts.get(key) ?? { text: '' };
    const { text } = draft;
    if (!text.trim()) return say(key, enterText);
    if (isUnfinished(key, comparable(draft))) return;
    const leave = leaving(target, leaveBox);
    const isAdded = await attempt(
      key,
      () => port.ask('addToReview', { target, text }),
      l10n.t('Added to your review.'),
    );
    if (!isAdded) return;
    leave();
    closeBox(state, target);
    draw();
  }

  async function loadReplies(thread: string, more: boolean): Promise<void> {
    await attempt(repliesKey(thread), async () => {
      takeReplies(state, thread, await port.ask('replies', { thread, more }));
    });
  }

  /** Adds the text of a box to that of another one. */
  function move(from: Target, to: Target): void {
    const textIn = (target: Target) => state.drafts.get(targetKey(target))?.text;
    actions.type(to, { text: [textIn(to), textIn(from)].filter(Boolean).join('\n\n') });
    actions.discard(from);
  }

  const actions: Actions = {
    resolve: (thread) => void attempt(thread, () => port.ask('resolve', { thread }), l10n.t('Thread resolved.')),
    reopen: (thread) => void attempt(thread, () => port.ask('reopen', { thread }), l10n.t('Thread reopened.')),
    react(post, emoji, isOn) {
      state.reacting = undefined;
      void attempt(
        post.thread,
        () => port.ask('react', { post, emoji, isOn }),
        isOn ? l10n.t('Reaction added.') : l10n.t('Reaction removed.'),
      );
    },
    delete: (post) =>
      void attempt(post.thread, async () => {
        if (await port.ask('delete', { post })) announce(l10n.t('Deleted.'));
      }),
    unfold(thread, isUnfolded) {
      const others = state.viewState.get().unfolded.filter((id) => id !== thread);
      state.viewState.set({ unfolded: isUnfolded ? [...others, thread] : others });
      draw();
    },
    ensureReplies(thread) {
      const key = repliesKey(thread);
      if (state.replies.has(thread) || state.busy.has(key) || state.problems.has(key)) return;
      queueMicrotask(() => void loadReplies(thread, false));
    },
    moreReplies: (thread) => void loadReplies(thread, true),
    openBox(target) {
      openBox(state, target);
      draw();
      focusBox(target);
    },
    edit: (target) => actions.openBox(target),
    sendAgain(target) {
      const again: Target = { kind: 'thread' };
      move(target, again);
      actions.openBox(again);
    },
    sendGeneral(target) {
      const again = generalTarget(state, target);
      move(target, again);
      if (!isPending(again)) actions.send(again, false);
    },
    choose(post) {
      state.reacting = post;
      draw();
    },
    type(target, typed) {
      const { text } = typed;
      const key = targetKey(target);
      const { unsent } = state.drafts.get(key) ?? {};
      if (text || target.kind === 'edit' || isPending(target)) state.drafts.set(key, { target, ...typed, unsent });
      else state.drafts.delete(key);
      if (!isOpen(state, target)) openBox(state, target);
      // Only its Delete button deletes a pending comment.
      if (text.trim() || !isPending(target)) void keep({ state, port, say }, target, text);
      if (state.problems.delete(key)) draw();
    },
    send: (target, resolve) => void send(target, resolve),
    addToReview: (target) => void addToReview(target),
    endEdit(target) {
      const key = targetKey(target);
      const draft = state.drafts.get(key) ?? { text: '' };
      if (!draft.text.trim()) return say(key, cannotBeEmpty);
      if (isUnfinished(key, comparable(draft))) return;
      leaving(target, leaveBox)();
      hideBox(state, target);
      draw();
    },
    close(target) {
      leaving(target, leaveBox)();
      hideBox(state, target);
      draw();
    },
    discard(target) {
      leaving(target, leaveBox)();
      closeBox(state, target);
      draw();
      void attempt(targetKey(target), () => port.ask('discardDraft', { target }));
    },
    goTo: (thread) => void attempt(thread, () => port.ask('goTo', { thread })),
    openPage: (thread, link) => void attempt(thread, () => port.ask('openPage', { thread, link })),
    openInBrowser: (post) => void attempt(post.thread, () => port.ask('openInBrowser', { post })),
    applySuggestion: (post, body) => void attempt(post.thread, () => port.ask('applySuggestion', { post, body })),
    compareSuggestion: (post, body) => void attempt(post.thread, () => port.ask('compareSuggestion', { post, body })),
    header: (action) => void attempt(headerKey, () => port.ask('action', { action })),
    refresh: () => void attempt(headerKey, () => port.ask('refresh', {})),
    more: () => void attempt(headerKey, () => port.ask('more', {})),
    mentions: createMentionList(port, announce),
    image: (address) => port.ask('image', { address }),
  };
  return actions;
}

/** Stores what was typed. Until that is confirmed, drafts that the extension reports are outdated. */
async function keep(
  { state: { unconfirmed }, port, say }: Pick<ActionsContext, 'state' | 'port'> & Pick<Attempts, 'say'>,
  target: Target,
  text: string,
): Promise<void> {
  const key = targetKey(target);
  unconfirmed.set(key, (unconfirmed.get(key) ?? 0) + 1);
  try {
    await port.ask('keepDraft', { target, text });
  } catch (error) {
    say(key, sentenceOf(error));
  } finally {
    const left = (unconfirmed.get(key) ?? 1) - 1;
    if (left > 0) unconfirmed.set(key, left);
    else unconfirmed.delete(key);
  }
}

/** A comment on the whole space or change request that quotes what the box of a deleted page is about. */
function generalTarget({ drafts }: PanelState, target: Target): Target {
  if (target.kind !== 'thread') return { kind: 'thread' };
  const quote = quoteOfGone(drafts.get(targetKey(target))?.unsent?.gonePage ?? '', target.quote);
  const { pending } = target;
  return { kind: 'thread', ...(quote !== undefined && { quote }), ...(pending !== undefined && { pending }) };
}

function titleGiven(target: Target, { titleOf }: Pick<ActionsContext, 'titleOf'>): { readonly title?: string } {
  const title = target.kind === 'thread' && target.page !== undefined ? titleOf?.(target.page) : undefined;
  return title === undefined ? {} : { title };
}

/** The key for progress and errors of the whole panel. */
export const headerKey = 'panel';

export function repliesKey(thread: string): string {
  return JSON.stringify(['replies', thread]);
}

function doneWords(target: Target, resolve: boolean): string {
  switch (target.kind) {
    case 'reply':
      return resolve ? l10n.t('Reply sent. Thread resolved.') : l10n.t('Reply sent.');
    case 'edit':
      return l10n.t('Comment saved.');
    case 'thread':
      return l10n.t('Comment sent.');
  }
}
