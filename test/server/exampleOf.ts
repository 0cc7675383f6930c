import * as z from 'zod';

/** The smallest valid body of a schema: required fields with the shortest values. */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const required = Object.entries<z.ZodType>(schema.shape).filter(([, field]) => !field.safeParse(undefined).success);
    const least = Object.fromEntries(required.map(([name, field]) => [name, exampleOf(field)]));
    if (schema.safeParse(least).success) return least;
    // Some require one of several fields.
    const all = Object.entries<z.ZodType>(schema.shape);
    return firstThatFits(
      schema,
      all.map(([name, field]) => ({ ...least, [name]: exampleOf(field) })),
    );
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return exampleOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.ZodType);
  if (schema instanceof z.ZodArray) return firstThatFits(schema, [[], [exampleOf(schema.element as z.ZodType)]]);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodPipe) return exampleOf(schema.in as z.ZodType);
  return firstThatFits(schema, [null, 'one', 'https://a.example/one', 'aGk=', 1, true, {}, []]);
}

/** A value of a type that the schema refuses. */
export function wrongFor(schema: z.ZodType): unknown {
  const values = [5, 'nonsense', true, [5], { nonsense: 5 }, [[]]];
  return firstOf(values, (value) => !schema.safeParse(value).success);
}

function firstThatFits(schema: z.ZodType, values: readonly unknown[]): unknown {
  return firstOf(values, (value) => schema.safeParse(value).success);
}

function firstOf(values: readonly unknown[], fits: (value: unknown) => boolean): unknown {
  const found = values.find(fits);
  if (found === undefined) throw new Error('No such value is known.');
  return found;
}
