import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { SuiteEvent } from './events.ts';
import { Tally } from './tally.ts';

const failure: SuiteEvent = { is: 'failed', title: 'a test', message: 'Error: no' };

describe('a suite that', () => {
  test('passes all its tests and exits with 0 has no fault', () => {
    const tally = tallyOf({ is: 'planned', files: 1 }, { is: 'passed' }, { is: 'passed' }, { is: 'ended' });

    assert.equal(tally.fault(0), undefined);
    assert.deepEqual([tally.passed, tally.failed], [2, 0]);
  });

  test('exits with another code than 0 has failed, even if no test has', () => {
    assert.equal(
      tallyOf({ is: 'passed' }, { is: 'ended' }).fault(1),
      'The suite ended with code 1, and no test failed.',
    );
  });

  test('exits with another code because of a failed test has no second fault', () => {
    const tally = tallyOf({ is: 'passed' }, failure, { is: 'ended' });

    assert.equal(tally.fault(1), undefined);
    assert.deepEqual([tally.passed, tally.failed], [1, 1]);
  });

  test('ends before its last test has failed, even if it exits with 0', () => {
    assert.equal(tallyOf({ is: 'passed' }).fault(0), 'The suite ended with code 0, and without a result.');
    assert.equal(tallyOf(failure).fault(1), 'The suite ended with code 1, and without a result.');
    assert.equal(tallyOf().fault(0), 'The suite ended with code 0, and without a result.');
  });

  test('runs no tests has failed', () => {
    assert.equal(tallyOf({ is: 'planned', files: 3 }, { is: 'ended' }).fault(0), 'The suite ran no tests.');
  });
});

function tallyOf(...events: readonly SuiteEvent[]): Tally {
  const tally = new Tally();
  for (const event of events) tally.add(event);
  return tally;
}
