import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import { withQuoteOf } from '../../model/comments/quoteApart.ts';
import type { CurrentUserId } from '../../model/comments/threads.ts';
import { ApiError, failureOf, isKind, mayHaveHappened, reasonFor, reworded } from '../../model/shared/failure.ts';
import { confirmedPost, postsLike } from './confirmedPost.ts';
import type { SendingComments } from './createComments.ts';
import type { SendingDrafts } from './createDrafts.ts';
import { whereListed } from '../shared/makeOnce.ts';
import type { Draft, DraftTarget, Unsent } from './drafts.ts';
import type { SendOnce } from '../shared/sendOnce.ts';
import { markdownOf } from './markdown.ts';
import type { PostAddress, SendOptions } from './threads.ts';

export interface SendingContext {
  readonly drafts: SendingDrafts;
  readonly commentsOf: (target: DraftTarget) => SendingComments;
  readonly currentUserId: () => Promise<CurrentUserId>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly sendOnce: SendOnce;
}

/** See `Threads.send`. */
export async function send(
  parts: SendingContext,
  target: DraftTarget,
  text: string,
  options: SendOptions = {},
): Promise<string> {
  if (text.trim() === '') throw new ApiError('invalid', { code: 'nothingToSend' });
  const { drafts, now, serverNow } = parts;
  const seen = drafts.seen(target)?.unsent;
  const planned: Unsent = {
    reason: { code: 'windowClosed' },
    text,
    at: now(),
    since: serverNow(),
    mayHaveArrived: false,
    before: ownLike(parts.commentsOf(target), target, text, undefined),
    resolve: options.resolve === true,
  };
  const claim = await drafts.claim(target).catch(async (error: unknown) => {
    await drafts.fail(target, { ...(seen ?? planned), ...whyNot(error) });
    throw error;
  });
  try {
    const other = seen ?? (claim.hasWaited ? planned : undefined);
    return await sendClaimed(parts, target, text, { ...options, planned, ...(other && { other }) });
  } finally {
    await claim.release();
  }
}

interface Sending extends SendOptions {
  /** Values of the new attempt, known before it begins. */
  readonly planned: Unsent;
  /** What another window may have sent. If the draft is gone, that window's text may have arrived. */
  readonly other?: Unsent;
}

async function sendClaimed(
  parts: SendingContext,
  target: DraftTarget,
  text: string,
  { resolve = false, isBeside = false, title, planned, other }: Sending,
): Promise<string> {
  const { drafts, now, serverNow, sendOnce } = parts;
  const comments = parts.commentsOf(target);
  const draft = await drafts.get(target);
  if (isBeside && draft && draft.text.trim() !== text.trim()) return keepBeside(parts, draft, text);
  const gone = draft === undefined && other?.text.trim() === text.trim() ? other : undefined;
  const earlier = draft?.unsent ?? (gone && { ...gone, mayHaveArrived: true });
  await drafts.keep(target, text);
  const currentUserId = await parts.currentUserId().catch(async (error: unknown) => {
    await drafts.fail(target, {
      ...(earlier?.mayHaveArrived ? { ...earlier, resolve } : planned),
      ...whyNot(error),
    });
    throw error;
  });
  const begun = (): Unsent => ({
    ...planned,
    at: now(),
    since: serverNow(),
    mayHaveArrived: true,
    before: ownLike(comments, target, text, currentUserId),
    countBefore: 'thread' in target ? comments.thread(target.thread)?.replyCount : undefined,
  });
  /** While the server's time is unknown, only the existing posts tell which one is new, so they are listed first. */
  const freshAttempt = async (): Promise<Unsent> => {
    const fresh = begun();
    if (fresh.since !== undefined) return fresh;
    const there = await whereListed(() => postsLike(comments, target, fresh, currentUserId));
    return { ...fresh, since: serverNow(), before: [...fresh.before, ...there.map(({ id }) => id)] };
  };

  const lost = earlier?.mayHaveArrived ? { ...earlier, resolve } : undefined;
  let attempt = lost ?? begun();
  let isPosting = false;
  let thread: string;
  try {
    await drafts.begin(target, text, attempt);
    thread = await sendOnce<string, Unsent>({
      earlier: lost,
      async begin() {
        attempt = await freshAttempt();
        await drafts.begin(target, text, attempt);
        return attempt;
      },
      send(fresh) {
        isPosting = true;
        return create(comments, target, markdownOf(target, text), fresh, currentUserId);
      },
      async look(sought) {
        const confirmed = await confirmedPost(comments, target, sought, currentUserId);
        return confirmed && adopt(comments, target, confirmed, sought.text === text ? undefined : text);
      },
    });
  } catch (refused) {
    const error = await aboutGonePage(comments, target, refused, title ?? titleIn(earlier));
    const failure = failureOf(error);
    const mayHaveArrived = isPosting ? !failure || mayHaveHappened(failure) : lost !== undefined;
    const countBefore =
      failure?.kind === 'conflict' ? comments.thread(threadIn(target))?.replyCount : attempt.countBefore;
    await drafts.fail(target, { ...attempt, ...whyNot(error), mayHaveArrived, countBefore });
    throw error;
  }
  await drafts.finish(target, text);
  if (resolve) await resolveToo(comments, thread);
  return thread;
}

