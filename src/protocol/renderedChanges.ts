import * as z from 'zod/mini';
import type { MarkedNode } from '../model/rendering/marked.ts';
import { formulasRequest } from './formulas.ts';
import { ImageReply, isWanted } from './images.ts';
import type { Protocol } from './protocol.ts';
import { boxText, threadsProtocol } from './threads.ts';

// The messages between a view of rendered changes and the extension, in addition to those about comment threads. Lines
// are those of a page's Markdown, from 0.

const nothing = z.null();
const Line = z.int().check(z.nonnegative());

export const changeKinds = ['added', 'modified', 'renamed', 'deleted'] as const;

/** A changed page of the list. */
const ChangedPage = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** The emoji before the title. */
  picture: z.optional(z.string()),
  /** The titles of the pages above it. */
  above: z.readonly(z.array(z.string())),
  kind: z.enum(changeKinds),
  /** The kind as VS Code's version control abbreviates it, and in words. */
  letter: z.string(),
  kindInWords: z.string(),
  isViewed: z.boolean(),
  /** Other than before if the page has to be read again. */
  version: z.string(),
});
export type ChangedPage = z.infer<typeof ChangedPage>;

const layouts = ['columns', 'marked'] as const;
export type Layout = (typeof layouts)[number];

const Place = z.strictObject({ page: z.string(), line: z.optional(Line) });
export type ChangedPlace = z.infer<typeof Place>;

const Changes = z.strictObject({
  title: z.string(),
  pages: z.readonly(z.array(ChangedPage)),
  /** Why pages may be missing, as text for users. */
  incomplete: z.optional(z.string()),
  /** Whether pages can be marked as viewed, and opened as a diff of their Markdown. */
  ofChangeRequest: z.boolean(),
});
export type Changes = z.infer<typeof Changes>;

/** As described in `model/rendering/marked.ts`. Elements are checked where they are built. */
const Marked = z.custom<MarkedNode>((value) => typeof value === 'object' && value !== null && 'kind' in value);

const Row = z.strictObject({
  nodes: z.readonly(z.array(Marked)),
  isChanged: z.boolean(),
  line: Line,
  /** The line after it, up to which it goes. */
  end: Line,
  formerLine: z.optional(Line),
});
export type Row = z.infer<typeof Row>;

/** Rows that are shown, or the number of folded ones. `from` and `to` are indexes of rows. */
const Stretch = z.strictObject({
  from: z.int(),
  to: z.int(),
  rows: z.optional(z.readonly(z.array(Row))),
  line: Line,
  end: Line,
});
export type Stretch = z.infer<typeof Stretch>;

const ComparedPage = z.strictObject({
  /** What changed besides its text, as sentences. */
  sentences: z.readonly(z.array(z.string())),
  /** `same`: the text differs, but readers don't see it. `text`: the text is the same. `none`: it has no text. */
  kind: z.enum(['rows', 'same', 'tooLong', 'text', 'none']),
  stretches: z.readonly(z.array(Stretch)),
});
export type ComparedPage = z.infer<typeof ComparedPage>;

const page = z.string();

export const renderedChangesProtocol = {
  requests: {
    ...threadsProtocol.requests,
    /** The list of changed pages, without their texts. */
    changes: {
      params: z.strictObject({}),
      result: z.extend(Changes, { layout: z.enum(layouts), place: z.optional(Place) }),
    },
    page: { params: z.strictObject({ page }), result: ComparedPage },
    /** The rows of a folded stretch. */
    unfold: {
      params: z.strictObject({ page, from: z.int(), to: z.int() }),
      result: z.readonly(z.array(Row)),
    },
    /** The lines at which quotes of comments are on the page; null for those that aren't there. */
    places: {
      params: z.strictObject({ page, quotes: z.readonly(z.array(z.string())) }),
      result: z.readonly(z.array(z.nullable(Line))),
    },
    /** A quote that leads to the same words in the whole page as in these lines. `end` isn't included. */
    quote: { params: z.strictObject({ page, line: Line, end: Line, quote: z.string() }), result: z.string() },
    markViewed: { params: z.strictObject({ page, isViewed: z.boolean() }), result: nothing },
    /** Opens the diff of the page's Markdown. */
    openDiff: { params: Place, result: nothing },
    openAllDiffs: { params: z.strictObject({}), result: nothing },
    /** The quote and the first text of a comment that suggests a change of these lines. `end` isn't included. */
    suggestion: {
      params: z.strictObject({ page, line: Line, end: Line }),
      result: z.strictObject({ quote: z.string(), ...boxText }),
    },
    /** Follows a relative link in a page. */
    follow: {
      params: z.strictObject({ page, address: z.string().check(z.maxLength(4000)), isBefore: z.boolean() }),
      result: nothing,
    },
    /** An image of a page. */
    picture: {
      params: z.strictObject({ page, address: z.string().check(z.maxLength(4000)), isBefore: z.boolean(), isWanted }),
      result: ImageReply,
    },
    formulas: formulasRequest,
    keepLayout: { params: z.strictObject({ layout: z.enum(layouts) }), result: nothing },
  },
  notifications: {
    ...threadsProtocol.notifications,
    changes: Changes,
    /** Shows a place in a page. */
    place: Place,
  },
} as const satisfies Protocol;
export type RenderedChangesProtocol = typeof renderedChangesProtocol;

/** State that survives while the view is hidden, and a reload. */
export const RenderedChangesViewState = z.object({
  /** Pages that the user unfolded or folded, against what would be shown otherwise. */
  toggled: z._default(z.array(z.string()), []),
  /** The page at the top, the line of its row there, and how far the row, or else the page, is above the top, in pixels. */
  topOf: z.optional(z.object({ page: z.string(), line: z.optional(z.number()), offset: z.number() })),
  isListHidden: z._default(z.boolean(), false),
});
