import type { Api } from '../../client/api.ts';
import type { OrganizationChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { summaryOf } from '../../model/comments/text.ts';
import { commentsKey, type CommentsPlace } from '../../model/comments/place.ts';
import { postOf, threadOf, type Post } from '../../model/comments/threads.ts';
import { isKind } from '../../model/shared/failure.ts';
import { commentCalls, type CommentApi } from './calls.ts';
import { addNews, dropNews, keepWatch, type InboxRecord } from './inboxRecord.ts';

/** A list that can contain news. */
export type Source =
  | { readonly kind: 'review' | 'created'; readonly organization: string }
  | { readonly kind: 'watched'; readonly place: CommentsPlace };

/** One request, and the record to add its news to. */
export interface Look {
  readonly api: CommentApi & { readonly changeRequests: Pick<Api['changeRequests'], 'ofOrganization' | 'get'> };
  readonly now: () => number;
  readonly record: InboxRecord;
  /** The current user's id. */
  readonly currentUserId: string;
  /** Whether the user did this from here. */
  readonly isOwnMove: (spaceId: string, changeRequestId: string, status: string) => boolean;
  readonly signal: AbortSignal;
}

const atOnce = 100;

/** The lists of these organizations, and the places of the threads that the user follows. */
export function sourcesOf({ watches }: InboxRecord, organizations: readonly string[]): readonly Source[] {
  const lists = organizations.flatMap((organization): Source[] => [
    { kind: 'review', organization },
    { kind: 'created', organization },
  ]);
  const places = new Map(watches.map(({ place }) => [commentsKey(place), place]));
  return [...lists, ...[...places.values()].map((place): Source => ({ kind: 'watched', place }))];
}

/** Undefined for followed threads. */
export function listName(source: Source): string | undefined {
  return source.kind === 'watched' ? undefined : `${source.kind} ${source.organization}`;
}

/** Requests one list; adds nothing if the server lacks it. */
export async function ask(source: Source, look: Look): Promise<void> {
  try {
    if (source.kind === 'watched') await askThreads(source.place, look);
    else await askChangeRequests(source.kind, source.organization, look);
  } catch (error) {
    if (!isKind(error, 'unsupported', 'forbidden', 'missing')) throw error;
  }
}

async function askChangeRequests(kind: 'review' | 'created', organizationId: string, look: Look): Promise<void> {
  const { api, record, currentUserId, signal } = look;
  const who = kind === 'review' ? { requestedReviewer: currentUserId } : { creator: currentUserId };
  const asked = { organizationId, ...who, status: ['open' as const, 'draft' as const], limit: atOnce };
  const { items } = await api.changeRequests.ofOrganization(asked, { signal });
  // Of a longer list, the others are unknown.
  if (items.length < atOnce) await learnClosed(kind, items, organizationId, look);
  if (kind === 'review') learnReviews(items, organizationId, look);
  for (const item of items) {
    const place = placeOf(item);
    if (!place) continue;
    const before = record.counts[item.id];
    record.counts[item.id] = item.comments;
    if (before !== undefined && before !== item.comments) {
      await askComments(place, item.subject, kind === 'created', look);
    }
  }
}

/** Removes news about change requests that were merged or archived, and tells who was asked to review a merged one. */
async function learnClosed(
  kind: 'review' | 'created',
  items: readonly OrganizationChangeRequest[],
  organization: string,
  { api, record, isOwnMove, now, signal }: Look,
): Promise<void> {
  const list = `${kind} ${organization}`;
  const present = Object.fromEntries(items.flatMap((item) => [[item.id, placeOf(item)?.space ?? ''] as const]));
  for (const [changeRequestId, spaceId] of Object.entries(record.listed[list] ?? {})) {
    if (changeRequestId in present || spaceId === '') continue;
    const { status, subject, updatedAt } = await api.changeRequests.get({ spaceId, changeRequestId }, { signal });
    if (status !== 'merged' && status !== 'archived') continue;
    dropNews(record, ({ place }) => place.changeRequest === changeRequestId);
    if (kind === 'created' || status === 'archived' || isOwnMove(spaceId, changeRequestId, status)) continue;
    addNews(record, {
      key: `merge/${changeRequestId}`,
      kind: 'merge',
      place: { space: spaceId, changeRequest: changeRequestId },
      who: undefined,
      subject,
      text: '',
      at: Date.parse(updatedAt ?? '') || now(),
      needsAttention: false,
    });
  }
  record.listed[list] = present;
}

/** Removes news about reviews that are no longer requested. */
function learnReviews(
  items: readonly OrganizationChangeRequest[],
  organization: string,
  { record, currentUserId, now }: Look,
): void {
  const known = new Set(record.reviews[organization] ?? []);
  record.reviews[organization] = items.map(({ id }) => id);
  const asked = new Set(items.map(({ id }) => `review/${id}`));
  record.news = record.news.filter(({ key, kind }) => kind !== 'review' || asked.has(key) || !known.has(key.slice(7)));
  for (const item of items) {
    const place = placeOf(item);
    if (!place || known.has(item.id) || item.createdBy?.id === currentUserId) continue;
    addNews(record, {
      key: `review/${item.id}`,
      kind: 'review',
      place,
      who: item.createdBy?.displayName ?? undefined,
      subject: item.subject,
      text: '',
      at: Date.parse(item.updatedAt ?? '') || now(),
      needsAttention: true,
    });
  }
}

async function askComments(
  place: CommentsPlace,
  subject: string,
  isOwn: boolean,
  { api, record, currentUserId, now, signal }: Look,
): Promise<void> {
  const { items } = await commentCalls(api, place).list({ limit: atOnce }, { signal });
  for (const comment of items) {
    const thread = threadOf(comment, currentUserId);
    if (thread.isOwn || thread.isResolved || (thread.postedAt ?? 0) <= record.since) continue;
    if (record.read.includes(`comment/${thread.id}`)) continue;
    addNews(record, {
      key: `comment/${thread.id}`,
      kind: 'comment',
      place,
      thread: thread.id,
      who: thread.author.name,
      subject,
      text: textOf(thread),
      at: thread.postedAt ?? now(),
      needsAttention: isOwn,
    });
  }
}

async function askThreads(place: CommentsPlace, { api, record, currentUserId, now, signal }: Look): Promise<void> {
  const calls = commentCalls(api, place);
  const { items } = await calls.list({ limit: 1000 }, { signal });
  const listed = new Map(items.map((comment) => [comment.id, comment]));
  const here = record.watches.filter((each) => commentsKey(each.place) === commentsKey(place));
  for (const watch of here) {
    const comment = listed.get(watch.thread);
    const count = comment?.replies ?? 0;
    if (!comment || count === watch.replies) continue;
    // After a reply was deleted, the next new one has to be noticed.
    if (count < watch.replies) {
      keepWatch(record, { ...watch, replies: count, isSeen: true });
      continue;
    }
    const { items: replies } = await calls.replies(watch.thread, { limit: 1000 }, { signal });
    const last = replies
      .slice(watch.replies)
      .map((reply) => postOf(reply, currentUserId))
      .findLast(({ isOwn }) => !isOwn);
    keepWatch(record, { ...watch, replies: count, isSeen: true });
    const key = `reply/${comment.id}/${last?.id}`;
    if (!last || record.read.includes(key)) continue;
    addNews(record, {
      key,
      kind: 'reply',
      place,
      thread: comment.id,
      who: last.author.name,
      subject: textOf(threadOf(comment, currentUserId)),
      text: textOf(last),
      at: last.postedAt ?? now(),
      needsAttention: watch.isOwn,
    });
  }
}

function placeOf({ id, space }: OrganizationChangeRequest): CommentsPlace | undefined {
  const spaceId = typeof space === 'string' ? space : space?.id;
  return spaceId === undefined ? undefined : { space: spaceId, changeRequest: id };
}

function textOf({ body }: Post): string {
  return summaryOf(body.kind === 'markdown' ? body.markdown : body.text);
}
