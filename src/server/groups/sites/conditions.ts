import { problemOfCondition, type ConditionProblem } from '../../../formats/conditions.ts';
import { invalid } from '../../http/problems.ts';

/** Refuses a condition that could never be evaluated for any visitor. */
export function checkCondition(condition: string | null | undefined): void {
  const problem = typeof condition === 'string' ? problemOfCondition(condition) : undefined;
  if (problem) throw invalid('body.condition', sentenceOf(problem));
}

function sentenceOf(problem: ConditionProblem): string {
  if (problem.code === 'conditionIncomplete') return 'The expression in “condition” is incomplete.';
  if (problem.rest === undefined) return 'The expression in “condition” is invalid.';
  return `The expression in “condition” is invalid from “${problem.rest}” on.`;
}
