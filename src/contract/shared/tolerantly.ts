import type * as z from 'zod';

/** What could be read of a reply, and the fields that couldn't: `targetReference.organization`, `labels[2]`. */
export type Tolerated<Value> =
  | { readonly success: true; readonly data: Value; readonly dropped: readonly string[] }
  | { readonly success: false; readonly error: z.ZodError };

/**
 * Reads a value of a server by its schema. A field of an unexpected form is dropped instead of making the whole
 * unreadable; if the schema requires it, it becomes empty, or what it belongs to is dropped in turn. An id is never
 * dropped. The value is changed.
 */
export function readTolerantly<Schema extends z.ZodType>(schema: Schema, value: unknown): Tolerated<z.output<Schema>> {
  const dropped = new Set<string>();
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { success: true, data: parsed.data, dropped: [...dropped] };
    if (round === mostRounds || !dropAll(value, parsed.error.issues, dropped)) return parsed;
  }
}

/** Each round drops something; more rounds mean that something large must be dropped from the inside out. */
const mostRounds = 20;

/** Values of fields that the API document requires, and that nothing here depends on. */
const emptyValues: Readonly<Record<string, () => unknown>> = {
  ...Object.fromEntries(
    ['title', 'name', 'subject', 'createdAt', 'updatedAt', 'visibility', 'type', 'plan', 'processingState'].map(
      (name) => [name, () => ''],
    ),
  ),
  ...Object.fromEntries(
    ['comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft', 'siteSpaces'].map((name) => [
      name,
      () => 0,
    ]),
  ),
  ...Object.fromEntries(['published', 'outdated', 'inviteLinks'].map((name) => [name, () => false])),
  emailDomains: () => [],
  organizations: () => [],
  defaultLevel: () => null,
};

type Path = readonly PropertyKey[];

/** False if an issue can't be mended. */
function dropAll(value: unknown, issues: readonly z.core.$ZodIssue[], dropped: Set<string>): boolean {
  const elements = new Map<unknown[], Set<number>>();
  for (const { path } of issues) {
    const place = drop(value, path, elements);
    if (place === undefined) return false;
    dropped.add(inWords(place));
  }
  // At the end, because the paths name elements by their old indexes.
  for (const [list, indexes] of elements) {
    const readable = list.filter((_, index) => !indexes.has(index));
    list.length = 0;
    for (const element of readable) list.push(element);
  }
  return true;
}

/** Drops the innermost part on the path that can be dropped, and returns its path; undefined if there is none. */
function drop(value: unknown, path: Path, elements: Map<unknown[], Set<number>>): Path | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const place = path.slice(0, length);
    const name = place.at(-1) ?? '';
    const holder = valueAt(value, place.slice(0, -1));
    if (Array.isArray(holder)) {
      elements.set(holder, (elements.get(holder) ?? new Set()).add(Number(name)));
      return place;
    }
    // Another issue of this round dropped what it belonged to.
    if (holder === undefined) return place;
    if (typeof holder !== 'object' || holder === null || isId(name)) continue;
    const fields = holder as Record<PropertyKey, unknown>;
    if (Object.hasOwn(fields, name)) {
      Reflect.deleteProperty(fields, name);
      return place;
    }
    const empty = Object.hasOwn(emptyValues, name) ? emptyValues[String(name)] : undefined;
    if (empty === undefined) continue;
    fields[name] = empty();
    return place;
  }
  return undefined;
}

function isId(name: PropertyKey): boolean {
  return typeof name === 'string' && /(?:^i|I)d$/.test(name);
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[name];
  }
  return at;
}

function inWords(path: Path): string {
  return path
    .map((name, index) => (typeof name === 'number' ? `[${name}]` : `${index > 0 ? '.' : ''}${String(name)}`))
    .join('');
}
