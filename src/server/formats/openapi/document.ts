import { load, type YAMLException } from 'js-yaml';
import { decoded } from '../../../model/shared/decoded.ts';
import { beginningOf } from '../../../model/shared/trimmed.ts';
import { mostLevels } from '../../http/decoding.ts';
import { formInWords, mostProblems, shapeProblems } from './shapes.ts';

/** What a text holds. */
export interface ReadDocument {
  /** As JSON in a normal form, so that white space and comments make no difference. Undefined if the text is refused. */
  readonly document: string | undefined;
  /** What is wrong with the document, or where and why it is refused, as sentences. */
  readonly problems: readonly string[];
}

/**
 * The OpenAPI document (2.0 or 3.x; JSON or YAML) in a text. Only what shows no operations, or could never be read
 * completely, is refused: authors see the other problems, and readers the rest.
 */
export function documentIn(written: string): ReadDocument {
  const text = written.replace(/^\ufeff/, '');
  if (text.trim() === '') return refused('It is empty.');
  if (/^\s*<[!?a-z]/i.test(text)) return refused('It is a web page or XML, not an OpenAPI document.');
  try {
    const { value, problems } = valueIn(text);
    const reason = reasonAgainst(value, text);
    if (reason !== undefined || !isObject(value)) return refused(reason);
    return {
      document: JSON.stringify(value),
      problems: [...problems, ...shapeProblems(value), ...referenceProblems(value)].slice(0, mostProblems).map(short),
    };
  } catch (error) {
    // Neither parser has an error class that covers all of its errors.
    if (error instanceof Error) return refused(reasonOf(error, text));
    throw error;
  }
}

const mostAliases = 1000;
/** Limit of values in a document after all references are expanded. */
const mostValues = 2_000_000;
/** In UTF-16 units: a document may have long names. */
const longestProblem = 300;

function refused(reason = ''): ReadDocument {
  return { document: undefined, problems: [short(reason)] };
}

function short(problem: string): string {
  return problem.length > longestProblem ? `${beginningOf(problem, longestProblem)}…` : problem;
}

/** Why a value isn't taken; undefined if it is. */
function reasonAgainst(value: unknown, text: string): string | undefined {
  if (!isObject(value)) return `It is ${formInWords(value)}, not an OpenAPI document.`;
  if (!isBounded(value))
    return `It is too large, or has more than ${mostLevels} levels, once its aliases are expanded.`;
  const key = value['openapi'] === undefined ? 'swagger' : 'openapi';
  const version = value[key];
  if (version === undefined) return 'It has neither “openapi” nor “swagger” with a version.';
  if (!/^(?:2(?:\.0)?|3(?:\.\d+)*(?:-.*)?)$/.test(JSON.stringify(version).replaceAll('"', '')))
    return located(lineOf(text, key), `The version in “${key}” must be 2.0 or start with 3.`);
  const [name] = ['paths', 'webhooks', 'components'].filter((each) => value[each] !== undefined);
  if (name === undefined) return 'It describes no operations: “paths” is missing.';
  const content = value[name];
  return content === null || isObject(content)
    ? undefined
    : located(lineOf(text, name), `“${name}” must be an object, but is ${formInWords(content)}.`);
}

/** The line of a key of the document itself. Undefined if the indentation doesn't tell it from keys below. */
function lineOf(text: string, key: string): number | undefined {
  const found = [...text.matchAll(new RegExp(`^([ \\t]*)(\\{[ \\t]*)?["']?${key}["']?[ \\t]*:`, 'gm'))]
    .filter(({ 2: brace, index }) => brace === undefined || text.slice(0, index).trim() === '')
    .map(({ 1: indent = '', 2: brace, index }) => ({ index, indent: brace === undefined ? indent.length : 0 }))
    .toSorted((one, other) => one.indent - other.indent);
  const [first, second] = found;
  return first === undefined || first.indent === second?.indent ? undefined : lineAt(text, first.index);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n?|\n/).length;
}

function located(line: number | undefined, sentence: string): string {
  return line === undefined ? sentence : `Line ${line}: ${sentence.replace(/^The/, 'the')}`;
}

