import type * as z from 'zod';

/** Whether the schema surely accepts a parsed JSON value and leaves it as it is. False says nothing. */
export type QuickCheck = (value: unknown) => boolean;

/**
 * A check that copies nothing. Large replies are nearly always what the contract says, and there the copies that zod
 * makes cost more than reading the JSON.
 */
export function quickCheckOf(schema: z.core.$ZodType): QuickCheck {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  // Built on first use, because a schema may refer to one that is declared below it.
  let built: QuickCheck | undefined;
  const check: QuickCheck = (value) => (built ??= build(schema))(value);
  checks.set(schema, check);
  return check;
}

const checks = new WeakMap<z.core.$ZodType, QuickCheck>();

const never: QuickCheck = () => false;

/** The check of a part of a schema. */
type CheckOf = (part: z.core.$ZodType) => QuickCheck;

/**
 * `never` if any part of the schema, at any depth, has no check. Such a part may fill in a field that the value lacks,
 * and in a union it might be the first to accept the value, and change it.
 */
function build(schema: z.core.$ZodType): QuickCheck {
  const built = new Map<z.core.$ZodType, QuickCheck>();
  const checkOf: CheckOf = (part) => {
    const known = built.get(part);
    if (known !== undefined) return known;
    // A schema may contain itself.
    let check = never;
    built.set(part, (value) => check(value));
    check = checkFrom(part as z.core.$ZodTypes, checkOf) ?? never;
    built.set(part, check);
    return check;
  };
  const check = checkOf(schema);
  return [...built.values()].includes(never) ? never : check;
}

/** Undefined for a schema that may transform, and for what the contract doesn't use in long replies. */
function checkFrom(schema: z.core.$ZodTypes, checkOf: CheckOf): QuickCheck | undefined {
  const { def } = schema._zod;
  if (def.checks?.length) return undefined;
  switch (def.type) {
    case 'any':
    case 'unknown':
      return () => true;
    case 'string':
      return 'format' in def || def.coerce ? undefined : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def || def.coerce ? undefined : (value) => Number.isFinite(value);
    case 'boolean':
      return def.coerce ? undefined : (value) => typeof value === 'boolean';
    case 'literal':
    case 'enum': {
      const { values } = schema._zod;
      return values && ((value) => (values as ReadonlySet<unknown>).has(value));
    }
    case 'nullable': {
      const inner = checkOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional':
      return checkOf(def.innerType);
    case 'lazy':
      return checkOf(def.getter());
    case 'union': {
      if ('discriminator' in def || def.inclusive === false) return undefined;
      const options = def.options.map(checkOf);
      return (value) => options.some((is) => is(value));
    }
    case 'array': {
      const element = checkOf(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'record':
      return isPlainString(def.keyType) ? fieldsCheck({}, checkOf, checkOf(def.valueType)) : undefined;
    case 'object':
      return isUnknown(def.catchall) ? fieldsCheck(def.shape, checkOf) : undefined;
    default:
      return undefined;
  }
}

interface Field {
  readonly is: QuickCheck;
  readonly isRequired: boolean;
}

/** An object; `others` checks the fields without a schema. */
function fieldsCheck(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  checkOf: CheckOf,
  others?: QuickCheck,
): QuickCheck {
  const fields = new Map<string, Field>();
  let required = 0;
  for (const [name, schema] of Object.entries(shape)) {
    const isRequired = schema._zod.optin === undefined;
    if (isRequired) required += 1;
    fields.set(name, { is: checkOf(schema), isRequired });
  }
  // It would replace the prototype of a copy, so zod drops it.
  fields.set('__proto__', { is: never, isRequired: false });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const name in value) {
      const field = fields.get(name);
      const content = (value as Record<string, unknown>)[name];
      if (field === undefined ? others && !others(content) : !field.is(content)) return false;
      if (field?.isRequired) found += 1;
    }
    return found === required;
  };
}

function isPlainString(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'string' && !('format' in def) && !def.checks?.length;
}

function isUnknown(schema: z.core.$ZodType | undefined): boolean {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  return (def?.type === 'unknown' || def?.type === 'any') && !def.checks?.length;
}
