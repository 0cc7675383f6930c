import { Validator, type Schema } from '@cfworker/json-schema';
import openApi30 from '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json' with { type: 'json' };
import openApi31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import swagger from '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json' with { type: 'json' };
import { load } from 'js-yaml';
import { decoded } from '../../../model/shared/decoded.ts';
import { draft04 } from './draft04.ts';
import { mostLevels } from '../../http/decoding.ts';
import { remembered } from '../../database/memoize.ts';

/**
 * The OpenAPI document (2.0, 3.0 or 3.1; JSON or YAML) in a text, as JSON in a normal form, so that white space and
 * comments make no difference. Undefined if it is invalid or could never be read completely.
 */
export function documentIn(text: string): string | undefined {
  try {
    const value = valueIn(text);
    if (!isObject(value) || !isBounded(value)) return undefined;
    const isValid = validatorOf(value);
    return isValid?.(value) && !hasRepeatedTags(value) && !hasCircularReference(value)
      ? JSON.stringify(value)
      : undefined;
  } catch (error) {
    // Neither parser has an error class that covers all of its errors.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const mostAliases = 1000;
/** Limit of values in a document after all references are expanded. */
const mostValues = 2_000_000;

function valueIn(text: string): unknown {
  return /^\s*[{[]/.test(text) && isJson(text)
    ? JSON.parse(text)
    : load(text, { maxAliases: mostAliases, maxDepth: mostLevels });
}

/** YAML may start like JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** With aliases, a small text can describe a huge or deep document, or one that contains itself. */
function isBounded(root: object): boolean {
  const known = new Map<object, Extent>();
  const open = new Set<object>();
  const extentOf = (value: unknown): Extent => {
    if (typeof value !== 'object' || value === null) return { size: 1, height: 0 };
    const found = known.get(value);
    if (found) return found;
    if (open.has(value) || open.size > mostLevels) return { size: Infinity, height: Infinity };
    open.add(value);
    const extent = { size: 1, height: 1 };
    for (const { size, height } of Object.values(value).map(extentOf)) {
      extent.size += size;
      extent.height = Math.max(extent.height, height + 1);
    }
    open.delete(value);
    known.set(value, extent);
    return extent;
  };
  const { size, height } = extentOf(root);
  return size <= mostValues && height <= mostLevels;
}

interface Extent {
  /** Number of values, each counted as often as it is referenced. */
  readonly size: number;
  readonly height: number;
}

function validatorOf({ openapi, swagger: version }: Record<string, unknown>) {
  const said = typeof openapi === 'string' ? openapi : version;
  const [, known] = /^(2\.0$|3\.[01]\.)/.exec(String(said)) ?? [];
  return known === undefined ? undefined : validator(known);
}

const validator = remembered((version: string) => {
  switch (version) {
    case '2.0':
      return accepting(swagger, '4');
    case '3.0.':
      return accepting(openApi30, '4');
    default:
      return accepting(openApi31, '2020-12');
  }
});

function accepting(schema: object, draft: '4' | '2020-12'): (document: object) => boolean {
  const checked = new Validator(withoutSlowKeywords(schema) as Schema, draft);
  if (draft === '4') checked.addSchema(draft04);
  return (document) => checked.validate(document).valid;
}

/** Malicious texts make the patterns of formats slow, and equal items are found by comparing all pairs of them. */
function withoutSlowKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutSlowKeywords);
  if (!isObject(schema)) return schema;
  const isSlow = (keyword: string, value: unknown) =>
    (keyword === 'format' && typeof value === 'string') || (keyword === 'uniqueItems' && value === true);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      isSlow(keyword, value) ? [] : [[keyword, withoutSlowKeywords(value)]],
    ),
  );
}

function hasRepeatedTags({ tags }: Record<string, unknown>): boolean {
  return Array.isArray(tags) && new Set(tags.map((tag) => JSON.stringify(tag))).size < tags.length;
}

/** A schema may contain itself, but references that only lead to each other in a cycle are invalid. */
function hasCircularReference(root: Record<string, unknown>): boolean {
  const seen = new Set<object>();
  const ending = new Set<string>();
  const isCircular = (start: string): boolean => {
    const way = new Set<string>();
    for (let reference: string | undefined = start; reference?.startsWith('#') && !ending.has(reference);) {
      if (way.has(reference)) return true;
      way.add(reference);
      reference = referenceIn(valueAt(root, reference));
    }
    for (const reference of way) ending.add(reference);
    return false;
  };
  const holds = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    const reference = referenceIn(value);
    return (reference !== undefined && isCircular(reference)) || Object.values(value).some(holds);
  };
  return holds(root);
}

function referenceIn(value: unknown): string | undefined {
  return isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}

/** The value that a JSON pointer in a fragment leads to; undefined if it leads nowhere. */
function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = unescaped(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function unescaped(part: string): string {
  return decoded(part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
