import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Version } from '../../../src/model/shared/address.ts';
import type { ChangeSet } from '../../../src/store/content/content.ts';
import { openChangeRequest, type Edits } from '../openChangeRequest.ts';
import { memory } from '../openLibrary.ts';

const head: Version = { kind: 'changeRequest', number: 1 };
const base: Version = { kind: 'base', number: 1 };

/** A change of each kind. */
const edits: Edits = [
  { operation: 'update_page', page: 'a', markdown: 'Another one.\n' },
  { operation: 'update_page', page: 'b', into: null, at: 0 },
  { operation: 'delete_page', page: 'c' },
  { operation: 'update_page', page: 'd', title: 'Delta', slug: 'delta' },
  { operation: 'insert_page', id: 'e', title: 'E', markdown: 'Five.\n' },
];

describe('the changes of a change request', () => {
  test('take four requests, and read no page', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, changeRequest, taken } = opened;

    const set = await content.changes(space, 1);

    assert.deepEqual(outline(set), ['b moved', 'a other', 'c removed', 'd renamed', 'e added']);
    assert.equal(set.isComparable, true);
    assert.equal(set.incomplete, undefined);
    const trees = [changeRequest.revision, changeRequest.revisionInitial].map((id) => `GET /revisions/${id}/pages`);
    assert.deepEqual(
      taken().sort(),
      ['GET /change-requests/1', 'GET /change-requests/1/changes?limit=1000', ...trees].sort(),
    );
  });

  test('are fetched once per revision', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, clock, taken } = opened;
    await content.changes(space, 1);
    taken();

    await content.changes(space, 1);
    assert.deepEqual(taken(), []);

    clock.now += 61_000;
    await content.changes(space, 1);
    assert.deepEqual(taken(), ['GET /change-requests/1']);
  });

  test('are cached without a request until there is a new revision', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, platform, changeRequest } = opened;
    const set = await content.changes(space, 1);
    assert.deepEqual(content.cachedChanges(space, 1), set);

    platform.editChangeRequest(changeRequest.id, [{ operation: 'delete_page', page: 'd' }]);
    await content.refresh(space, 1);

    assert.equal(content.cachedChanges(space, 1), undefined);
    assert.ok(outline(await content.changes(space, 1)).includes('d removed'));
  });

  test('are based on the last update from main', async () => {
    using opened = await openChangeRequest([edits[0]!]);
    const { content, space, platform, api } = opened;
    platform.edit(space, [{ operation: 'update_page', page: 'd', title: 'From main' }]);
    await api.changeRequests.pull({ spaceId: space, changeRequestId: '1' });

    assert.deepEqual(outline(await content.changes(space, 1)), ['a other']);
  });

  test('stay the same after the merge', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, api } = opened;
    const before = outline(await content.changes(space, 1));
    await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });

    const merged = await content.refresh(space, 1);

    assert.equal(merged.status, 'merged');
    assert.deepEqual(outline(await content.changes(space, 1)), before);
  });
});

describe('on a server that lacks endpoints', () => {
  test('the trees show the same changes without the list of changes', async () => {
    using opened = await openChangeRequest(edits, { lacking: /\/changes$/ });

    assert.deepEqual(outline(await opened.content.changes(opened.space, 1)), [
      'b moved',
      'a other',
      'c removed',
      'd renamed',
      'e added',
    ]);
  });

  test('the head is read without revisions, and main replaces the base while they are equal', async () => {
    using opened = await openChangeRequest(edits, { lacking: /\/revisions\// });
    const { content, space, taken } = opened;

    const set = await content.changes(space, 1);
    const texts = [await content.text(space, head, 'a'), await content.text(space, base, 'a')];

    assert.deepEqual(outline(set), ['b moved', 'a other', 'c removed', 'd renamed', 'e added']);
    assert.deepEqual(
      texts.map(({ text }) => text),
      ['# A\n\nAnother one.\n', '# A\n\nOne.\n'],
    );
    assert.deepEqual(
      taken().filter((request) => request.includes('/page/')),
      ['GET /change-requests/1/content/page/a?format=markdown', 'GET /content/page/a?format=markdown'],
    );
  });

  test('pages can be read but not compared once main has changed', async () => {
    using opened = await openChangeRequest(edits, { lacking: /\/revisions\// });
    const { content, space, platform } = opened;
    platform.edit(space, [{ operation: 'update_page', page: 'd', title: 'From main' }]);

    const set = await content.changes(space, 1);

    assert.equal(set.isComparable, false);
    assert.deepEqual(outline(set).sort(), ['a other', 'b moved', 'c removed', 'd renamed', 'e added']);
    assert.equal((await content.text(space, head, 'a')).text, '# A\n\nAnother one.\n');
    await assert.rejects(content.text(space, base, 'a'), { kind: 'unsupported' });
  });

  test("pages that couldn't be compared are compared some minutes later once that works", async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, clock, taken } = opened;
    opened.instead = async (request, platform) =>
      request.url.includes(opened.changeRequest.revisionInitial)
        ? Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 })
        : platform(request);
    opened.platform.edit(space, [{ operation: 'update_page', page: 'd', title: 'From main' }]);
    const before = await content.changes(space, 1);
    opened.instead = undefined;
    taken();

    clock.now += 30_000;
    const soon = await content.changes(space, 1);
    assert.deepEqual(taken(), []);
    clock.now += 5 * 60_000;
    const later = await content.changes(space, 1);

    assert.deepEqual(
      [before, soon, later].map(({ isComparable }) => isComparable),
      [false, false, true],
    );
  });

  test('that has none of them, nothing is returned, and the next time nothing is requested', async () => {
    using opened = await openChangeRequest(edits, { lacking: /\/(revisions\/.*|changes|content\/.*)$/ });
    const { content, space } = opened;

    await assert.rejects(content.changes(space, 1), { kind: 'unsupported' });
  });
});

