import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { ReasonedError } from './failure.ts';

/** A request to an endpoint as a JSONC document. Method and path come first, as a comment. */
export function requestText(
  { method, path }: { readonly method: string; readonly path: string },
  { schema, request }: { readonly schema: string; readonly request: object },
): string {
  return `// ${method} ${path}\n${JSON.stringify({ $schema: schema, ...request }, undefined, 2)}\n`;
}

/**
 * Path, query and body of a request document. Throws a ReasonedError if the text is not a JSON object.
 */
export function parseRequest(text: string): object {
  const errors: ParseError[] = [];
  const parsed = parsedJson(text, errors);
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new ReasonedError({ code: 'notJsonAtLine', problem: printParseErrorCode(error.error), line });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ReasonedError({ code: 'requestNotObject' });
  }
  const { $schema: _, ...request } = parsed as { readonly $schema?: unknown };
  return request;
}

/**
 * The request with empty values in the place of secrets: keys of share links, and the secrets of an integration. Comments
 * and what isn't valid are left out, because they can contain some, too. Empty if nothing of it can be read.
 */
export function withoutSecrets(text: string): string {
  const [heading = ''] = /^\/\/ [A-Z]{3,7} \/[^\s?]*\n/.exec(text) ?? [];
  try {
    const request = masked(parse(text, [], { allowTrailingComma: true }), false);
    return typeof request === 'object' && request !== null
      ? `${heading}${JSON.stringify(request, undefined, 2)}\n`
      : '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Indented, a nested value takes space for each of its levels. No endpoint has a tenth as many. */
const mostLevels = 200;

function masked(value: unknown, isSecret: boolean, level = 0): unknown {
  if (level > mostLevels) throw new RangeError();
  if (Array.isArray(value)) return value.map((each) => masked(each, isSecret, level + 1));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      masked(each, isSecret || isSecretName(name), level + 1),
    ]);
    return Object.fromEntries(entries);
  }
  if (isSecret) return '';
  return typeof value === 'string' ? value.replace(/(\bshareKey=)[^&#\s"']+/gi, '$1') : value;
}

function isSecretName(name: string): boolean {
  return /^(?:shareKey|secrets?)$/i.test(name);
}

function parsedJson(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ReasonedError({ code: 'jsonTooDeep' }, { cause: error });
    throw error;
  }
}
