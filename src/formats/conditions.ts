import { Script } from 'node:vm';
import type { Reason } from '../model/shared/reasons.ts';

export type ConditionProblem = Extract<Reason, { code: 'conditionIncomplete' | 'conditionInvalid' }>;

/**
 * Why a text can't be the condition that decides which visitors see a part of a site; undefined if it can. Conditions
 * are JavaScript expressions, such as `visitor.claims.isPartner`. They are compiled, never run.
 */
export function problemOfCondition(text: string): ConditionProblem | undefined {
  // Only an expression compiles in both kinds of brackets, because the text can't close both.
  const error = compileError(`(${text}\n)`) ?? compileError(`[${text}\n]`);
  if (!error) return undefined;
  // The stack starts with `condition:<line>`, that line, and a mark below the place of the error.
  const [heading = '', line, mark] = (error.stack ?? '').split('\n');
  if (/^condition:\d+$/.test(heading) && line !== undefined && mark !== undefined) {
    if (Number(heading.slice('condition:'.length)) > text.split('\n').length) return { code: 'conditionIncomplete' };
    const rest = line.slice(mark.indexOf('^')).trim();
    if (rest !== '') {
      return { code: 'conditionInvalid', rest: rest.length > 30 ? `${rest.slice(0, 30)}…` : rest };
    }
  }
  return { code: 'conditionInvalid' };
}

function compileError(source: string): Error | undefined {
  try {
    new Script(source, { filename: 'condition' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
