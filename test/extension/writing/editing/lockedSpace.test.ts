import { expect, test } from 'vitest';
import { openEditors } from './editor.ts';

test.each([
  [409, 'with permissions'],
  [403, 'with permissions'],
  [409, 'without permissions'],
])('a save into a locked space says so if the server answers %i, %s', async (status, which) => {
  using all = await openEditors();
  const { opened } = all;
  const { type, save } = await all.open('a.md');
  type('# A\n\nToo late.\n');
  await opened.api.spaces.update({ spaceId: opened.space, body: { editMode: 'locked' } });
  opened.instead = async (request, platform) => {
    if (request.method === 'POST') return Response.json({ error: { message: 'No edits here' } }, { status });
    const response = await platform(request);
    if (which === 'with permissions' || !request.url.endsWith(opened.space)) return response;
    return Response.json({ ...((await response.json()) as object), permissions: undefined });
  };

  expect(await save()).toBe(false);

  expect(all.failures.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The space is locked, so nobody can change its content\. Unlock the space first\. \[Unlock Space\]\(command:/,
    ),
  ]);
  expect(await all.drafts()).toEqual(['a']);
});

test('a save that the server forbids in an unlocked space says that editing needs a permission', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  type('# A\n\nMine.\n');
  all.opened.instead = async (request, platform) =>
    request.method === 'POST'
      ? Response.json({ error: { message: 'No edits here' } }, { status: 403 })
      : platform(request);

  expect(await save()).toBe(false);

  expect(all.failures[0]?.message).toMatch(/don't have permission to edit the space/);
  expect(all.failures[0]?.message).not.toMatch(/locked/);
});
