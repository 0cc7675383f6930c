import { expect, test } from 'vitest';
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
