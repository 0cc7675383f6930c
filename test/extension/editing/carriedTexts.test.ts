import assert from 'node:assert/strict';
import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { WritingParts } from '../../../src/extension/editing/shared/parts.ts';
import { openEditors } from './editor.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../fakeCode.ts')).fakeCode);
vi.mock('../../../src/extension/editing/shared/pickChangeRequest.ts', () => ({
  pickNumber: async () => 1,
}));

async function carry(all: Awaited<ReturnType<typeof openEditors>>, text: string): Promise<void> {
  const { editPage } = await import('../../../src/extension/editing/edit.ts');
  const parts = {
    accounts: { byKey: (key: string) => ({ key }) },
    platforms: {
      edits: async () => all.edits,
      changeRequestContent: async () => all.opened.content,
      library: async () => ({ space: async () => ({ title: 'Guide' }) }),
    },
  } as unknown as WritingParts;
  const elsewhere = all.uriAt('a.md') as unknown as vscode.Uri;
  await editPage(parts, { elsewhere, text, base: '# A\n\nOne.\n' }, async () => undefined);
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
