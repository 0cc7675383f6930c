import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { problemOfCondition } from '../../src/formats/conditions.ts';

const incomplete = { code: 'conditionIncomplete' };
const from = (rest: string): object => ({ code: 'conditionInvalid', rest });

describe('the condition of a section or a space', () => {
  test.each([
    'visitor.claims.isPartner',
    '!visitor.claims["two words"]',
    'visitor.claims.plan == "pro" && !("beta" in visitor.claims.groups)',
    'visitor.claims.groups.some((group) => /^eu-/.test(group))',
    'visitor.claims.a // partners',
    'visitor.claims.a ||\n  visitor.claims.b',
  ])('can be the expression %j', (text) => {
    assert.equal(problemOfCondition(text), undefined);
  });

  test.each([
    ['visitor.claims.(', from('(')],
    ['visitor.claims.', incomplete],
    ['visitor.claims.a &&', incomplete],
    ['visitor.claims.a visitor.claims.b', from('visitor.claims.b')],
    ['only partners see this section, please', from('partners see this section, ple…')],
    ['visitor.claims.a ||\n  visitor claims', from('claims')],
    ['   ', incomplete],
    ['/* all */', incomplete],
    ['a); (b', from('); (b')],
    ['a]; [b', from(']; [b')],
    ['...a', from('...a')],
    ['let a = 1', from('a = 1')],
  ])('is refused with the place of the error: %j', (text, problem) => {
    assert.deepEqual(problemOfCondition(text), problem);
  });

  test('is refused if it is nested deeper than the stack', () => {
    assert.ok(problemOfCondition('('.repeat(1_000_000)));
  });

  test('is never run', () => {
    const global = globalThis as { hasRun?: boolean };

    problemOfCondition('(() => { globalThis.hasRun = true; })()');

    assert.equal(global.hasRun, undefined);
  });
});
