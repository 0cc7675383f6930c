import * as z from 'zod';
import type { SiteEdit } from '../model/sites/edits.ts';
import type { SitePart } from '../model/sites/tree.ts';
import type { Protocol } from './protocol.ts';

const id = z.string();

const Space = z.strictObject({
  id,
  title: z.string(),
  emoji: z.string().optional(),
  isDeleted: z.literal(true).optional(),
});

const part = {
  kind: z.enum(['site-section-group', 'site-section', 'site-space']),
  id,
  title: z.string(),
  path: z.string().optional(),
  description: z.string().optional(),
  condition: z.string().optional(),
  icon: z.string().optional(),
  isDefault: z.literal(true).optional(),
  published: z.string().optional(),
  space: Space.optional(),
};

const Leaf = z.strictObject({ ...part, children: z.tuple([]).readonly() });
const Branch = z.strictObject({ ...part, children: z.array(Leaf).readonly() });
const Part = z.strictObject({ ...part, children: z.array(Branch).readonly() }) as z.ZodType<SitePart, SitePart>;

/** All data of the board. */
export const Board = z.strictObject({
  title: z.string(),
  /** Such as `published · public`. */
  state: z.string(),
  /** The address for visitors, if the site is published. */
  address: z.string().optional(),
  mayChange: z.boolean(),
  tree: z.strictObject({ top: z.array(Part).readonly() }),
  /** How many edits are being sent. */
  pending: z.int().nonnegative(),
  canUndo: z.boolean(),
  /** Why the last refresh failed, and the age of the structure shown. */
  failure: z.strictObject({ message: z.string(), asOf: z.number() }).optional(),
  /** Conditions that authors can set for visitors. */
  conditions: z.array(z.strictObject({ condition: z.string(), description: z.string() })),
  /** The part to focus. */
  focus: id.optional(),
});
export type Board = z.infer<typeof Board>;

const Move = z.strictObject({ id, parent: id.optional(), before: id.optional(), after: id.optional() });
const field = z.string().optional();
const Fields = z.strictObject({ title: field, path: field, condition: field, icon: field, description: field });

/** The edits that the board sends itself. For edits that need a question, it asks the extension. */
export const BoardEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), move: Move }),
  z.strictObject({ kind: z.literal('change'), id, fields: Fields }),
  z.strictObject({ kind: z.literal('makeDefault'), id }),
]) satisfies z.ZodType<SiteEdit>;
export type BoardEdit = z.infer<typeof BoardEdit>;

const nothing = z.strictObject({});

export const siteBoard = {
  requests: {
    board: { params: nothing, result: Board },
    refresh: { params: nothing, result: Board },
    /** With problems of fields, nothing was changed. Rejected with the reason, after the edit was reverted. */
    edit: { params: BoardEdit, result: z.strictObject({ problems: Fields.optional() }) },
    /** Undoes the last move. Without a title there was none. */
    undo: { params: nothing, result: z.strictObject({ title: z.string().optional() }) },
    /**
     * Asks the user for a space and adds it: as a section, or as a space in a section or at the top level. Without an
     * id nothing was added.
     */
    addSpace: {
      params: z.strictObject({ as: z.enum(['section', 'space']), parent: id.optional() }),
      result: z.strictObject({ id: id.optional() }),
    },
    addGroup: { params: nothing, result: z.strictObject({ id: id.optional() }) },
    /** Asks the user which other space a site space should show. */
    link: { params: z.strictObject({ id }), result: nothing },
    /** Asks the user before it removes the part. */
    remove: { params: z.strictObject({ id }), result: z.strictObject({ removed: z.boolean() }) },
    open: {
      params: z.strictObject({ what: z.enum(['site', 'shareLinks', 'part', 'pages']), id: id.optional() }),
      result: nothing,
    },
  },
  notifications: { board: Board },
} satisfies Protocol;

/** The looks that the board stores, and typed text that isn't sent yet. */
export const BoardViewState = z.object({
  focused: z.string().optional(),
  scrolled: z.number().default(0),
  draft: z.object({ id, fields: Fields }).optional(),
});
