import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pickPlaceFor } from '../../../../src/extension/ground/sessions/pickPage.ts';
import type { PageTree } from '../../../../src/model/pages/tree.ts';
import { pageTree } from '../../../../src/model/pages/tree.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const page = (id: string, ...pages: object[]) => ({ id, title: id, type: 'document', path: id, pages });
const tree = pageTree([page('A', page('B'), page('C'), page('D')), page('E')] as never);

/** The items offered for the page in each quick pick, with their descriptions. */
async function offered(tree: PageTree, id: string, parent: string): Promise<string[][]> {
  const lists: string[][] = [];
  fake.pick = (items) => {
    lists.push(items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')));
    return items.find(({ label }) => label === parent);
  };
  await pickPlaceFor(tree, tree.byId.get(id)!, () => true);
  return lists;
}

test('marks where a page is now: its parent and its position there', async () => {
  assert.deepEqual(await offered(tree, 'C', 'A'), [
    ['A | current', 'Top level', 'B | A', 'C | A', 'D | A', 'E'],
    ['Before “D” | current', 'At the end', 'Before “B”'],
  ]);
});

test('places the last page at the end', async () => {
  const [parents, places] = await offered(tree, 'E', 'Top level');

  assert.equal(parents?.[0], 'Top level | current');
  assert.deepEqual(places, ['At the end | current', 'Before “A”']);
});

test('marks no position among the pages of another parent', async () => {
  const [parents, places] = await offered(tree, 'E', 'A');

  assert.deepEqual(
    parents?.filter((each) => each.includes('current')),
    ['Top level | current'],
  );
  assert.deepEqual(places, ['At the end', 'Before “B”', 'Before “C”', 'Before “D”']);
});
