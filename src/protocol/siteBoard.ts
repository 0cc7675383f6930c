import * as z from 'zod/mini';
import type { SiteEdit } from '../model/sites/edits.ts';
import type { SitePart } from '../model/sites/tree.ts';
import type { Protocol } from './protocol.ts';

const id = z.string();

const Space = z.strictObject({
  id,
  title: z.string(),
  emoji: z.optional(z.string()),
  isDeleted: z.optional(z.literal(true)),
});

const part = {
  kind: z.enum(['site-section-group', 'site-section', 'site-space']),
  id,
  title: z.string(),
  path: z.optional(z.string()),
  description: z.optional(z.string()),
  condition: z.optional(z.string()),
  icon: z.optional(z.string()),
  isDefault: z.optional(z.literal(true)),
  published: z.optional(z.string()),
  space: z.optional(Space),
};

const Leaf = z.strictObject({ ...part, children: z.readonly(z.tuple([])) });
const Branch = z.strictObject({ ...part, children: z.readonly(z.array(Leaf)) });
const Part = z.strictObject({ ...part, children: z.readonly(z.array(Branch)) }) as z.ZodMiniType<SitePart, SitePart>;

/** All data of the board. */
export const Board = z.strictObject({
  title: z.string(),
  /** Such as `published · public`. */
  state: z.string(),
  /** The address for visitors, if the site is published. */
  address: z.optional(z.string()),
  mayChange: z.boolean(),
  tree: z.strictObject({ top: z.readonly(z.array(Part)) }),
  /** How many edits are being sent. */
  pending: z.int().check(z.nonnegative()),
  canUndo: z.boolean(),
  /** Why the last refresh failed, and the age of the structure shown. */
  failure: z.optional(z.strictObject({ message: z.string(), asOf: z.number() })),
  /** Conditions that authors can set for visitors. */
  conditions: z.array(z.strictObject({ condition: z.string(), description: z.string() })),
  /** The part to focus. */
  focus: z.optional(id),
});
export type Board = z.infer<typeof Board>;

const Move = z.strictObject({ id, parent: z.optional(id), before: z.optional(id), after: z.optional(id) });
const field = z.optional(z.string());
const Fields = z.strictObject({ title: field, path: field, condition: field, icon: field, description: field });

/** The edits that the board sends itself. For edits that need a question, it asks the extension. */
export const BoardEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), move: Move }),
  z.strictObject({ kind: z.literal('change'), id, fields: Fields }),
  z.strictObject({ kind: z.literal('makeDefault'), id }),
]) satisfies z.ZodMiniType<SiteEdit>;
export type BoardEdit = z.infer<typeof BoardEdit>;

const nothing = z.strictObject({});

export const siteBoard = {
  requests: {
    board: { params: nothing, result: Board },
    refresh: { params: nothing, result: Board },
    /** With problems of fields, nothing was changed. Rejected with the reason, after the edit was reverted. */
    edit: { params: BoardEdit, result: z.strictObject({ problems: z.optional(Fields) }) },
    /** Undoes the last move. Without a title there was none. */
    undo: { params: nothing, result: z.strictObject({ title: z.optional(z.string()) }) },
    /**
     * Asks the user for a space and adds it: as a section, or as a space in a section or at the top level. Without an
     * id nothing was added.
     */
    addSpace: {
      params: z.strictObject({ as: z.enum(['section', 'space']), parent: z.optional(id) }),
      result: z.strictObject({ id: z.optional(id) }),
    },
    addGroup: { params: nothing, result: z.strictObject({ id: z.optional(id) }) },
    /** Asks the user which other space a site space should show. */
    link: { params: z.strictObject({ id }), result: nothing },
    /** Asks the user before it removes the part. */
    remove: { params: z.strictObject({ id }), result: z.strictObject({ removed: z.boolean() }) },
    open: {
      params: z.strictObject({ what: z.enum(['site', 'shareLinks', 'part', 'pages']), id: z.optional(id) }),
      result: nothing,
    },
  },
  notifications: { board: Board },
} satisfies Protocol;

/** The looks that the board stores, and typed text that isn't sent yet. */
export const BoardViewState = z.object({
  focused: z.optional(z.string()),
  scrolled: z._default(z.number(), 0),
  draft: z.optional(z.object({ id, fields: Fields })),
});
