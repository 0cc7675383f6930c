import { test } from 'vitest';
import { masked } from '../src/client/secrets.ts';
import { addressesAt } from '../src/server/http/addresses.ts';
import { destinationsOf } from '../src/server/pages/markdown/links.ts';
import { headingOf, plain, sectionsOf } from '../src/server/pages/markdown/sections.ts';
import type { Tokens } from '../src/server/database/tokens.ts';
import { assertReadsLinearly } from './hostileTexts.ts';

// Functions of the model have a test of their own.

test.each<[string, (text: string) => unknown, number]>([
  // No message is longer.
  ['masks secrets', (text) => masked(`${text} eyJaaaaa-`, { token: 'secret' }), 64_000],
  [
    'masks tokens that are never complete',
    (text) => masked('eyJaaaaa-'.repeat(text.length / 9), { token: undefined }),
    64_000,
  ],
  ['reads the address of the application', (text) => addressesAt('http://a', text, {} as Tokens, 0), 1_000_000],
  ['finds the links of a page', destinationsOf, 120_000],
  ['finds the sections of a page', sectionsOf, 120_000],
  ['finds a heading', headingOf, 1_000_000],
  ['makes plain text of a page', plain, 120_000],
])('%s of hostile texts within a second', (_, read, most) => {
  assertReadsLinearly(read, { most });
});
