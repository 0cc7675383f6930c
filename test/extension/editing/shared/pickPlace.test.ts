import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import type { PageTree } from '../../../../src/model/pages/tree.ts';
import { pageTree } from '../../../../src/model/pages/tree.ts';
import { fakeCode } from '../../fakeCode.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../../fakeCode.ts')).fakeCode);

const page = (id: string, ...pages: object[]) => ({ id, title: id, type: 'document', path: id, pages });
const tree = pageTree([page('A', page('B'), page('C'), page('D')), page('E')] as never);

/** What is offered for the page in one list after the other, with what stands beside it. */
async function offered(tree: PageTree, id: string, parent: string): Promise<string[][]> {
  const { pickPlaceFor } = await import('../../../../src/extension/editing/shared/pickPage.ts');
  const lists: string[][] = [];
  const showQuickPick = async (items: readonly QuickPickItem[]) => {
    lists.push(items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')));
    return items.find(({ label }) => label === parent);
  };
  Object.assign(fakeCode.window, { showQuickPick });
  await pickPlaceFor(tree, tree.byId.get(id)!, () => true);
  return lists;
}

test('where a page stands now is marked: the page that it is in, and the place there', async () => {
  assert.deepEqual(await offered(tree, 'C', 'A'), [
    ['To the top', 'A | stands here now', 'B | A', 'C | A', 'D | A', 'E'],
    ['At the end', 'Before “B”', 'Before “D” | stands here now'],
  ]);
});

test('the last page stands at the end', async () => {
  const [parents, places] = await offered(tree, 'E', 'To the top');

  assert.equal(parents?.[0], 'To the top | stands here now');
  assert.deepEqual(places, ['At the end | stands here now', 'Before “A”']);
});

test('among the pages of another one, no place is marked', async () => {
  const [parents, places] = await offered(tree, 'E', 'A');

  assert.deepEqual(
    parents?.filter((each) => each.includes('now')),
    ['To the top | stands here now'],
  );
  assert.deepEqual(places, ['At the end', 'Before “B”', 'Before “C”', 'Before “D”']);
});
