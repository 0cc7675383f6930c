import * as z from 'zod';
import { quickCheckOf } from './quickCheck.ts';

/** What could be read of a reply, and the fields that couldn't: `targetReference.organization`, `labels[2]`. */
export type Tolerated<Value> =
  | { readonly success: true; readonly data: Value; readonly dropped: readonly string[] }
  | { readonly success: false; readonly error: z.ZodError };

/**
 * Reads a value of a server by its schema. A field of an unexpected form is dropped instead of making the whole
 * unreadable; if the schema requires it, it becomes empty, or what it belongs to is dropped in turn. An id is never
 * dropped, and neither is content. The value is changed; `asReceived` returns it as it was.
 */
export function readTolerantly<Schema extends z.ZodType>(schema: Schema, value: unknown): Tolerated<z.output<Schema>> {
  // A list or tree reads its items one by one, and a tree may be of any depth.
  const hasItems = 'item' in schema;
  const depth = hasItems ? undefined : depthOf(value);
  if (depth === 'excessive') return { success: false, error: tooDeep() };
  if (quickCheckOf(schema)(value)) return { success: true, data: value as z.output<Schema>, dropped: [] };
  if (depth === 'costly') return { success: false, error: tooDeep() };
  const first = schema.safeParse(value);
  if (first.success) return { success: true, data: first.data, dropped: [] };
  const whole = hasItems ? undefined : structuredClone(value);
  const dropped = new Set<string>();
  let { error } = first;
  for (let round = 0; round < mostRounds; round += 1) {
    if (!dropAll(value, error.issues, dropped)) break;
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      if (whole && typeof parsed.data === 'object' && parsed.data !== null) received.set(parsed.data, whole);
      return { success: true, data: parsed.data, dropped: [...dropped] };
    }
    error = parsed.error;
  }
  // What the server sent, not what is left of it.
  return { success: false, error: first.error };
}

/** A value that was read tolerantly, with the fields that were dropped. */
export function asReceived<Value extends object>(value: Value): Value {
  return (received.get(value) as Value | undefined) ?? value;
}

const received = new WeakMap<object, unknown>();

/** A round may uncover that what something was dropped from must be dropped, too. */
const mostRounds = 5;

/** Limit of nested objects and lists. */
const deepest = 100;
/**
 * Number of objects and lists at this depth or below that a reply with odd fields may have: the time that zod takes to
 * name a field grows with the cube of its depth.
 */
const deep = { depth: 30, most: 1000 };

function depthOf(value: unknown): 'usual' | 'costly' | 'excessive' {
  let level = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return 'excessive';
    if (depth >= deep.depth) count += level.length;
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      for (const inner of Object.values(each)) if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return count > deep.most ? 'costly' : 'usual';
}

function tooDeep(): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [], message: tooDeepMessage, input: undefined }]);
}

export const tooDeepMessage = 'tooDeep';

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

/** Content that is written back or decided upon: a value that lacks a part of it must not pass for the whole. */
const content: ReadonlySet<PropertyKey> = new Set(['markdown', 'document', 'changes', 'conflicts', 'more']);

/** Lists of content: their elements may lack fields, but none of them is dropped. */
const contents: ReadonlySet<PropertyKey> = new Set([
  'pages',
  'files',
  'parents',
  'structure',
  'sections',
  'siteSpaces',
]);

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
  if (path.some((name) => content.has(name))) return undefined;
  for (let length = path.length; length > 0; length -= 1) {
    const place = path.slice(0, length);
    const name = place.at(-1) ?? '';
    const holder = valueAt(value, place.slice(0, -1));
    if (Array.isArray(holder)) {
      if (contents.has(place.at(-2) ?? '')) return undefined;
      elements.set(holder, (elements.get(holder) ?? new Set()).add(Number(name)));
      return place;
    }
    // Another issue of this round dropped what it belonged to.
    if (holder === undefined) return place;
    if (typeof holder !== 'object' || holder === null || isId(name)) continue;
    // Sites count their site spaces under the name under which sections list theirs.
    if (contents.has(name) && !Object.hasOwn(emptyValues, name)) return undefined;
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
