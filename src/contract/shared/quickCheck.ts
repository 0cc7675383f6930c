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
  const made = checkOf(schema as z.core.$ZodTypes);
  checks.set(schema, made);
  return made;
}

const checks = new WeakMap<z.core.$ZodType, QuickCheck>();

const never: QuickCheck = () => false;

/** `never` for a schema that may transform, and for what the contract doesn't use in long replies. */
function checkOf(schema: z.core.$ZodTypes): QuickCheck {
  const { def } = schema._zod;
  if (def.checks?.length) return never;
  switch (def.type) {
    case 'any':
    case 'unknown':
      return () => true;
    case 'string':
      return 'format' in def || def.coerce ? never : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def || def.coerce ? never : (value) => Number.isFinite(value);
    case 'boolean':
      return def.coerce ? never : (value) => typeof value === 'boolean';
    case 'literal':
    case 'enum': {
      const values = new Set<unknown>(def.type === 'enum' ? Object.values(def.entries) : def.values);
      return (value) => values.has(value);
    }
    case 'nullable': {
      const inner = quickCheckOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional':
      return quickCheckOf(def.innerType);
    case 'lazy':
      return quickCheckOf(def.getter());
    case 'union': {
      const options = def.options.map(quickCheckOf);
      // An option that isn't known might be the first to accept the value, and change it.
      return 'discriminator' in def || options.includes(never) ? never : (value) => options.some((is) => is(value));
    }
    case 'array': {
      const element = quickCheckOf(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'record':
      return isPlainString(def.keyType) ? fieldsCheck(() => ({}), quickCheckOf(def.valueType)) : never;
    case 'object':
      return isUnknown(def.catchall) ? fieldsCheck(() => def.shape) : never;
    default:
      return never;
  }
}

interface Field {
  readonly is: QuickCheck;
  readonly isRequired: boolean;
}

/** An object; `others` checks the fields without a schema. */
function fieldsCheck(shape: () => Readonly<Record<string, z.core.$ZodType>>, others?: QuickCheck): QuickCheck {
  // Built on first use, because a schema may contain itself.
  let fields: ReadonlyMap<string, Field> | undefined;
  let required = 0;
  const build = (): ReadonlyMap<string, Field> => {
    const built = Object.entries(shape()).map(([name, schema]) => {
      const isRequired = schema._zod.optin === undefined;
      if (isRequired) required += 1;
      return [name, { is: quickCheckOf(schema), isRequired }] as const;
    });
    // It would replace the prototype of a copy, so zod drops it.
    return new Map([...built, ['__proto__', { is: never, isRequired: false }]]);
  };
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    fields ??= build();
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
