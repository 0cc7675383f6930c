import assert from 'node:assert/strict';
import { test } from 'vitest';
import { placeOfRefusal } from '../../../src/model/settings/placeOfRefusal.ts';

const team = `{
  "title": "Field",
  "members": {
    "ada@example.com": "owner",
    "bo.lind+docs@example.com": "boss"
  },
  "links": [{ "url": "one" }, { "url": "two" }]
}
`;

function marked(words: string, text = team): string {
  const { start, end } = placeOfRefusal(words, text);
  return text.slice(start, end);
}

test('a field is marked by its name', () => {
  assert.equal(marked('title'), '"title": "Field"');
});

test('a field in a list is marked', () => {
  assert.equal(marked('links.1.url'), '"url": "two"');
});

test('a field with dots in its name is marked', () => {
  assert.equal(marked('members.bo.lind+docs@example.com'), '"bo.lind+docs@example.com": "boss"');
});

test('a field of the body that the server refuses is marked', () => {
  assert.equal(marked('body.title: is taken'), '"title": "Field"');
});

test('a message without a field marks the first line', () => {
  assert.equal(marked('You may not do this.'), '{');
});
