import assert from 'node:assert/strict';
import { test } from 'vitest';
import { placesOf, type LinkTarget } from '../../../src/model/pages/linkPlaces.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';

const tree = pageTree([
  {
    id: 'guide',
    title: 'Guide',
    type: 'document',
    path: 'guide',
    pages: [{ id: 'setup', title: 'Set up', type: 'document', path: 'guide/setup-2' }],
  },
  { id: 'faq', title: 'FAQ', type: 'document', path: 'faq' },
]);
const other = pageTree([{ id: 'far', title: 'Far away', type: 'document', path: 'far' }]);
const site = {
  spaceId: 'here',
  page: tree.byId.get('setup') ?? assert.fail(),
  treeOf: (id: string) => ({ here: tree, there: other })[id],
};

test.each<[string, LinkTarget, string]>([
  ['a page by its path', { kind: 'page', value: 'faq' }, 'see [here](«../faq.md»), not [there](../fax.md)'],
  ['a page by its id', { kind: 'page', value: 'guide' }, '[up](«../guide.md»)'],
  ['a missing page, as the author wrote it', { kind: 'page', value: 'guide/old' }, '[old](«old.md#top»)'],
  ['a missing page, from the top', { kind: 'page', value: 'run/hall' }, '[hall](«/run/hall.md»)'],
  [
    'a page of another space',
    { kind: 'page', value: 'far', space: 'there' },
    `[far](«../../there/${other.byId.get('far')?.path}»)`,
  ],
  ['a missing file', { kind: 'file', value: 'f1' }, '![x](«/files/f1»)'],
  ['a file by its name', { kind: 'file', value: 'f1', name: 'a b.png' }, '<img src="«_files/a%20b.png»">'],
  ['an address', { kind: 'url', value: 'https://example.com/' }, '<«https://example.com»>'],
  ['a space', { kind: 'space', value: 'gone' }, '[gone](«../gone»)'],
  ['nothing in code', { kind: 'page', value: 'faq' }, '`[a](../faq.md)`'],
])('finds %s', (_, target, marked) => {
  const text = marked.replace(/[«»]/g, '');

  const places = placesOf(text, target, site);

  assert.deepEqual(
    places.map(({ start, end }) => text.slice(start, end)),
    [...marked.matchAll(/«(.*?)»/g)].map(([, inside]) => inside),
  );
});
