import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { meantMentions, mentionBefore } from '../../../src/model/comments/mentions.ts';

describe('a mention at the cursor', () => {
  test.each([
    ['@', '@', ''],
    ['Hello @a', '@', 'a'],
    ['Hello @Ada Pa', '@', 'Ada Pa'],
    ['(@ad', '@', 'ad'],
    ['one\n@ad', '@', 'ad'],
    ['See #1', '#', '1'],
    ['#', '#', ''],
    [`${'x'.repeat(200)} @ada`, '@', 'ada'],
  ])('is being typed in %j', (text, sign, written) => {
    assert.deepEqual(mentionBefore(text), { sign, written });
  });

  test.each([
    ...['', 'Hello', 'ada@example.com', 'a#1', '@Ada ', '@Ada Park is', '# Title', '##', '@a\nb', 'See #1 now'],
    `@${'x'.repeat(200)}`,
  ])("isn't in %j", (text) => {
    assert.equal(mentionBefore(text), undefined);
  });
});

test('mentions are those that contain the typed words, best first', () => {
  const all = ['Kim Adams', 'Ada Park', 'Bo', 'Canada'].map((label) => ({ label, description: '', insert: label }));

  assert.deepEqual(
    meantMentions(all, 'AD', 3).map(({ label }) => label),
    ['Ada Park', 'Kim Adams', 'Canada'],
  );
  assert.equal(meantMentions(all, '', 2).length, 2);
  assert.deepEqual(meantMentions(all, 'zz', 3), []);
  const described = [{ label: '#1', description: 'Shorter words', insert: '#1' }];
  assert.deepEqual(meantMentions(described, 's', 3), []);
  assert.deepEqual(meantMentions(described, 'short', 3), described);
  const mailed = [{ label: 'Bo Lind', description: 'b.lind@robotics.example', insert: '@Bo' }];
  assert.deepEqual(meantMentions(mailed, 'bot', 3), []);
  assert.deepEqual(meantMentions(mailed, 'lind@rob', 3), mailed);
});
