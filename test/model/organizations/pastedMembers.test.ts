import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { pastedPeople } from '../../../src/model/organizations/pastedMembers.ts';

test.each([
  ['one per line', 'ada@example.com\nbo@example.com', ['ada@example.com', 'bo@example.com']],
  [
    'between commas, semicolons and spaces',
    'ada@a.io, bo@b.io;cy@c.io  di@d.io',
    ['ada@a.io', 'bo@b.io', 'cy@c.io', 'di@d.io'],
  ],
  ['as mail programs copy them', 'Ada Park <ada@a.io>, "Lind, Bo" <bo@b.io>', ['ada@a.io', 'bo@b.io']],
  [
    'as lines joined by an input box',
    'Ada Park <ada@a.io> Bo Lind <bo@b.io> cy@c.io',
    ['ada@a.io', 'bo@b.io', 'cy@c.io'],
  ],
  ['from a spreadsheet, with ids', 'usr_1\tada@a.io\r\nusr-2\tbo@b.io', ['usr_1', 'ada@a.io', 'usr-2', 'bo@b.io']],
  ['twice, in another case', 'Ada@A.io ada@a.io', ['Ada@A.io']],
  ['with mailto:', 'mailto:ada@a.io', ['ada@a.io']],
])('people are read %s', (_, text, people) => {
  assert.deepEqual(pastedPeople(text).people.toSorted(), [...people].toSorted());
});

test('parts that are neither an address nor an id are reported', () => {
  const { people, wrong } = pastedPeople('ada@a.io, ada@, @b.io, a@b@c.io, müller!, ada@host');

  assert.deepEqual(people, ['ada@a.io']);
  assert.deepEqual(wrong, ['ada@', '@b.io', 'a@b@c.io', 'müller!', 'ada@host']);
});

test('a thousand addresses are read with any separators', () => {
  const addresses = Array.from({ length: 1000 }, (_, index) => `person.${index}+docs@mail-${index}.example.com`);
  for (const between of ['\n', '\r\n', ', ', ';', '\t', ' ']) {
    assert.deepEqual(pastedPeople(addresses.join(between)), { people: addresses, wrong: [] });
  }
});

test('reading the result again gives the same, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const { people } = pastedPeople(text);
      assert.deepEqual(pastedPeople(people.join('\n')), { people, wrong: [] });
    }),
    { numRuns: 300 },
  );
});
