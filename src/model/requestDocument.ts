import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';

/** A request to an endpoint, as a document of JSON with comments. */
export interface RequestDocument {
  /** Address of the schema, which tells the endpoint, too. */
  readonly schema: string;
  /** Path, query and body, as they stand there. */
  readonly request: object;
}

/**
 * Method and path stand in front as comments: the first line is what an editor calls a new document by, so that it is short; what it
 * leaves out stands in the second.
 */
export function requestText(
  { method, path }: { readonly method: string; readonly path: string },
  { schema, request }: RequestDocument,
): string {
  const heading = headingOf(method, path);
  const whole = `${method} ${path}`;
  return [
    `// ${heading}`,
    ...(heading === whole ? [] : [`// ${whole}`]),
    `${JSON.stringify({ $schema: schema, ...request }, undefined, 2)}\n`,
  ].join('\n');
}

/** Undefined when it names no schema. Throws, in words for people, for what is no JSON. */
export function parseRequest(text: string): RequestDocument | undefined {
  const errors: ParseError[] = [];
  const parsed = parsedJson(text, errors);
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new Error(`This is no JSON: ${printParseErrorCode(error.error)} in line ${line}.`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const { $schema: schema, ...request } = parsed as { readonly $schema?: unknown };
  return typeof schema === 'string' ? { schema, request } : undefined;
}

function parsedJson(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new Error('This JSON is nested too deeply.', { cause: error });
    throw error;
  }
}

/** What fits a tab: the last segments of a long path, with the method. */
function headingOf(method: string, path: string): string {
  const whole = `${method} ${path}`;
  const segments = path.split('/');
  for (let first = 1; whole.length > longestHeading && first < segments.length; first++) {
    const shown = `${method} …/${segments.slice(first).join('/')}`;
    if (shown.length <= longestHeading || first === segments.length - 1) return shown;
  }
  return whole;
}

/** In UTF-16 units: an editor shows 40 of the first line, with the mark of the comment. */
const longestHeading = 37;
