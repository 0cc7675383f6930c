import { expect, test, vi } from 'vitest';
import { openEditors } from './editor.ts';

test('one message says that a page was deleted in the meantime, and offers to restore it', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  type('# A\n\nToo late.\n');
  all.opened.platform.editChangeRequest(all.opened.changeRequest.id, [{ operation: 'delete_page', page: 'a' }]);

  expect(await save()).toBe(false);

  expect(all.failures).toHaveLength(1);
  expect(all.failures[0]?.message).toMatch(
    /deleted.*\[Revert to Main…\]\(command:docsPlatform\.editing\.revertPage\?[^)]*change[^)]*%22a%22[^)]*\)$/,
  );
  expect(all.choices).toEqual([]);
  expect(await all.drafts()).toEqual(['a']);
});

test('one message says that the user may not edit the page, and offers the browser', async () => {
  using all = await openEditors();
  all.opened.instead = async (request, handle) => {
    if (request.method === 'POST')
      return Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 });
    const response = await handle(request);
    if (!request.url.endsWith('/change-requests/1')) return response;
    return Response.json({
      ...((await response.json()) as object),
      urls: { app: 'https://app.example/change-request' },
    });
  };
  const { type, save } = await all.open('a.md');
  type('# A\n\nNot for me.\n');

  expect(await save()).toBe(false);

  expect(all.failures).toHaveLength(1);
  const [, address = ''] = /\[Open in Browser\]\(command:([^)\s]+)\)$/.exec(all.failures[0]?.message ?? '') ?? [];
  expect(address.split('?')[0]).toBe('docsPlatform.changeRequest.openInBrowser');
  expect(all.choices).toEqual([]);
});

test('a page that cannot be read says why, takes no text, and is read again once the server answers', async () => {
  using all = await openEditors();
  all.opened.instead = async () => {
    throw new Error('The server is away');
  };

  const { document } = await all.open('a.md');

  expect(document.text).toMatch(/^Can't reach the server, so this page couldn't be loaded\./);
  expect(await all.isReadOnly('a.md')).toBe(true);
  await expect(all.write('a.md', document.text)).rejects.toThrow(/Can't reach the server/);
  all.opened.instead = undefined;
  await expect(all.write('a.md', document.text)).rejects.toThrow(/Can't reach the server/);
  all.recover();
  await vi.waitFor(() => expect(document.text).toBe('# A\n\nOne.\n'));
  expect(await all.isReadOnly('a.md')).toBe(false);
  expect(await all.markdownOf('a')).toBe('# A\n\nOne.\n');
});

test('text that was typed is never replaced by the reason why a page cannot be read', async () => {
  using all = await openEditors();
  const { document, type } = await all.open('a.md');
  type('# A\n\nTyped.\n');
  all.reload();
  all.signInAgain();
  all.opened.instead = async () => {
    throw new Error('The server is away');
  };

  await expect(all.read('a.md')).rejects.toThrow();

  expect(document.text).toBe('# A\n\nTyped.\n');
});
