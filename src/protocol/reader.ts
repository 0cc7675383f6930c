import * as z from 'zod/mini';
import { codeColorsRequest } from './codeColors.ts';
import { formulasRequest } from './formulas.ts';
import { ImageReply, isWanted } from './images.ts';
import type { Protocol } from './protocol.ts';
import { ThreadsViewState, threadsProtocol } from './threads.ts';

// The messages between a reader and the extension, in addition to those about comment threads.

const nothing = z.null();

/** A page that can be opened, by its path in the space. A group without pages has none. */
const Target = z.strictObject({ title: z.string(), path: z.optional(z.string()) });
export type ReaderTarget = z.infer<typeof Target>;

/** Where to begin to read: a heading by its anchor, or a line of the source, from 0. */
const Place = z.strictObject({ anchor: z.optional(z.string()), line: z.optional(z.int().check(z.nonnegative())) });
export type ReaderPlace = z.infer<typeof Place>;

const Page = z.strictObject({
  /** Its id in the space; undefined if it couldn't be loaded. */
  id: z.optional(z.string()),
  markdown: z.string(),
  /** The emoji beside the title. */
  picture: z.optional(z.string()),
  description: z.optional(z.string()),
  /** Whether there is an image above the page, which is the result of `cover`. */
  hasCover: z.optional(z.boolean()),
  /** The title of the space; undefined if it couldn't be loaded. */
  space: z.optional(z.string()),
  /** The pages and groups above this one, from the top down. */
  above: z.readonly(z.array(Target)),
  previous: z.optional(Target),
  next: z.optional(Target),
  place: z.optional(Place),
  /** Whether the user has gone back to this page. */
  hasForward: z.optional(z.boolean()),
  /** Whether the user chose to read without comments. */
  hidesComments: z.optional(z.boolean()),
  isEditable: z.optional(z.boolean()),
});
export type ReaderPage = z.infer<typeof Page>;

export const readerProtocol = {
  requests: {
    ...threadsProtocol.requests,
    page: { params: z.strictObject({}), result: Page },
    /** Opens another page of the space. */
    goToPage: { params: z.strictObject({ path: z.string() }), result: nothing },
    /** Selects the space in the Library. */
    showSpace: { params: z.strictObject({}), result: nothing },
    /** Follows a relative link in the page; `beside` opens its target in another column. */
    follow: { params: z.strictObject({ address: z.string(), beside: z.boolean() }), result: nothing },
    back: { params: z.strictObject({}), result: nothing },
    forward: { params: z.strictObject({}), result: nothing },
    showSource: { params: z.strictObject({}), result: nothing },
    /** The line of the source that is at the top of the view, so that the source can be shown there. */
    scrolledTo: { params: z.strictObject({ line: z.int().check(z.nonnegative()) }), result: nothing },
    /** An image of the page. */
    picture: { params: z.strictObject({ address: z.string(), isWanted }), result: ImageReply },
    cover: { params: z.strictObject({ isWanted }), result: ImageReply },
    formulas: formulasRequest,
    codeColors: codeColorsRequest,
    /** Opens VS Code's own preview of the page, which draws diagrams, at a heading. */
    showDiagram: { params: z.strictObject({ anchor: z.string() }), result: nothing },
    /** Stores whether the user wants to read without comments. */
    hideComments: { params: z.strictObject({ isHidden: z.boolean() }), result: nothing },
  },
  notifications: {
    ...threadsProtocol.notifications,
    /** The page was changed or loaded again. */
    page: Page,
    /** What is known of the operations that the page names, as Markdown, by `operationKey`. */
    operations: z.record(z.string(), z.string()),
    /** The user types in the page. */
    text: z.strictObject({ markdown: z.string() }),
    /** The page was deleted, or couldn't be loaded again, so that an earlier version stays. */
    outdated: z.strictObject({ isGone: z.boolean(), reason: z.string() }),
    /** Shows a place in the page. */
    place: Place,
    /** Begins a comment on what is selected, or pointed at. */
    comment: z.strictObject({}),
    /** The line with the cursor in an editor of the page. */
    cursor: z.strictObject({ line: z.int().check(z.nonnegative()) }),
  },
} as const satisfies Protocol;
export type ReaderProtocol = typeof readerProtocol;

/** State that survives while the view is hidden, and a reload. */
export const ReaderViewState = z.extend(ThreadsViewState, { top: z._default(z.number(), 0) });
export type ReaderState = z.infer<typeof ReaderViewState>;
