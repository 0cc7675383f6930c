import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Organization } from '../../../../src/contract/organizations/organizations.ts';
import type { Space } from '../../../../src/contract/spaces/spaces.ts';
import { atLeast, scopeButtons, scopeInWords, scopesAround } from '../../../../src/extension/reading/search/scope.ts';

const organizations = ['North', 'South', 'East', 'West'].map((title) => ({ id: title, title }) as Organization);
const space = { id: 's', title: 'Guide', organization: 'South' } as Space;
const [one, two] = [organizations.slice(0, 1), organizations.slice(0, 2)];

test.each([
  ['space', two, space, 'space', 'Guide'],
  ['organization', two, space, 'organization', 'South'],
  ['all', two, space, 'all', 'North, South'],
  ['space', two, undefined, 'organization', 'North'],
  ['organization', one, space, 'all', 'North'],
  ['space', one, undefined, 'all', 'North'],
  ['all', organizations, space, 'all', 'all organizations'],
] as const)('the scope %s is the next one that is available', (kind, all, near, expected, words) => {
  const scopes = scopesAround(all, near);

  const found = atLeast(kind, scopes);

  assert.equal(found, expected);
  assert.equal(scopeInWords(found, scopes), words);
});

test.each([
  ['space', two, space, ['space on', 'organization']],
  ['all', two, space, ['space', 'organization']],
  ['organization', two, undefined, ['organization on']],
  ['all', one, undefined, []],
] as const)('the input box in %s has a toggle for each narrower scope', (kind, all, near, expected) => {
  const buttons = scopeButtons(kind, scopesAround(all, near));

  assert.deepEqual(
    buttons.map((button) => `${button.kind}${button.toggle?.checked ? ' on' : ''}`),
    expected,
  );
});
