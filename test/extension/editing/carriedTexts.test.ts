import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { editPage } from '../../../src/extension/editing/edit.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { openEditors } from './editor.ts';
import type { Services } from '../../../src/extension/services/services.ts';

async function carry(all: Awaited<ReturnType<typeof openEditors>>, text: string): Promise<void> {
  const parts = {
    accounts: { byKey: (key: string) => ({ key }) },
    stores: () => ({
      edits: async () => all.edits,
      changeRequestContent: async () => all.opened.content,
      library: async () => ({ space: async () => ({ id: all.opened.space, title: 'Guide' }) }),
      currentUser: async () => ({ load: async () => undefined }),
      changeRequests: async () => ({
        having: async () => [{ changeRequest: all.opened.changeRequest }],
      }),
    }),
    state: { get: () => undefined, update: async () => undefined },
  } as unknown as Services;
  fake.pick = ([first]) => first;
  await editPage(parts, { elsewhere: all.uriAt('a.md'), text, base: '# A\n\nOne.\n' }, async () => undefined);
}

test('a text that is carried to another change request replaces none that waits there', async () => {
  using all = await openEditors();
  await all.edits.drafts.keep(all.target('a'), '# A\n\nWaiting.\n', '# A\n\nOne.\n');

  await assert.rejects(carry(all, '# A\n\nCarried.\n'), /You have written in this page in #1 already/);

  assert.equal((await all.edits.drafts.get(all.target('a')))?.text, '# A\n\nWaiting.\n');
});

test('a text that is carried to a change request where the page is another is not saved over that unasked', async () => {
  using all = await openEditors();
  all.change({ operation: 'update_page', page: 'a', markdown: 'Written there.\n' });
  await carry(all, '# A\n\nCarried.\n');
  const { document, save } = await all.open('a.md');
  expect(document.text).toBe('# A\n\nCarried.\n');

  assert.equal(await save(), false);

  assert.equal(await all.markdownOf('a'), '# A\n\nWritten there.\n');
});
