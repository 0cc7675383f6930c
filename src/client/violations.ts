import type * as z from 'zod';
import { isFormat } from '../contract/shared/formats.ts';
import { tooDeepMessage } from '../contract/shared/tolerantly.ts';
import type { Rule, Violation } from '../model/shared/reasons.ts';
import { quotedWords } from './quotedWords.ts';

type Issue = z.core.$ZodIssue;

/**
 * The first violation of a schema. Never contains the value; field names may come from the server. `at` is the place of the
 * value in the document that the user sees.
 */
export function violationOf(error: z.core.$ZodError, at: readonly string[] = []): Violation {
  const issue = error.issues[0];
  return issue === undefined ? { rule: { is: 'wellFormed' } } : violationIn(issue, [...at, ...issue.path]);
}

function violationIn(issue: Issue, path: readonly PropertyKey[]): Violation {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { field: fieldAt([...path, issue.keys[0] ?? '']), rule: { is: 'known' } };
    case 'invalid_union':
      return inUnion(issue, path);
    default:
      return { field: fieldAt(path), rule: ruleOf(issue) };
  }
}

/** The issue of the alternative that matched furthest; among equals, the most general one, which comes last. */
function inUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: readonly PropertyKey[]): Violation {
  let furthest: Issue | undefined;
  for (const [first] of issue.errors) {
    if (first !== undefined && first.path.length >= (furthest?.path.length ?? 0)) furthest = first;
  }
  return furthest === undefined
    ? { field: fieldAt(path), rule: { is: 'wellFormed' } }
    : violationIn(furthest, [...path, ...furthest.path]);
}

function ruleOf(issue: Exclude<Issue, { code: 'unrecognized_keys' | 'invalid_union' }>): Rule {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message) ? { is: 'required' } : { is: 'type', type: issue.expected };
    case 'too_big':
      return { is: 'most', amount: Number(issue.maximum), unit: unitOf(issue.origin) };
    case 'too_small':
      if (issue.origin !== 'number' && issue.minimum === 1) return { is: 'notEmpty' };
      return { is: 'least', amount: Number(issue.minimum), unit: unitOf(issue.origin) };
    case 'invalid_value':
      return { is: 'oneOf', values: issue.values.map(String) };
    case 'invalid_format':
      return { is: 'format', format: isFormat(issue.message) ? issue.message : issue.format };
    case 'custom':
      if (issue.message === tooDeepMessage) return { is: 'shallow' };
      return isFormat(issue.message) ? { is: 'format', format: issue.message } : { is: 'wellFormed' };
    default:
      return { is: 'wellFormed' };
  }
}

function unitOf(origin: string): 'characters' | 'items' | undefined {
  if (origin === 'string') return 'characters';
  return origin === 'array' || origin === 'set' ? 'items' : undefined;
}

function fieldAt(path: readonly PropertyKey[]): string | undefined {
  return path.length === 0 ? undefined : quotedWords(path.map(String).join('.'));
}
