import * as z from 'zod';
import type { Format } from './formats.ts';

// Section 2.1 of the API document, and shapes that its sections 2 and 4 share.

/**
 * A field of a reply that may be missing or null, because the document doesn't mark it as required or nothing here
 * needs it.
 */
export const maybe = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<z.ZodNullable<Schema>> =>
  schema.nullish();

/** An enumerated field of a reply: the known values, and any other that a newer server may send. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
): z.ZodType<Values[number] | (string & {}), string> => z.enum(values).or(z.string());

export const DateTime = z.string();

/** The URL of something to fetch from the web, as it is sent. */
export const WebAddress = z.url({ protocol: /^https?$/, error: 'webAddress' satisfies Format }).max(2048);

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** `null` means guest for member roles; `inherit` occurs in `defaultLevel`. */
export const RoleReply = oneOf([...roles, 'inherit']).nullable();

/** Section 2.5, `defaultLevel` as it is sent. */
export const DefaultLevel = z.enum([...roles, 'inherit']).nullable();

/**
 * Links to or about a resource. `location` may be a relative path. Unknown entries of a newer server must not hide the
 * others.
 */
export const Urls = maybe(
  z.looseObject({
    location: maybe(z.string()),
    app: maybe(z.string()),
    published: maybe(z.string()),
    public: maybe(z.string()),
    icon: maybe(z.string()),
    logo: maybe(z.string()),
    assets: maybe(z.string()),
    publicEndpoint: maybe(z.string()),
  }),
);

/** The caller's permissions on the resource. */
export const Permissions = maybe(z.record(z.string(), z.unknown()));

export const LightDark = z.looseObject({ light: maybe(z.string()), dark: maybe(z.string()) });

/** A link target: `kind`, and an id under a key of the same name. */
export const Reference = z.looseObject({ kind: maybe(z.string()) });

const integerOnTheWire = z.string().regex(/^\d+$/, 'wholeNumber' satisfies Format);

const limit = z.codec(integerOnTheWire, z.int().min(0).max(1000), {
  decode: (text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER),
  encode: String,
});

/** A boolean in a query. */
export const flag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

/** Section 4.1: `page` is the cursor from `next.page`; `limit` is at most 1000. */
export const paging = { page: z.string().optional(), limit: limit.optional() };
export const Paging = z.strictObject(paging);

/** Section 4.6: `metadata` false omits git metadata; `computed` false omits computed content. Both default to true. */
export const shaping = { metadata: flag.optional(), computed: flag.optional() };
export const Shaping = z.strictObject(shaping);

export const format = z.enum(['document', 'markdown']);

/** Sections 4.6 and 4.18, full-text search. */
export const Search = z.strictObject({ query: z.string().min(1).max(512), ...paging });

/** Section 2.1, Position, for collections and spaces; without a neighbor, the item goes to the end. */
const Neighbour = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('space'), space: z.string() }),
  z.strictObject({ type: z.literal('collection'), collection: z.string() }),
]);
export const Position = z.strictObject({ before: Neighbour.optional(), after: Neighbour.optional() });

export const Move = z.strictObject({ parent: z.string().nullable().optional(), position: Position.optional() });
export const Transfer = z.strictObject({ organization: z.string() });

/**
 * `parent` is a collection of the target organization; its top if omitted. The document mentions it only in prose
 * (section 4.5).
 */
export const SpaceTransfer = Transfer.extend({ parent: z.string().nullable().optional() });
