import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { SuiteEvent } from './events.ts';
import { clock, failureText, progressOf, summary } from './progress.ts';
import { Tally } from './tally.ts';

describe('progress', () => {
  test('says what passed, what is left, and which files have ended, the slowest first', () => {
    const names = ['comments', 'sites', 'search', 'links', 'tree'];
    const tally = tallyOf(
      { is: 'planned', files: 27 },
      { is: 'passed' },
      { is: 'failed', title: 'a test', message: '' },
      ...names.map((name, at): SuiteEvent => ({ is: 'file', name, ms: 1000 * at })),
    );

    assert.equal(
      progressOf(tally, tally.endedFiles),
      '1 passed, 1 failed, 5 of 27 files: tree (4 s), links (3 s), search (2 s) and 2 more',
    );
    assert.equal(progressOf(tally, []), '1 passed, 1 failed, 5 of 27 files');
  });

  test('is that a suite starts until it has found its files', () => {
    assert.equal(progressOf(new Tally(), []), '0 passed, 0 failed, starting');
  });

  test('has a clock of minutes and seconds', () => {
    assert.deepEqual([0, 59_999, 60_000, 754_000, 3_600_000].map(clock), ['0:00', '0:59', '1:00', '12:34', '60:00']);
  });
});

describe('a failure', () => {
  test('is printed with its whole message', () => {
    assert.equal(
      failureText({ title: 'sites: adds a space', message: 'Error: no\n\n  at a\n' }),
      '✗ sites: adds a space\n    Error: no\n\n      at a',
    );
  });

  test('is repeated with the beginning of its message', () => {
    assert.equal(failureText({ title: 'a test', message: '1\n2\n3' }, 2), '✗ a test\n    1\n    2\n    …');
  });
});

describe('the summary', () => {
  const units = { name: 'units', tally: tallyOf({ is: 'passed' }, { is: 'passed' }), reason: undefined, ms: 61_400 };

  test('ends with a line that has only the sums of all suites', () => {
    const failed = tallyOf({ is: 'passed' }, { is: 'failed', title: 'adds a space', message: 'Error: no' });
    const host = { name: 'host', tally: failed, reason: undefined, ms: 250 };

    assert.deepEqual(summary([units, host], 70_000).split('\n'), [
      'What failed:',
      '',
      '✗ host: adds a space',
      '    Error: no',
      '',
      'units  2 passed, 0 failed  61 s',
      'host   1 passed, 1 failed  0.3 s',
      '',
      'All of it in 70 s',
      '',
      '3 passed, 1 failed',
    ]);
  });

  test('says why a suite was skipped, and counts nothing of it', () => {
    const e2e = { name: 'e2e', tally: new Tally(), reason: 'skipped: it needs Linux', ms: 0 };

    assert.deepEqual(summary([units, e2e], 70_000).split('\n'), [
      'units  2 passed, 0 failed       61 s',
      'e2e    skipped: it needs Linux  0.0 s',
      '',
      'All of it in 70 s',
      '',
      '2 passed, 0 failed',
    ]);
  });
});

function tallyOf(...events: readonly SuiteEvent[]): Tally {
  const tally = new Tally();
  for (const event of events) tally.add(event);
  return tally;
}
