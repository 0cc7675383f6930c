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

function parsedJson(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ReasonedError({ code: 'jsonTooDeep' }, { cause: error });
    throw error;
  }
}