/** The user didn't see the existing draft while typing, so neither text may be sent in place of the other. */
async function keepBeside(
  { drafts, now }: SendingContext,
  { target, text: first, unsent }: Draft,
  second: string,
): Promise<never> {
  const text = `${first.trimEnd()}\n\n${second}`;
  const reason = { code: 'draftsJoined' } as const;
  await drafts.keep(target, text);
  await drafts.fail(target, {
    ...(unsent ?? { text, at: now(), mayHaveArrived: false, before: [], resolve: false }),
    reason,
  });
  throw new ApiError('invalid', reason);
}

/**
 * Servers refuse a comment on a deleted page in different ways. If its space or change request is gone, too, that is
 * the reason.
 */
async function aboutGonePage(
  { calls }: SendingComments,
  target: DraftTarget,
  error: unknown,
  title: string | undefined,
): Promise<unknown> {
  if (target.kind !== 'thread' || target.page === undefined || !isKind(error, 'invalid', 'missing')) return error;
  const isThere = await calls.hasPage(target.page).catch(() => true);
  const isPlaceThere = async () =>
    calls.list({ limit: 1 }, {}).then(
      () => true,
      () => false,
    );
  return isThere || !(await isPlaceThere())
    ? error
    : new ApiError('missing', { code: 'commentedPageGone', title }, { cause: error });
}

function titleIn(unsent: Unsent | undefined): string | undefined {
  return unsent?.reason.code === 'commentedPageGone' ? unsent.reason.title : undefined;
}

function whyNot(error: unknown): Pick<Unsent, 'reason' | 'isGone'> {
  return { reason: reasonFor(error), isGone: isKind(error, 'missing') };
}

function threadIn(target: DraftTarget): string {
  return 'thread' in target ? target.thread : '';
}

/** The user's own cached posts with the same text. */
function ownLike(comments: SendingComments, target: DraftTarget, text: string, currentUserId: CurrentUserId): string[] {
  const markdown = markdownOf(target, text);
  const posts =
    target.kind === 'reply'
      ? (comments.cachedReplies(target.thread)?.replies ?? [])
      : target.kind === 'thread'
        ? comments.cached().threads
        : [];
  return posts
    .filter(
      ({ body, author }) =>
        body.kind === 'markdown' &&
        body.markdown.trim() === markdown &&
        (currentUserId === undefined || author.id === currentUserId),
    )
    .map(({ id }) => id);
}

async function create(
  comments: SendingComments,
  target: DraftTarget,
  markdown: string,
  { at, since = at }: Unsent,
  currentUserId: CurrentUserId,
): Promise<string> {
  const { calls } = comments;
  const own = {
    id: `pending-${crypto.randomUUID()}`,
    postedBy: { id: currentUserId ?? '(me)', displayName: 'You' },
    postedAt: new Date(since).toISOString(),
    body: { markdown },
    permissions: { edit: false, reply: false, delete: false },
  };
  switch (target.kind) {
    case 'reply':
      await comments.postReply(target.thread, own, () => calls.createReply(target.thread, markdown));
      return target.thread;
    case 'edit':
      await comments.edit(target, await wholeOf(comments, target, markdown));
      return target.thread;
    case 'thread': {
      const { page, node } = target;
      const shown: Comment = {
        ...own,
        replies: 0,
        status: 'open',
        target: {
          ...(page !== undefined && { page: { id: page } }),
          ...(node !== undefined && { node: { id: node } }),
        },
      };
      const body = { ...(page !== undefined && { page }), ...(node !== undefined && { node }), body: { markdown } };
      return (await comments.postThread(shown, () => calls.create(body))).id;
    }
  }
}

/** The quote that shows where a thread belongs stays, although its author edits only what is said below. */
async function wholeOf(comments: SendingComments, { thread, reply }: PostAddress, markdown: string): Promise<string> {
  if (reply !== undefined) return markdown;
  // After a restart, the thread of an unsent edit isn't known.
  if (!comments.thread(thread)) comments.learn(await comments.calls.get(thread, {}));
  const body = comments.thread(thread)?.body;
  return body?.kind === 'markdown' ? withQuoteOf(body.markdown, markdown) : markdown;
}

/** Shows a post that has turned out to exist. If the user has edited the text since, the post is updated, too. */
async function adopt(
  comments: SendingComments,
  target: DraftTarget,
  confirmed: Comment | CommentReply,
  otherText: string | undefined,
): Promise<string> {
  if (target.kind === 'reply') comments.learnReply(target.thread, confirmed);
  else comments.learn(confirmed);
  const address = target.kind === 'reply' ? { thread: target.thread, reply: confirmed.id } : { thread: confirmed.id };
  if (otherText !== undefined) await comments.edit(address, markdownOf(target, otherText));
  return address.thread;
}

async function resolveToo(comments: SendingComments, thread: string): Promise<void> {
  try {
    await comments.resolve(thread);
  } catch (error) {
    const failure = failureOf(error);
    throw failure ? reworded(failure, { code: 'notResolved', cause: failure.reason }) : error;
  }
}
