import fc from 'fast-check';
import type * as z from 'zod';

/**
 * Replies that a newer or older server may send for a schema: valid values with unknown fields, unknown enum values,
 * and missing or null optional fields.
 */
export function arbitraryOf(schema: z.ZodType, depth = 3): fc.Arbitrary<unknown> {
  const def = (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def;
  const inner = () => arbitraryOf(def.innerType!, depth);
  switch (def.type) {
    case 'string':
      return fc.string({ unit: 'binary', maxLength: 12 });
    case 'number':
      return fc.oneof(
        fc.nat(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'any':
    case 'unknown':
      return fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'union':
      return fc.oneof(...def.options!.map((option) => arbitraryOf(option, depth)));
    case 'nullable':
      return fc.option(inner(), { nil: null });
    case 'lazy':
      return arbitraryOf(def.getter!(), depth);
    case 'optional':
      return depth === 0
        ? fc.constant(undefined)
        : fc.option(arbitraryOf(def.innerType!, depth - 1), { nil: undefined });
    case 'array':
      return fc.array(arbitraryOf(def.element!, depth), { maxLength: 2 });
    case 'record':
      return fc.dictionary(fieldName, arbitraryOf(def.valueType!, depth), { maxKeys: 3 });
    case 'object':
      return objectOf(def.shape!, depth);
    default:
      throw new Error(`No values are known for a schema of type ${def.type}.`);
  }
}

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly getter?: () => z.ZodType;
  readonly entries?: Readonly<Record<string, string>>;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

const fieldName = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__');

function objectOf(shape: Readonly<Record<string, z.ZodType>>, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, arbitraryOf(schema, depth)]));
  const others = fc.dictionary(fieldName, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
  // Serializing to JSON drops undefined fields, like a server would.
  return fc
    .tuple(others, fc.record(fields))
    .map(([unknown, known]) => JSON.parse(JSON.stringify({ ...unknown, ...known })) as unknown);
}