test('changes of pages that could not be read are reported as missing', async () => {
  using opened = await openChangeRequest(edits);
  const { content, space } = opened;
  opened.instead = async (request, platform) => {
    const reply = await platform(request);
    if (!/\/revisions\/[^/]+\/pages$/.test(new URL(request.url).pathname)) return reply;
    const tree = (await reply.json()) as { pages: object[] };
    return Response.json({ pages: [...tree.pages, { title: 'Without an ID' }] });
  };

  const { incomplete } = await content.changes(space, 1);

  assert.deepEqual(incomplete, { code: 'itemsSkipped', count: 2 });
});

describe('changed files', () => {
  const file = (id: string, fields: object = {}) => ({ id, name: `${id}.png`, size: 1, ...fields });
  const reply = (body: object) => Response.json(body);

  test('are returned as the server reports them, with their paths', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space } = opened;
    opened.instead = async (request, platform) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/change-requests/1/content/files')) return reply({ items: [file('new'), file('same')] });
      if (/\/revisions\/[^/]+$/.test(pathname)) return reply({ id: 'r', files: [file('old'), file('same')] });
      const changes = [
        { type: 'file_created', file: file('new') },
        { type: 'file_deleted', file: file('old') },
      ];
      return pathname.endsWith('/changes') ? reply({ changes, more: 0 }) : platform(request);
    };

    const { files } = await content.changes(space, 1);

    assert.deepEqual(files, [
      { kind: 'added', id: 'new', name: 'new.png', path: '_files/new.png' },
      { kind: 'removed', id: 'old', name: 'old.png', path: '_files/old.png' },
    ]);
    const found = await content.entry(space, head, 'a/_files/new.png');
    assert.equal(found?.kind === 'file' && found.file.id, 'new');
    assert.equal(await content.entry(space, base, '_files/new.png'), undefined);
  });

  test("are found by comparing both lists if the server doesn't report them all", async () => {
    using opened = await openChangeRequest(edits);
    const { content, space } = opened;
    opened.instead = async (request, platform) => {
      const { pathname } = new URL(request.url);
      const [now, before] = [
        [file('new'), file('same'), file('edited', { size: 2 })],
        [file('old'), file('same'), file('edited')],
      ];
      if (pathname.endsWith('/change-requests/1/content/files')) return reply({ items: now });
      if (/\/revisions\/[^/]+$/.test(pathname)) return reply({ id: 'r', files: before });
      return pathname.endsWith('/changes') ? reply({ changes: [], more: 7 }) : platform(request);
    };

    const { files, pages, incomplete } = await content.changes(space, 1);

    assert.deepEqual(
      files.map(({ kind, id }) => `${id} ${kind}`),
      ['edited edited', 'new added', 'old removed'],
    );
    assert.equal(pages.length, 5);
    assert.equal(incomplete, undefined);
  });

  test('are reported as missing if neither works', async () => {
    using opened = await openChangeRequest(edits, { lacking: /\/(changes|files|revisions\/[^/]+)$/ });

    const { files, incomplete } = await opened.content.changes(opened.space, 1);

    assert.deepEqual(files, []);
    assert.deepEqual(incomplete, { code: 'changesIncomplete' });
  });
});

