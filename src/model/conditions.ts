import { parseExpressionAt } from 'acorn';

/**
 * Why a text can't be the condition that decides which visitors see a part of a site; undefined when it can. Conditions are
 * JavaScript expressions, such as `visitor.claims.isPartner`. They are parsed, never run.
 */
export function problemOfCondition(text: string): string | undefined {
  let end: number;
  try {
    ({ end } = parseExpressionAt(text, 0, { ecmaVersion: 'latest' }));
    if (text.slice(end).trim() === '') return undefined;
  } catch (error) {
    // Besides its own errors, the parser throws a RangeError where expressions are nested too deeply for the stack.
    end = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
  }
  const rest = text.slice(end).trim();
  if (rest === '') return 'This expression is incomplete.';
  return `This expression is not valid from “${rest.length > 30 ? `${rest.slice(0, 30)}…` : rest}” on.`;
}
