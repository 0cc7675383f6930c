import * as z from 'zod/mini';
import { threadOrders, threadStatuses } from '../model/comments/threadList.ts';
import type { Protocol } from './protocol.ts';

// The messages between the panel of comment threads and the extension. Times are in ms since the epoch.

const Time = z.optional(z.number());
const Person = z.object({ id: z.optional(z.string()), name: z.string() });

const Body = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('markdown'), markdown: z.string() }),
  z.object({ kind: z.literal('document'), text: z.string() }),
]);

const Lines = z.readonly(z.array(z.string()));

/** As described in `extension/ground/threads/suggestionBox.ts`. */
export const boxText = { text: z.string(), shownOldLines: z.optional(Lines) };
const BoxText = z.object(boxText);
export type BoxText = z.infer<typeof BoxText>;

const post = {
  id: z.string(),
  author: Person,
  isOwn: z.boolean(),
  postedAt: Time,
  editedAt: Time,
  body: Body,
  reactions: z.readonly(
    z.array(
      z.object({
        emoji: z.string(),
        label: z.string(),
        count: z.number(),
        isOwn: z.boolean(),
        names: z.readonly(z.array(z.string())),
      }),
    ),
  ),
  may: z.object({ edit: z.boolean(), reply: z.boolean(), delete: z.boolean() }),
  address: z.optional(z.string()),
  isPending: z.boolean(),
  /** Its suggestions, with addresses as editors show them. */
  suggestions: z.optional(z.readonly(z.array(z.object({ oldLines: Lines, newLines: Lines })))),
  /** Whether the text of the page no longer fits some or all of its suggestions. */
  outdated: z.optional(z.enum(['some', 'all'])),
  /** Its text in the box that edits it, if that is another one. */
  box: z.optional(BoxText),
};

/** As described in `model/comments/threads.ts`. */
export const Post = z.object(post);
export type Post = z.infer<typeof Post>;

export const Thread = z.object({
  ...post,
  isResolved: z.boolean(),
  resolvedAt: Time,
  resolvedBy: z.optional(Person),
  replyCount: z.number(),
  page: z.optional(z.object({ id: z.string(), title: z.string(), isOutdated: z.boolean() })),
  quote: z.optional(z.string()),
  review: z.optional(z.string()),
});
export type Thread = z.infer<typeof Thread>;

/** The first replies of a thread, oldest first. */
const Replies = z.object({ replies: z.readonly(z.array(Post)), hasMore: z.boolean() });
export type Replies = z.infer<typeof Replies>;

/** A comment, or a reply to it. */
const PostAddress = z.strictObject({ thread: z.string(), reply: z.optional(z.string()) });
export type PostAddress = z.infer<typeof PostAddress>;

/**
 * What a box is for: a reply, a new text for a post, or a new thread on the whole space or change request, or on part
 * of a page.
 */
export const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reply'), thread: z.string(), pending: z.optional(z.string()) }),
  z.strictObject({ kind: z.literal('edit'), thread: z.string(), reply: z.optional(z.string()) }),
  z.strictObject({
    kind: z.literal('thread'),
    page: z.optional(z.string()),
    node: z.optional(z.string()),
    quote: z.optional(z.string()),
    /** The id of a pending comment of the user's review. */
    pending: z.optional(z.string()),
  }),
]);
export type Target = z.infer<typeof Target>;

/** A key that identifies a box. */
export function targetKey(target: Target): string {
  switch (target.kind) {
    case 'reply':
      return JSON.stringify(['reply', target.thread, ...pendingOf(target)]);
    case 'edit':
      return JSON.stringify(['edit', target.thread, target.reply ?? '']);
    case 'thread':
      return JSON.stringify(['thread', target.page ?? '', target.node ?? '', target.quote ?? '', ...pendingOf(target)]);
  }
}

function pendingOf({ pending }: { readonly pending?: string | undefined }): string[] {
  return pending === undefined ? [] : [pending];
}

/** The text typed into a box. `unsent` says why it couldn't be sent, and whether trying again is pointless. Then
 * `gonePage` is the title of its page, if that was deleted. */
const Draft = z.object({
  target: Target,
  ...boxText,
  unsent: z.optional(
    z.object({
      reason: z.string(),
      isGone: z.optional(z.boolean()),
      gonePage: z.optional(z.string()),
      resolve: z.boolean(),
    }),
  ),
});
export type Draft = z.infer<typeof Draft>;
const Drafts = z.readonly(z.array(Draft));

/** How much of the list is loaded. */
const Extent = z.object({
  hasMore: z.boolean(),
  /** Whether more is being loaded. */
  isLoading: z.boolean(),
  /** Why the last refresh failed, as text for users. */
  failure: z.optional(z.string()),
});
export type Extent = z.infer<typeof Extent>;

/** The actions on the change request, each with a command of its own. */
export const headerActions = [
  'approve',
  'requestChanges',
  'openChanges',
  'updateFromMain',
  'merge',
  'revert',
  'openInBrowser',
  'submitReview',
  'discardReview',
] as const;
export type HeaderAction = (typeof headerActions)[number];

