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

function marked(sentence: string, text = team): string {
  const { start, end } = placeOfRefusal(sentence, text);
  return text.slice(start, end);
}

test('a field is marked by its name', () => {
  assert.equal(marked('Nothing was sent: title must not be empty.'), '"title": "Field"');
});

test('a field in a list is marked', () => {
  assert.equal(marked('links.1.url must be an address'), '"url": "two"');
});

test('a field with dots in its name is marked', () => {
  assert.equal(
    marked('members.bo.lind+docs@example.com must be one of owner, member'),
    '"bo.lind+docs@example.com": "boss"',
  );
});

test('a field of the body that the server refuses is marked', () => {
  assert.equal(marked('The server says: “body.title: is taken”'), '"title": "Field"');
});

test('a message without a field marks the first line', () => {
  assert.equal(marked('You may not do this.'), '{');
});