describe('a page of a change request', () => {
  test('has the text of its head and of its base, with links that stay in their version', async () => {
    using opened = await openChangeRequest([{ operation: 'update_page', page: 'b', markdown: 'Now [c](/c).\n' }]);
    const { content, space } = opened;

    assert.equal((await content.text(space, head, 'b')).text, '# B\n\nNow [c](../c.md).\n');
    assert.equal((await content.text(space, base, 'b')).text, '# B\n\nSee [c](../c.md).\n');
  });

  test('is read once per revision', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, taken } = opened;
    await content.text(space, head, 'a');
    taken();

    await content.text(space, head, 'a');

    assert.deepEqual(taken(), []);
    assert.equal(content.cachedText(space, head, 'a')?.text, '# A\n\nAnother one.\n');
  });

  test('has its path in the tree, and is also found at its former path', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space } = opened;
    await content.changes(space, 1);
    const at = async (version: Version, path: string) => {
      const entry = await content.entry(space, version, path);
      return entry?.kind === 'page' ? entry.node.id : entry?.kind;
    };

    assert.deepEqual(
      [await at(head, 'b.md'), await at(head, 'a/b.md'), await at(head, 'delta.md'), await at(head, 'd.md')],
      ['b', 'b', 'd', 'd'],
    );
    assert.deepEqual([await at(base, 'a/b.md'), await at(base, 'c.md'), await at(base, 'e.md')], ['b', 'c', undefined]);
    assert.deepEqual(
      [await at(head, 'c.md'), await at(head, ''), await at(head, '.git')],
      [undefined, 'directory', undefined],
    );
  });

  test('is found at its old path if it was renamed while it was open', async () => {
    using opened = await openChangeRequest([edits[0]!]);
    const { content, space, platform, changeRequest } = opened;
    await content.text(space, head, 'd');
    for (const slug of ['delta', 'delta-2']) {
      platform.editChangeRequest(changeRequest.id, [{ operation: 'update_page', page: 'd', slug }]);
    }
    await content.refresh(space, 1);

    const entry = await content.entry(space, head, 'd.md');

    assert.equal(entry?.kind === 'page' && entry.node.path, 'delta-2.md');
  });

  test('gets a later time whenever its text changes', async () => {
    using opened = await openChangeRequest([edits[0]!]);
    const { content, space, platform, changeRequest, changes } = opened;
    const first = await content.text(space, head, 'a');
    platform.editChangeRequest(changeRequest.id, [
      { operation: 'update_page', page: 'a', markdown: 'Changed twice.\n' },
    ]);

    await content.refresh(space, 1);
    const second = await content.text(space, head, 'a');

    assert.equal(second.text, '# A\n\nChanged twice.\n');
    assert.ok(second.modifiedAt > first.modifiedAt);
    assert.deepEqual(
      changes().map(({ kind }) => kind),
      ['changed'],
    );
  });

  test('can be read at any revision', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, changeRequest } = opened;
    const revision: Version = { kind: 'revision', revision: changeRequest.revisionInitial };

    assert.equal((await content.text(space, revision, 'c')).text, '# C\n\nThree.\n');
    assert.equal((await content.entry(space, revision, 'c.md'))?.kind, 'page');
  });

  test("is missing if it doesn't exist", async () => {
    using opened = await openChangeRequest(edits);

    await assert.rejects(opened.content.text(opened.space, head, 'c'), { kind: 'missing' });
    assert.equal(await opened.content.entry(opened.space, { kind: 'changeRequest', number: 9 }, 'a.md'), undefined);
  });
});

test('fifty pages are read eight at a time, both sides with a hundred requests', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `p${index}`);
  using opened = await openChangeRequest(
    ids.map((id) => ({ operation: 'update_page', page: id, markdown: 'new\n' })),
    { pages: ids.map((id) => ({ operation: 'insert_page', id, title: id, markdown: 'old\n' })) },
  );
  const { content, space } = opened;
  await content.changes(space, 1);
  let running = 0;
  let most = 0;
  let count = 0;
  opened.instead = async (request, platform) => {
    count += 1;
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    const response = await platform(request);
    running -= 1;
    return response;
  };

  await Promise.all([head, base, head].flatMap((version) => ids.map((id) => content.text(space, version, id))));

  assert.deepEqual([count, most], [100, 8]);
});

