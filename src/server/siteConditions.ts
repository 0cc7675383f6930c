import { problemOfCondition } from '../model/conditions.ts';
import { invalid } from './problems.ts';

/** Refuses a condition that no visitor could ever be checked against. */
export function checkCondition(condition: string | null | undefined): void {
  const problem = typeof condition === 'string' ? problemOfCondition(condition) : undefined;
  if (problem !== undefined) throw invalid('body.condition', problem);
}
