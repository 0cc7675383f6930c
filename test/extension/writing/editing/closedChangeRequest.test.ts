import assert from 'node:assert/strict';
import { expect, test, vi } from 'vitest';
import { openEditors } from './editor.ts';

type Editors = Awaited<ReturnType<typeof openEditors>>;

/** Closes the change request as other users do. */
async function close({ opened: { api, space, changeRequest } }: Editors, status: 'merged' | 'archived'): Promise<void> {
  const at = { spaceId: space, changeRequestId: changeRequest.id };
  if (status === 'merged') await api.changeRequests.merge(at);
  else await api.changeRequests.update({ ...at, body: { status } });
}

const argumentOf = (link: string): unknown => JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)));

test.each([
  ['merged', [['Edit in Another Change Request…', 'docsPlatform.editing.edit']]],
  [
    'archived',
    [
      ['Reopen', 'docsPlatform.changeRequest.reopen'],
      ['Edit in Another Change Request…', 'docsPlatform.editing.edit'],
    ],
  ],
] as const)(
  'one message says that a change request was %s in the meantime, and what helps',
  async (status, offered) => {
    using all = await openEditors();
    const { document, type, save } = await all.open('a.md');
    type('# A\n\nToo late.\n');
    await close(all, status);

    assert.equal(await save(), false);

    expect(all.failures).toHaveLength(1);
    const message = all.failures[0]?.message ?? '';
    expect(message).toMatch(/was merged|is archived/);
    const links = [...message.matchAll(/\[([^\]]+)\]\(command:([^)\s]+)\)/g)];
    expect(links.map(([, label, address]) => [label, address?.split('?')[0]])).toEqual(offered);
    expect(argumentOf(links.at(-1)?.[2] ?? '')).toEqual([document.uri.toString()]);
    expect(all.choices).toEqual([]);
    expect(await all.drafts()).toEqual(['a']);
  },
);

test.each(['merged', 'archived'] as const)(
  'Save All to one that is %s keeps everything and says so',
  async (status) => {
    using all = await openEditors();
    const { type } = await all.open('a.md');
    type('# A\n\nIn an editor.\n');
    await all.edits.drafts.keep(all.target('c'), '# C\n\nIn a draft.\n', '# C\n\nThree.\n');
    await close(all, status);

    await all.saveAll('a.md');

    await vi.waitFor(() => expect(all.choices).toHaveLength(1));
    expect(all.choices[0]).toBe(
      `#1 Better words is ${status}, so 2 pages weren't saved. They stay here as unsent changes.`,
    );
    expect((await all.drafts()).sort()).toEqual(['a', 'c']);
    expect(all.revisions()).toBe(0);
  },
);

test.each(['merged', 'archived'] as const)(
  'pages of one that is %s are read-only, but not those with unsent text',
  async (status) => {
    using all = await openEditors();
    const { type } = await all.open('a.md');
    await all.open('c.md');
    type('# A\n\nToo late.\n');
    expect(await all.isReadOnly('c.md')).toBe(false);
    const changed: string[] = [];
    all.onDidChangeFile((events) => changed.push(...events.map(({ uri }) => uri.path)));

    await close(all, status);
    await all.opened.content.refresh(all.opened.space, 1);

    expect([await all.isReadOnly('a.md'), await all.isReadOnly('c.md')]).toEqual([false, true]);
    expect(changed).toContain(all.uriAt('c.md').path);
    expect(all.choices).toEqual([]);
  },
);
