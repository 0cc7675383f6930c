import * as z from 'zod';
import type { Endpoint, QuerySchema } from '../../contract/shared/endpoint.ts';
import { isFormat, type Format } from '../../contract/shared/formats.ts';
import { badRequest, Problem } from './problems.ts';

/** The query fields that the endpoint knows, decoded from text. Unknown fields are ignored. */
export function decodedQuery(endpoint: Endpoint, parameters: URLSearchParams | undefined): unknown {
  if (!endpoint.query) return {};
  const decoded = z.safeDecode(endpoint.query, parameters ? queryFields(endpoint.query, parameters) : {});
  if (!decoded.success) throw badRequest(sentence('query', decoded.error));
  return decoded.data;
}

/** The body, parsed and validated. A missing body is an empty object. */
export async function decodedBody(schema: z.ZodType, request: Request): Promise<unknown> {
  const value = await jsonOf(request);
  if (isDeeperThan(value, mostLevels)) throw new Problem(422, 'body: is nested too deeply');
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Problem(422, sentence('body', parsed.error));
  return parsed.data;
}

/** Far more than any body of the document needs. Stored values must be readable for every client. */
export const mostLevels = 100;

/** True for JSON with more nested arrays and objects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value].filter(isObject);
  for (let left = levels; level.length > 0; left -= 1) {
    if (left === 0) return true;
    level = level.flatMap((each) => Object.values<unknown>(each).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

async function jsonOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('body: is not JSON');
  }
}

function queryFields(schema: QuerySchema, parameters: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const values = parameters.getAll(name);
    if (values.length === 0) continue;
    if (values.length > 1 && !isArray(field)) throw badRequest(`query.${name}: must be given once`);
    fields[name] = isArray(field) ? values : (values[0] ?? '');
  }
  return fields;
}

/** Array parameters are repeated keys. */
function isArray(field: z.core.$ZodType): boolean {
  if (field instanceof z.ZodOptional) return isArray(field.unwrap());
  return field instanceof z.ZodArray;
}

/** A path parameter, validated. */
export function decodedParameter<Value>(name: string, schema: z.ZodType<Value>, text: string): Value {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new Problem(422, sentence(name, parsed.error));
  return parsed.data;
}

/** The first error, with the name of its field: `body.title: must be at most 50 characters`. */
function sentence(place: string, error: z.core.$ZodError): string {
  const issue = innermost(error.issues[0]);
  if (!issue) return `${place}: is invalid`;
  const name = [place, ...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  return `${name.map(String).join('.')}: ${reason(issue)}`;
}

/** Of the alternatives, the one that the value is most similar to: where its type is right. */
function innermost(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const ways = issue.errors.map(([way]) => innermost(way));
  const first = ways.find((way) => way && (way.code !== 'invalid_type' || way.path.length > 0)) ?? ways[0];
  return first ? { ...first, path: [...issue.path, ...first.path] } : issue;
}

function reason(issue: z.core.$ZodIssue): string {
  if (isFormat(issue.message)) return `must be ${formatInWords(issue.message)}`;
  switch (issue.code) {
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('undefined')
        ? 'is required'
        : `must be ${named(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'options' in issue && issue.options ? `must be one of ${issue.options.join(', ')}` : issue.message;
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_format':
      return issue.message === 'Invalid URL' ? 'must be a URL' : issue.message;
    default:
      return issue.message;
  }
}

function formatInWords(format: Format): string {
  switch (format) {
    case 'notBlank':
      return 'more than spaces';
    case 'urlOrText':
      return 'an object with either url or text';
    case 'urlOrBase64':
      return 'an object with either url or base64';
    case 'fileName':
      return 'a file name with an extension';
    case 'webAddress':
      return 'an address that starts with https:// or http://';
    case 'wholeNumber':
      return 'a whole number';
    case 'jsonSchemaDraft07':
      return 'JSON Schema draft-07';
    case 'hexColor':
      return '#rgb or #rrggbb';
    case 'languageTag':
      return 'a language tag, such as en or pt-br';
    case 'hostAndPath':
      return 'a hostname and a path, such as example.com/docs';
    case 'name':
      return 'letters, digits, hyphens, underscores, and dots';
    case 'base64':
      return 'base64';
    case 'slug':
      return 'lower-case letters and digits, in words joined by single hyphens';
  }
}

function unit(origin: string, amount: number | bigint): string {
  const plural = amount === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural}`;
  return origin === 'array' ? ` item${plural}` : '';
}

function named(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
