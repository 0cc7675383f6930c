import { expect, test, vi } from 'vitest';
import { openEditors } from './editor.ts';

test('reports a page by its new name when the save renamed it and the server altered its text', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  all.opened.instead = async (request, platform) => {
    const response = await platform(request);
    // Simulates a platform whose slugs follow titles, and that alters the text.
    if (request.method === 'POST')
      all.change({ operation: 'update_page', page: 'a', slug: 'another-name', markdown: 'Made other.\n' });
    return response;
  };
  type('# Another name\n\nAs sent.\n');

  expect(await save()).toBe(true);

  await vi.waitFor(() => expect(all.choices).toHaveLength(1));
  expect(all.choices[0]).toBe('The server saved a different version of “another-name.md” than you sent.');
});

test('offers to restore the own version while the difference is shown', async () => {
  using all = await openEditors();
  const { type, save, document } = await all.open('a.md');
  all.opened.instead = async (request, platform) => {
    const response = await platform(request);
    if (request.method === 'POST') all.change({ operation: 'update_page', page: 'a', markdown: 'Made other.\n' });
    return response;
  };
  all.presses('Show Diff', 'Restore Your Version');
  type('# A\n\nAs sent.\n');

  expect(await save()).toBe(true);

  await vi.waitFor(() => expect(all.choices).toHaveLength(2));
  await vi.waitFor(() => expect([document.text, document.isDirty]).toEqual(['# A\n\nAs sent.\n', true]));
});
