import type * as z from 'zod';
import { quotedWords } from './quotedWords.ts';

type Issue = z.core.$ZodIssue;

/**
 * Words the first violation of a schema: `title must be at most 50 characters`. Never contains the value; field names
 * may come from the server. `at` is the place of the value in the document that the user sees.
 */
export function violationOf(error: z.core.$ZodError, at: readonly string[] = []): string {
  const issue = error.issues[0];
  return issue === undefined ? 'it does not have the right form' : quotedWords(inWords(issue, [...at, ...issue.path]));
}

function inWords(issue: Issue, path: readonly PropertyKey[]): string {
  const field = path.length === 0 ? 'the content' : path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? `${field} is missing`
        : `${field} must be of type ${issue.expected}`;
    case 'too_big':
      return `${field} must be at most ${amount(issue.maximum, issue.origin)}`;
    case 'too_small':
      if (issue.origin !== 'number' && issue.minimum === 1) return `${field} must not be empty`;
      return `${field} must be at least ${amount(issue.minimum, issue.origin)}`;
    case 'invalid_value':
      return `${field} must be ${oneOf(issue.values.map(String))}`;
    case 'invalid_format':
      return issue.format === 'url' ? `${field} must be a full address (https://…)` : `${field} ${formatOf(issue)}`;
    case 'unrecognized_keys':
      return `${[...path, issue.keys[0] ?? ''].map(String).join('.')} is not a field that can be sent`;
    case 'invalid_union':
      return inUnion(issue, path, field);
    default:
      return `${field} does not have the right form`;
  }
}

/** The issue of the alternative that matched furthest; among equals, the most general one, which comes last. */
function inUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: readonly PropertyKey[],
  field: string,
): string {
  let furthest: Issue | undefined;
  for (const [first] of issue.errors) {
    if (first !== undefined && first.path.length >= (furthest?.path.length ?? 0)) furthest = first;
  }
  return furthest === undefined
    ? `${field} does not have the right form`
    : inWords(furthest, [...path, ...furthest.path]);
}

function formatOf(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  return issue.message.startsWith('must ') ? issue.message : `must be a valid ${issue.format}`;
}

function amount(count: number | bigint, origin: string): string {
  if (origin === 'string') return `${String(count)} characters`;
  if (origin === 'array' || origin === 'set') return `${String(count)} items`;
  return String(count);
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`;
}