/** Only `load` of its library is bundled. */
function isYamlError(error: unknown): error is YAMLException {
  return error instanceof Error && error.name === 'YAMLException';
}

/** Where and why a parser failed. */
function reasonOf(error: Error, text: string): string {
  if (isYamlError(error)) {
    const { reason, mark } = error;
    return mark ? `Line ${mark.line + 1}: ${reason}.` : `It can't be read: ${reason}.`;
  }
  if (!(error instanceof SyntaxError)) return "It can't be read: it contains itself or is nested too deeply.";
  const plain = withoutComments(text);
  if (isUnexpectedToken(error)) {
    const at = offsetOfToken(plain);
    return located(lineAt(plain, at), `Unexpected “${String.fromCodePoint(plain.codePointAt(at) ?? 0)}”.`);
  }
  const [why = '', position = plain.length] = error.message.split(/(?: in JSON)? at position (\d+).*/s);
  return located(lineAt(plain, Number(position)), `${why}.`);
}

/** Such an error of the engine quotes the text, but doesn't say where. */
function isUnexpectedToken({ message }: Error): boolean {
  return message.startsWith('Unexpected token');
}

/** The first offset at which the beginning of the text gets that error. */
function offsetOfToken(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    try {
      JSON.parse(text.slice(0, middle + 1));
      low = middle + 1;
    } catch (error) {
      if (error instanceof Error && isUnexpectedToken(error)) high = middle;
      else low = middle + 1;
    }
  }
  return low;
}

function valueIn(text: string): { readonly value: unknown; readonly problems: readonly string[] } {
  const isBraced = /^\s*(?:[{[]|\/[/*])/.test(text);
  if (!isBraced) return yamlIn(text);
  try {
    return { value: JSON.parse(text), problems: [] };
  } catch {
    const plain = withoutComments(text);
    try {
      return { value: JSON.parse(plain), problems: ['It has comments or trailing commas, which JSON does not allow.'] };
    } catch (error) {
      try {
        // YAML may start like JSON.
        return yamlIn(text);
      } catch (yamlError) {
        throw /^\s*[{[]\s*["}\]]/.test(plain) ? error : yamlError;
      }
    }
  }
}

const strings = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)`;
const comments = new RegExp(String.raw`(${strings})|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)`, 'g');
const trailingCommas = new RegExp(String.raw`(${strings})|,(?=\s*[}\]])`, 'g');

function withoutComments(text: string): string {
  return text
    .replace(comments, (found, string?: string) => string ?? found.replace(/[^\r\n]/g, ' '))
    .replace(trailingCommas, (_, string?: string) => string ?? ' ');
}

/** The last one of several equal keys counts, as in JSON. */
function yamlIn(text: string) {
  const limits = { maxAliases: mostAliases, maxDepth: mostLevels };
  try {
    return { value: load(text, limits), problems: [] };
  } catch (error) {
    if (!isYamlError(error) || error.reason !== 'duplicated mapping key') throw error;
    return { value: load(text, { ...limits, json: true }), problems: [reasonOf(error, text)] };
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

/** References that lead nowhere, outside, or only to each other in a cycle. A schema may contain itself. */
function referenceProblems(root: Record<string, unknown>): string[] {
  const problems = new Set<string>();
  const seen = new Set<object>();
  const ending = new Set<string>();
  /** Each reference is followed once: another one that leads to it is like it. */
  const follow = (start: string): void => {
    const way = new Set<string>();
    for (
      let reference: string | undefined = start;
      reference !== undefined;
      reference = referenceIn(valueAt(root, reference))
    ) {
      if (way.has(reference)) problems.add(`$ref “${reference}” leads back to itself.`);
      if (ending.has(reference)) return;
      way.add(reference);
      ending.add(reference);
      if (!reference.startsWith('#')) problems.add(`$ref “${reference}” leads out of this document, which isn't read.`);
      else if (valueAt(root, reference) === undefined) problems.add(`$ref “${reference}” leads nowhere.`);
      else continue;
      return;
    }
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || problems.size >= mostProblems) return;
    seen.add(value);
    const reference = referenceIn(value);
    if (reference !== undefined) follow(reference);
    Object.values(value).forEach(visit);
  };
  visit(root);
  return [...problems];
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
