import { isExpensiveToParse, laborInThread } from '../text/parsingCost.ts';
import { tagOf, tagPattern } from '../tags/syntax.ts';
import { beginningOf } from '../shared/trimmed.ts';

/** An operation that a page describes by naming its specification. */
export interface NamedOperation {
  /** The slug of one of the organization's specifications. */
  readonly spec: string;
  readonly method: string;
  readonly path: string;
}

/** The words around what a specification says. */
export interface OperationWords {
  readonly deprecated: string;
  readonly parameter: string;
  readonly parameterIn: string;
  readonly type: string;
  readonly description: string;
  readonly required: string;
  readonly requestBody: string;
  readonly response: string;
}

/** Identifies an operation in the `operations` of a page that is rendered. */
export function operationKey({ spec, method, path }: NamedOperation): string {
  return JSON.stringify([spec, method.trim().toLowerCase(), path.trim()]);
}

const mostOperations = 100;
const mostRows = 50;
/** In UTF-16 units. */
const longestText = 4000;

const tagAtStart = new RegExp(`^[ \\t]*(?:${tagPattern})`);

/** The operations that a page names. */
export function operationsIn(markdown: string): NamedOperation[] {
  if (!markdown.includes('openapi')) return [];
  const found = new Map<string, NamedOperation>();
  for (const line of markdown.split('\n')) {
    const match = line.includes('{%') ? tagAtStart.exec(line) : null;
    const tag = match ? tagOf(match) : undefined;
    if (!tag || tag.end || (tag.name !== 'openapi-operation' && tag.name !== 'openapi')) continue;
    const { attributes } = tag;
    const named = {
      spec: attributes.get('spec') ?? '',
      method: attributes.get('method') ?? '',
      path: attributes.get('path') ?? '',
    };
    if (named.spec && named.method && named.path) found.set(operationKey(named), named);
    if (found.size === mostOperations) break;
  }
  return [...found.values()];
}

/**
 * Describes an operation by its specification (OpenAPI 2.0 to 3.1), as Markdown. Undefined if it isn't in there, or
 * would take too long.
 */
export function operationMarkdown(
  document: unknown,
  { method, path }: NamedOperation,
  words: OperationWords,
): string | undefined {
  const item = objectIn(objectIn(document, 'paths'), path);
  const operation = objectIn(item, method.trim().toLowerCase());
  if (!operation) return undefined;
  const resolve = resolverIn(document);
  const summary = lineIn(operation['summary']);
  const parameters = [...listIn(item, 'parameters'), ...listIn(operation, 'parameters')].map(resolve).filter(isNamed);
  const body = bodyType(resolve(operation['requestBody']));
  const parts = [
    ...(summary || operation['deprecated'] === true
      ? [
          [summary && `**${summary}**`, operation['deprecated'] === true ? `_${words.deprecated}_` : '']
            .join(' ')
            .trim(),
        ]
      : []),
    textIn(operation['description']),
    table(
      [words.parameter, words.parameterIn, words.type, words.description],
      parameters.map((each) => [
        code(String(each['name'])) + (each['required'] === true ? ` ${words.required}` : ''),
        lineIn(each['in']),
        typeOf(each['schema'] ?? each),
        lineIn(each['description']),
      ]),
    ),
    body && `${words.requestBody}: ${body}`,
    table(
      [words.response, words.description],
      Object.entries(objectIn(operation, 'responses') ?? {}).map(([status, response]) => [
        code(status),
        lineIn(objectOf(resolve(response))?.['description']),
      ]),
    ),
  ];
  const markdown = parts.filter((part) => part !== '').join('\n\n');
  return markdown === '' || isExpensiveToParse(markdown, laborInThread) ? undefined : markdown;
}

/** References within the document, once: one that leads to another is left as it is. */
function resolverIn(document: unknown): (value: unknown) => unknown {
  return (value) => {
    const reference = objectOf(value)?.['$ref'];
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
    const names = reference
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return names.reduce<unknown>((inner, name) => objectOf(inner)?.[name], document);
  };
}

function isNamed(parameter: unknown): parameter is Record<string, unknown> {
  return typeof objectOf(parameter)?.['name'] === 'string';
}

function bodyType(body: unknown): string {
  const [type, media] = Object.entries(objectIn(body, 'content') ?? {})[0] ?? [];
  if (type === undefined) return '';
  return [code(type), typeOf(objectOf(media)?.['schema'])].filter(Boolean).join(' ');
}

/** The name of a schema, or its type, such as `string (date-time)` or `string[]`. */
function typeOf(schema: unknown, depth = 0): string {
  const { $ref, type, format, items } = objectOf(schema) ?? {};
  if (typeof $ref === 'string') return code($ref.slice($ref.lastIndexOf('/') + 1));
  if (type === 'array' && depth < 3) return `${typeOf(items, depth + 1)}[]`;
  const names = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  return lineIn(names.join(' | ') + (typeof format === 'string' ? ` (${format})` : ''));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows.slice(0, mostRows)];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? beginningOf(value, longestText).trim() : '';
}

function lineIn(value: unknown): string {
  return beginningOf(textIn(value), 500).replace(/\s+/g, ' ');
}

function code(text: string): string {
  const name = lineIn(text).replaceAll('`', "'");
  return name && `\`${name}\``;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = objectOf(value)?.[name];
  return Array.isArray(list) ? list : [];
}

function objectIn(value: unknown, name: string): Record<string, unknown> | undefined {
  const object = objectOf(value);
  return object && Object.hasOwn(object, name) ? objectOf(object[name]) : undefined;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
