import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'vitest';
import { masked } from '../src/client/secrets.ts';
import { addressesAt } from '../src/server/http/addresses.ts';
import { destinationsOf } from '../src/formats/markdown/links.ts';
import { headingOf, plain, sectionsOf } from '../src/formats/markdown/sections.ts';
import type { Tokens } from '../src/server/database/tokens.ts';
import { assertReadsLinearly } from './hostileTexts.ts';

// Functions of the model have a test of their own.
test('each room of the model tests its functions with hostile texts', () => {
  const rooms = readdirSync('src/model', { withFileTypes: true }).filter((entry) => entry.isDirectory());

  assert.deepEqual(
    rooms.map(({ name }) => name).filter((name) => !existsSync(`test/model/${name}/hostileText.test.ts`)),
    [],
  );
});

test.each<[string, (text: string) => unknown]>([
  ['masks secrets', (text) => masked(`${text} eyJaaaaa-`, { token: 'secret' })],
  ['masks tokens that are never complete', (text) => masked('eyJaaaaa-'.repeat(text.length / 9), { token: undefined })],
  ['reads the address of the application', (text) => addressesAt('http://a', text, {} as Tokens, 0)],
  ['finds the links of a page', destinationsOf],
  ['finds the sections of a page', (text) => sectionsOf(text, text)],
  ['finds a heading', headingOf],
  ['makes plain text of a page', plain],
])('%s of hostile texts in linear time', (_, read) => {
  assertReadsLinearly(read);
});
