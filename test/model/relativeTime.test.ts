import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fullTime, relativeTime } from '../../src/model/relativeTime.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

test.each([
  [-hour, 'now'],
  [0, 'now'],
  [59_000, 'now'],
  [minute, '1 min'],
  [hour - 1, '59 min'],
  [2 * hour, '2 h'],
  [day, '1 d'],
  [6.9 * day, '6 d'],
  [30 * day, 'Oct 21'],
  [400 * day, 'Oct 16, 2025'],
])('%d ms ago reads %s', (ago, words) => {
  assert.equal(relativeTime(now - ago, now), words);
});

test('the hover tells the day and the time', () => {
  assert.match(fullTime(now), /Friday, November 20, 2026 .*12:00/);
});
