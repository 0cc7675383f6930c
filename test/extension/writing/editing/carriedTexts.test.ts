import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import * as vscode from 'vscode';
import { editPage, takeElsewhere } from '../../../../src/extension/writing/editing/edit.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { openEditors } from './editor.ts';
import type { EditSession } from '../../../../src/extension/ground/sessions/openPages.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { fakeStores } from '../../../fakes/stores.ts';

type Editors = Awaited<ReturnType<typeof openEditors>>;

function partsOf(all: Editors): Services {
  return {
    accounts: { byKey: (key: string) => ({ key }) },
    stores: fakeStores(() => ({
      edits: async () => all.edits,
      contents: async () => all.opened.content,
      library: async () => ({ space: async () => ({ id: all.opened.space, title: 'Guide' }) }),
      currentUser: async () => ({ load: async () => undefined }),
      changeRequests: async () => ({
        having: async () => [{ changeRequest: all.opened.changeRequest }],
      }),
    })),
    state: { get: () => undefined, update: async () => undefined },
  } as unknown as Services;
}

async function carry(all: Editors, text: string): Promise<void> {
  fake.pick = ([first]) => first;
  await editPage(partsOf(all), { elsewhere: all.uriAt('a.md'), text, base: '# A\n\nOne.\n' }, async () => undefined);
}

test('a text moved to another change request replaces no draft there', async () => {
  using all = await openEditors();
  await all.edits.drafts.keep(all.target('a'), '# A\n\nWaiting.\n', '# A\n\nOne.\n');

  await assert.rejects(carry(all, '# A\n\nCarried.\n'), /You already have unsent changes to this page in #1/);

  assert.equal((await all.edits.drafts.get(all.target('a')))?.text, '# A\n\nWaiting.\n');
});

test('a text moved to a change request with another version of the page is not saved over it without a question', async () => {
  using all = await openEditors();
  all.change({ operation: 'update_page', page: 'a', markdown: 'Written there.\n' });
  await carry(all, '# A\n\nCarried.\n');
  const { document, save } = await all.open('a.md');
  expect(document.text).toBe('# A\n\nCarried.\n');

  assert.equal(await save(), false);

  assert.equal(await all.markdownOf('a'), '# A\n\nWritten there.\n');
});

test('texts moved to another change request are unsent only there, even if VS Code fails to close an editor', async () => {
  using all = await openEditors();
  fake.pick = ([first]) => first;
  Object.assign(vscode.window, { showTextDocument: () => Promise.reject(new Error('Could NOT open editor.')) });
  const unsentOf = (page: string) => ({
    target: { ...all.target(page), number: 7 },
    text: `# ${page.toUpperCase()}\n\nMine.\n`,
    base: `# ${page.toUpperCase()}\n\nTheirs.\n`,
    markers: undefined,
    page: undefined,
    dirty: undefined,
  });
  const from = { account: { key: 'acme' }, space: all.opened.space } as unknown as EditSession;
  const letGo: string[] = [];

  const taking = takeElsewhere(partsOf(all), from, [unsentOf('a'), unsentOf('b')], async ({ target: { page } }) => {
    letGo.push(page);
    if (page === 'a') throw new Error('Its editor stays open.');
  });

  await assert.rejects(taking, /“A”: Could NOT open editor\. “A”: Its editor stays open\./);
  assert.deepEqual(
    [letGo, (await all.drafts()).sort()],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  );
});

test('a text moved to another change request takes its unsent files along, under free names', async () => {
  using all = await openEditors();
  const { files } = all.edits;
  const [from, to] = [7, 1].map((number) => ({ space: all.opened.space, number }));
  const picture = (name: string, bytes: string) => ({
    name,
    contentType: 'image/png',
    base64: btoa(bytes),
    size: bytes.length,
  });
  for (const name of ['x.png', 'y.png', 'z.png']) await files.add(from!, picture(name, name));
  await files.add(to!, picture('y.png', 'other'));
  fake.pick = ([first]) => first;
  Object.assign(vscode.window, { showTextDocument: async () => undefined });
  const unsent = {
    target: { ...all.target('a'), number: 7 },
    text: '# A\n\n![](_files/x.png) ![](_files/y.png) ![](_files/y.png-2)\n',
    base: '# A\n\nOne.\n',
    markers: undefined,
    page: undefined,
    dirty: undefined,
  };
  const session = { account: { key: 'acme' }, space: all.opened.space } as unknown as EditSession;

  await takeElsewhere(partsOf(all), session, [unsent], async () => undefined);

  assert.deepEqual((await files.of(to!)).map(({ name, base64 }) => [name, atob(base64)]).sort(), [
    ['x.png', 'x.png'],
    ['y-2.png', 'y.png'],
    ['y.png', 'other'],
  ]);
  assert.equal(
    (await all.edits.drafts.get(all.target('a')))?.text,
    '# A\n\n![](_files/x.png) ![](_files/y-2.png) ![](_files/y.png-2)\n',
  );
});

test("an automatic save doesn't store a draft of a page that is being let go", async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  const reason = vscode.TextDocumentSaveReason.AfterDelay;
  type('# A\n\nMine.\n');
  await save({ reason });
  type('# A\n\nMine, typed on.\n');
  const before = save({ reason });

  await all.letGo('a.md', async () => {
    await before;
    type('# A\n\nMine, typed on and on.\n');
    await save({ reason });
  });

  assert.deepEqual(await all.drafts(), []);
  type('# A\n\nTyped later.\n');
  await save({ reason });
  assert.deepEqual(await all.drafts(), ['a']);
});
