import * as z from 'zod';
import type { Format } from './formats.ts';
import { DateTime, maybe } from './shapes.ts';

/** Section 2.7, site adaptive schema. */
export const AdaptiveSchema = z.looseObject({
  object: maybe(z.string()),
  jsonSchema: z.looseObject({ properties: maybe(z.record(z.string(), z.unknown())) }),
  updatedAt: maybe(DateTime),
});
export type AdaptiveSchema = z.infer<typeof AdaptiveSchema>;

/** Section 2.7, template conditions: claims that an author can require of a visitor, in words and as an expression. */
export const TemplateConditions = z.looseObject({
  items: z.array(z.looseObject({ description: maybe(z.string()), condition: z.string() })),
});

const words = { title: z.string().optional(), description: z.string().optional(), $comment: z.string().optional() };

const Attribute = z.strictObject({
  type: z.literal('boolean'),
  ...words,
  default: z.boolean().optional(),
  examples: z.array(z.boolean()).optional(),
});

const attributeName = z.string().min(1);

const closed = {
  type: z.literal('object'),
  ...words,
  required: z.array(z.string()).optional(),
  additionalProperties: z.literal(false),
};

const Unsigned = z.strictObject({ ...closed, properties: z.record(attributeName, Attribute) });

/**
 * A JSON Schema (draft-07) of a visitor: attributes are booleans, `unsigned` holds those without a signature, and
 * nothing else is allowed.
 */
export const VisitorSchema = z.strictObject({
  $schema: z
    .string()
    .regex(/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'jsonSchemaDraft07' satisfies Format)
    .optional(),
  $id: z.string().optional(),
  ...closed,
  properties: z.object({ unsigned: Unsigned.optional() }).catchall(Attribute),
});
export type VisitorSchema = z.infer<typeof VisitorSchema>;

export const AdaptiveSchemaUpdate = z.strictObject({
  jsonSchema: VisitorSchema.optional().meta({
    description: 'JSON Schema (draft-07) of a visitor. Attributes are Booleans. Unsigned ones go in "unsigned".',
  }),
});
