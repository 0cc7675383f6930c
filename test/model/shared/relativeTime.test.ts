import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fullTime, relativeTime } from '../../../src/model/shared/relativeTime.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

test.each([
  [-hour, 'now'],
  [0, 'now'],
  [29_000, 'now'],
  [59_000, '59 seconds ago'],
  [minute, '1 minute ago'],
  [hour - 1000, '59 minutes ago'],
  [2 * hour, '2 hours ago'],
  [day, '1 day ago'],
  [6.9 * day, '6 days ago'],
  [30 * day, '1 month ago'],
  [400 * day, '1 year ago'],
])('%d ms ago reads %s', (ago, words) => {
  assert.equal(relativeTime(now - ago, now), words);
});

test('the hover shows date and time', () => {
  assert.match(fullTime(now), /Friday, November 20, 2026 .*12:00/);
});