const Header = z.object({
  title: z.string(),
  /** Set for a change request. */
  status: z.optional(z.string()),
  isOutdated: z.boolean(),
  /** The author and the space: `Ada Park · into Operator Handbook`. */
  description: z.string(),
  actions: z.readonly(z.array(z.enum(headerActions))),
  /** The next step. */
  primary: z.optional(z.enum(headerActions)),
  mayComment: z.boolean(),
  /** Whether comments can be pending in a review. */
  mayReview: z.optional(z.boolean()),
  /** Whether suggestions can be applied. */
  mayApply: z.optional(z.boolean()),
});
export type Header = z.infer<typeof Header>;

/** What to show: the threads of a page, or one thread. */
const Show = z.object({ page: z.optional(z.string()), thread: z.optional(z.string()) });
export type Show = z.infer<typeof Show>;

const nothing = z.null();
const Markdown = z.string().check(z.maxLength(1_000_000));

export const threadsProtocol = {
  requests: {
    /** Returns what is cached. The rest comes as notifications. */
    open: {
      params: z.strictObject({}),
      result: z.object({
        header: Header,
        threads: z.readonly(z.array(Thread)),
        extent: Extent,
        drafts: Drafts,
        show: z.optional(Show),
      }),
    },
    refresh: { params: z.strictObject({}), result: nothing },
    more: { params: z.strictObject({}), result: nothing },
    /** From then on, `replies` notifications report changes. */
    replies: { params: z.strictObject({ thread: z.string(), more: z.boolean() }), result: Replies },
    resolve: { params: z.strictObject({ thread: z.string() }), result: nothing },
    reopen: { params: z.strictObject({ thread: z.string() }), result: nothing },
    react: {
      params: z.strictObject({
        post: PostAddress,
        emoji: z.string().check(z.minLength(1), z.maxLength(100)),
        isOn: z.boolean(),
      }),
      result: nothing,
    },
    /** Asks the user first. Resolves to false if they cancel. */
    delete: { params: z.strictObject({ post: PostAddress }), result: z.boolean() },
    /** `title` is that of the page that a new thread is about. */
    send: {
      params: z.strictObject({ target: Target, text: Markdown, resolve: z.boolean(), title: z.optional(z.string()) }),
      result: nothing,
    },
    /** Adds the text as a pending comment of the review. */
    addToReview: { params: z.strictObject({ target: Target, text: Markdown }), result: nothing },
    keepDraft: { params: z.strictObject({ target: Target, text: Markdown }), result: nothing },
    discardDraft: { params: z.strictObject({ target: Target }), result: nothing },
    /** Shows the place that the thread is about in an editor. */
    goTo: { params: z.strictObject({ thread: z.string() }), result: nothing },
    /** Opens the page that a relative link in a comment points to. */
    openPage: {
      params: z.strictObject({ thread: z.string(), link: z.string().check(z.maxLength(4000)) }),
      result: nothing,
    },
    openInBrowser: { params: z.strictObject({ post: PostAddress }), result: nothing },
    /** Applies the suggestions of a comment or reply to its page, if its body is still the one that the user sees. */
    applySuggestion: { params: z.strictObject({ post: PostAddress, body: z.string() }), result: nothing },
    /** Shows an outdated suggestion beside its page. */
    compareSuggestion: { params: z.strictObject({ post: PostAddress, body: z.string() }), result: nothing },
    action: { params: z.strictObject({ action: z.enum(headerActions) }), result: nothing },
    /** People or change requests that a comment can mention, for what is typed after the sign. */
    mentions: {
      params: z.strictObject({ sign: z.enum(['@', '#']), written: z.string().check(z.maxLength(100)) }),
      result: z.readonly(z.array(z.object({ label: z.string(), description: z.string(), insert: z.string() }))),
    },
    /** An image of a body, as `data:`, when the user asks for it. */
    image: {
      params: z.strictObject({ address: z.url().check(z.maxLength(4000)) }),
      result: z.string().check(z.startsWith('data:image/')),
    },
  },
  notifications: {
    header: Header,
    threads: z.object({ changed: z.readonly(z.array(Thread)), gone: z.readonly(z.array(z.string())) }),
    replies: z.extend(Replies, { thread: z.string() }),
    extent: Extent,
    drafts: Drafts,
    show: Show,
  },
} satisfies Protocol;
export type ThreadsProtocol = typeof threadsProtocol;

/** The looks of the panel, which survive a reload: the filter, expanded threads, and the scroll position. */
export const ThreadsViewState = z.object({
  status: z._default(z.enum(threadStatuses), 'open'),
  page: z.optional(z.string()),
  author: z.optional(z.string()),
  text: z._default(z.string(), ''),
  order: z._default(z.enum(threadOrders), 'newest'),
  unfolded: z._default(z.array(z.string()), []),
  /** Open boxes. */
  boxes: z._default(z.array(Target), []),
  /** The thread at the top. */
  at: z.optional(z.string()),
});
export type ThreadsViewState = z.infer<typeof ThreadsViewState>;
