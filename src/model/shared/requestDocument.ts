import { parse, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
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
 * The text with empty values in the place of secrets: keys of share links, and the secrets of an integration. Empty if
 * it is nested too deeply to be read.
 */
export function withoutSecrets(text: string): string {
  const secrets: { readonly start: number; readonly end: number }[] = [];
  const names: string[] = [];
  let name = '';
  const begin = () => {
    names.push(name);
    name = '';
  };
  const end = () => void names.pop();
  try {
    visit(text, {
      onObjectProperty: (property) => void (name = property),
      onObjectBegin: begin,
      onObjectEnd: end,
      onArrayBegin: begin,
      onArrayEnd: end,
      onLiteralValue(_, start, length) {
        if (name === 'shareKey' || names.at(-1) === 'secrets') secrets.push({ start, end: start + length });
      },
    });
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
  const parts: string[] = [];
  let at = 0;
  for (const { start, end: after } of secrets) {
    parts.push(text.slice(at, start), '""');
    at = after;
  }
  // A line that was taken out of the request may contain a key as well.
  return [...parts, text.slice(at)].join('').replace(/("shareKey"\s{0,9}:\s{0,9}")[^"\r\n]*/g, '$1');
}

function parsedJson(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ReasonedError({ code: 'jsonTooDeep' }, { cause: error });
    throw error;
  }
}
