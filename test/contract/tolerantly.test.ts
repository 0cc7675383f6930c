import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import * as z from 'zod';
import { asReceived, readTolerantly } from '../../src/contract/shared/tolerantly.ts';
import { maybe } from '../../src/contract/shared/shapes.ts';
import { cpuTime } from '../cpuTime.ts';

const Person = z.looseObject({ id: z.string(), name: maybe(z.string()) });
const Thing = z.looseObject({
  id: z.string(),
  title: z.string(),
  place: z.string(),
  size: maybe(z.number()),
  parentId: maybe(z.string()),
  owner: maybe(Person),
  labels: maybe(z.array(z.string())),
  parts: maybe(z.array(Person)),
});
const valid = { id: 't', title: 'T', place: 'p' };

function read(value: object) {
  const outcome = readTolerantly(Thing, structuredClone(value));
  return outcome.success ? [outcome.data, outcome.dropped] : 'unreadable';
}

describe('a field of an unexpected form', () => {
  test.each([
    ['is dropped', { size: 'large' }, {}, ['size']],
    ['is dropped from the inside', { owner: { id: 'o', name: 7 } }, { owner: { id: 'o' } }, ['owner.name']],
    ['is dropped with what its id belongs to', { owner: { id: 7, name: 'N' } }, {}, ['owner']],
    ['is dropped with what lacks its id', { owner: { name: 'N' } }, {}, ['owner']],
    ['is dropped from a list', { labels: ['a', {}, 'b', null] }, { labels: ['a', 'b'] }, ['labels[1]', 'labels[3]']],
    [
      'is dropped with its element, if that has no id',
      { parts: [{ id: 'a' }, { name: 'B' }, { id: 'c', name: 1 }] },
      { parts: [{ id: 'a' }, { id: 'c' }] },
      ['parts[1]', 'parts[2].name'],
    ],
  ])('%s', (_, fields, left, dropped) => {
    assert.deepEqual(read({ ...valid, ...fields }), [{ ...valid, ...left }, dropped]);
  });

  test('that must be there, but that nothing depends on, becomes empty', () => {
    assert.deepEqual(read({ ...valid, title: { en: 'T' } }), [{ ...valid, title: '' }, ['title']]);
    assert.deepEqual(read({ id: 't', place: 'p' }), [{ ...valid, title: '' }, ['title']]);
  });

  test.each([
    ['is an id', { ...valid, id: 7 }],
    ['is an id of something else', { ...valid, parentId: {} }],
    ['must be there', { ...valid, place: 7 }],
    ['is the whole', []],
  ])('makes the whole unreadable if it %s', (_, value) => {
    assert.equal(read(value), 'unreadable');
  });
});

test('a value whose fields were dropped can be seen as it was received', () => {
  const sent = { ...valid, size: 'large', labels: ['a', 7] };
  const outcome = readTolerantly(Thing, structuredClone(sent));

  assert.ok(outcome.success);
  assert.deepEqual([outcome.data, asReceived(outcome.data)], [{ ...valid, labels: ['a'] }, sent]);
});

test('what can be read stays as it is, whatever else a server sends', () => {
  const junk = fc.dictionary(fc.constantFrom('size', 'owner', 'labels', 'parts', 'other', 'title'), fc.jsonValue());
  fc.assert(
    fc.property(junk, (fields) => {
      const outcome = readTolerantly(Thing, { ...valid, ...fields });

      assert.ok(outcome.success);
      assert.ok(Thing.safeParse(outcome.data).success);
      assert.equal(outcome.data.place, 'p');
      if ('other' in fields) assert.deepEqual(outcome.data['other'], fields['other']);
    }),
  );
});

test('a reply of a hundred thousand odd elements takes no longer than its size demands', () => {
  const time = (count: number): number => {
    const value = { ...valid, labels: Array.from({ length: count }, () => ({})) };
    const begun = cpuTime();
    readTolerantly(Thing, value);
    return cpuTime() - begun;
  };
  time(10_000);

  assert.ok(time(100_000) < 60 * Math.max(5, time(10_000)));
});