describe('a viewed mark', () => {
  test('survives a restart', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space } = opened;
    await content.changes(space, 1);

    await content.setViewed(
      space,
      1,
      new Map([
        ['a', true],
        ['b', true],
      ]),
    );
    await content.setViewed(space, 1, new Map([['b', false]]));

    const later = opened.again();
    await later.changes(space, 1);
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => [content.isViewed(space, 1, id), later.isViewed(space, 1, id)]),
      [
        [true, true],
        [false, false],
        [false, false],
      ],
    );
  });

  test('is removed only when its page changes', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, platform, changeRequest, clock } = opened;
    await content.changes(space, 1);
    await content.setViewed(space, 1, new Map(['a', 'd', 'e'].map((id) => [id, true])));
    clock.now += 1000;
    platform.editChangeRequest(changeRequest.id, [{ operation: 'update_page', page: 'a', markdown: 'Again.\n' }]);

    await content.refresh(space, 1);
    await content.changes(space, 1);

    assert.deepEqual(
      ['a', 'd', 'e'].map((id) => content.isViewed(space, 1, id)),
      [false, true, true],
    );
  });

  test('marks the shown version, not a later one', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, platform, changeRequest, clock } = opened;
    await content.changes(space, 1);
    clock.now += 10 * 60_000;
    platform.editChangeRequest(changeRequest.id, [{ operation: 'update_page', page: 'a', markdown: 'Again.\n' }]);

    await content.setViewed(space, 1, new Map([['a', true]]));

    await content.changes(space, 1);
    assert.equal(content.isViewed(space, 1, 'a'), false);
  });

  test('fires an event, and keeps the marks of another window', async () => {
    const storage = memory();
    using opened = await openChangeRequest(edits, { storage });
    const { content, space, changes } = opened;
    const other = opened.again();
    await Promise.all([content.changes(space, 1), other.changes(space, 1)]);

    await content.setViewed(space, 1, new Map([['a', true]]));
    await other.setViewed(space, 1, new Map([['b', true]]));

    const third = opened.again();
    await third.changes(space, 1);
    assert.deepEqual([third.isViewed(space, 1, 'a'), third.isViewed(space, 1, 'b')], [true, true]);
    assert.deepEqual(changes(), [{ kind: 'viewed', space, number: 1 }]);
  });

  test("is ignored if its file can't be read", async () => {
    const storage = { read: async () => '{"viewed":7}', write: async () => undefined };
    using opened = await openChangeRequest(edits, { storage });
    await opened.content.changes(opened.space, 1);

    assert.equal(opened.content.isViewed(opened.space, 1, 'a'), false);
  });
});

describe('an event of a change request', () => {
  test('reports a change from any source, but nothing older', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, changeRequest, changes } = opened;
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString();
    content.learn(space, [changeRequest]);
    content.learn(space, [{ ...changeRequest, subject: 'Other', updatedAt: at(1) }]);
    assert.deepEqual(changes(), []);

    const merged = { ...changeRequest, status: 'merged', updatedAt: at(3) };
    content.learn(space, [merged]);
    content.learn(space, [{ ...changeRequest, updatedAt: at(2) }]);

    assert.deepEqual(
      changes().map((change) => change.kind === 'changed' && change.after.status),
      ['merged'],
    );
    assert.equal((await content.changeRequest(space, 1)).status, 'merged');
  });

  test("isn't fired for a repeated state, which is fetched again after a minute", async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, changeRequest, clock, taken } = opened;
    content.learn(space, [changeRequest]);
    await content.changeRequest(space, 1);
    assert.deepEqual(taken(), []);

    clock.now += 61_000;
    content.learn(space, [changeRequest]);
    await content.changeRequest(space, 1);

    assert.deepEqual(taken(), ['GET /change-requests/1']);
  });

  test('reports its deletion', async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, changes } = opened;
    await content.changeRequest(space, 1);
    opened.instead = async () => Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 });

    await assert.rejects(content.refresh(space, 1), { kind: 'missing' });

    assert.deepEqual(changes(), [{ kind: 'gone', space, number: 1 }]);
  });

  test("isn't fired while the server can't be reached, and the cached state is used", async () => {
    using opened = await openChangeRequest(edits);
    const { content, space, clock } = opened;
    const known = await content.changes(space, 1);
    clock.now += 61_000;
    opened.instead = async () => {
      throw new TypeError('fetch failed');
    };

    assert.deepEqual(await content.changes(space, 1), known);
  });
});

function outline({ pages, files }: ChangeSet): string[] {
  assert.deepEqual(files, []);
  return pages.map((change) => {
    const { id, before, after, isMoved, isRenamed, isReordered, text, fields } = change;
    if (!after) return `${id} removed`;
    if (!before) return `${id} added`;
    if (isMoved) return `${id} moved`;
    if (isRenamed) return `${id} renamed`;
    if (isReordered) return `${id} reordered`;
    return text === 'same' ? `${id} ${fields.map(({ name }) => name).join()}` : `${id} ${text}`;
  });
}
