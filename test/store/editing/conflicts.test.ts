import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequestAt } from '../../../src/store/changeRequests/changeRequests.ts';
import type { Conflicts } from '../../../src/store/editing/conflicts.ts';
import { createChangeRequestEdits } from '../../../src/store/editing/createEdits.ts';
import { createConflicts } from '../../../src/store/editing/createConflicts.ts';
import type { Storage } from '../../../src/store/shared/storage.ts';
import { openChangeRequest, type Edits, type OpenedChangeRequest } from '../openChangeRequest.ts';
import { memory } from '../openLibrary.ts';
import { emptyStorage } from '../openThreads.ts';

const charging = [
  'Charge it daily.',
  '',
  '| Level | Act |',
  '| - | - |',
  '| Below 10 % | Charge now |',
  '',
  'Then rest.',
  '',
];
const table = (first: string, level: string, last: string): string =>
  charging.with(0, first).with(4, `| Below ${level} % | Charge now |`).with(6, last).join('\n');
const base = table('Charge it daily.', '10', 'Then rest.');

let opened: OpenedChangeRequest;
let storage: Storage;
let conflicts: Conflicts;
let reported: number;

function open(content = opened.content): Conflicts {
  const { api, library, isLacking, inserting, clock, warnings } = opened;
  const log = { warn: (message: string) => void warnings.push(message) };
  const drafts = emptyStorage();
  const edits = createChangeRequestEdits({
    ...{ api, content, isLacking, inserting, now: () => clock.now, drafts, log },
    files: emptyStorage(),
  });
  const made = createConflicts({
    content,
    library,
    send: (...given) => edits.send(...given),
    account: 'docs.example-1',
    storage,
    log,
  });
  made.onDidChange(() => reported++);
  return made;
}

async function begin(edits: Edits): Promise<void> {
  opened = await openChangeRequest(edits, {
    pages: [
      { operation: 'insert_page', id: 'charging', title: 'Charging', markdown: base },
      { operation: 'insert_page', id: 'other', title: 'Other', markdown: 'Else.\n' },
    ],
  });
  storage = memory();
  reported = 0;
  conflicts = open();
}

const write = (markdown: string, page = 'charging'): Edits => [{ operation: 'update_page', page, markdown }];

async function at(): Promise<ChangeRequestAt> {
  const { api, space, changeRequest } = opened;
  return {
    space: await api.spaces.get({ spaceId: space }),
    changeRequest: await api.changeRequests.get({ spaceId: space, changeRequestId: changeRequest.id }),
  };
}

/** Updates on the server. `result` is the resulting text, if it should differ from the server's. */
async function update(result?: string) {
  const { api, content, platform, space, changeRequest } = opened;
  const before = await content.refresh(space, 1);
  await api.changeRequests.pull({ spaceId: space, changeRequestId: changeRequest.id });
  if (result !== undefined) platform.editChangeRequest(changeRequest.id, write(result));
  await content.refresh(space, 1);
  return conflicts.compareUpdate(space, before);
}

async function save(edits: Edits): Promise<void> {
  const { content, platform, space, changeRequest } = opened;
  platform.editChangeRequest(changeRequest.id, edits);
  await content.refresh(space, 1);
}

afterEach(() => opened[Symbol.dispose]());

describe('an update on a server that replaces pages', () => {
  const own = table('Charge it each night.', '10', 'Then rest.');
  const main = table('Charge it daily.', '12', 'Then rest a while.');

  beforeEach(async () => {
    await begin(write(own));
    opened.platform.edit(opened.space, write(main));
  });

  it('leaves a conflict: the page misses the changes of main, and both can be combined', async () => {
    const { revision } = opened.changeRequest;
    const found = await update(own);
    expect(found).toMatchObject([{ page: 'charging', title: 'Charging', lost: ['document'], own: revision }]);
    expect(conflicts.cached(opened.space, 1)).toEqual(found);
    expect(reported).toBe(1);
  });

  it('provides three texts that can be merged', async () => {
    await update(own);
    const sides = await conflicts.sidesOf(opened.space, 1, 'charging');
    expect(sides).toMatchObject({ base: `# Charging\n\n${base}`, main: `# Charging\n\n${main}` });
    expect(sides?.own).toBe(`# Charging\n\n${own}`);
    expect(await conflicts.sidesOf(opened.space, 1, 'other')).toBeUndefined();
  });

  it('keeps its conflict after a restart', async () => {
    const found = await update(own);
    const again = open(opened.again());
    await again.load();
    expect(again.cached(opened.space, 1)).toEqual(found);
  });

  it('has its conflict resolved by a save that contains the changes of main', async () => {
    await update(own);
    await save(write(table('Charge it each night.', '12', 'Then rest.')));
    await expect.poll(() => conflicts.cached(opened.space, 1)).toMatchObject([{ page: 'charging' }]);
    await save(write(table('Charge it each night.', '12', 'Then rest a while.')));
    await expect.poll(() => conflicts.cached(opened.space, 1)).toEqual([]);
  });

  it('keeps its conflict through the next update, with all changes of main', async () => {
    const [first] = (await update(own)) ?? [];
    opened.platform.edit(opened.space, write(table('Charge it daily.', '12', 'Then rest for an hour.')));
    const [second] = (await update(own)) ?? [];
    expect(second).toMatchObject({ page: 'charging', base: first?.base });
    expect(second?.main).not.toBe(first?.main);
    expect((await conflicts.sidesOf(opened.space, 1, 'charging'))?.main).toContain('for an hour');
  });

  it('drops its conflict when the user resolves it, even after a restart', async () => {
    await update(own);
    await conflicts.resolve(opened.space, 1, 'charging');
    expect(conflicts.cached(opened.space, 1)).toEqual([]);
    const again = open(opened.again());
    expect(await again.of(opened.space, 1)).toEqual([]);
  });

  it('drops its conflict when the page is deleted', async () => {
    await update(own);
    await save([{ operation: 'delete_page', page: 'charging' }]);
    await expect.poll(() => conflicts.cached(opened.space, 1)).toEqual([]);
  });

  it('drops its conflict when the page is reverted', async () => {
    await update(own);
    await save(write(main));
    await expect.poll(() => conflicts.cached(opened.space, 1)).toEqual([]);
  });

  it('drops its conflicts when the change request is merged', async () => {
    await update(own);
    const { api, content, space, changeRequest } = opened;
    await api.changeRequests.merge({ spaceId: space, changeRequestId: changeRequest.id });
    await content.refresh(space, 1);
    await expect.poll(() => conflicts.cached(space, 1)).toEqual([]);
  });

  it('drops its conflicts when the change request was merged unnoticed', async () => {
    await update(own);
    const { api, space, changeRequest } = opened;
    await api.changeRequests.merge({ spaceId: space, changeRequestId: changeRequest.id });
    expect(await open(opened.again()).of(space, 1)).toEqual([]);
  });

  it("is compared before the merge if it couldn't be compared at once", async () => {
    opened.instead = async (request, real) =>
      new URL(request.url).pathname.includes('/revisions/')
        ? Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 })
        : real(request);
    await expect(update(own)).rejects.toThrow();
    const after = await at();
    expect(after.changeRequest.outdated).toBe(false);
    await expect(conflicts.lossesOfMerge(after)).rejects.toThrow();

    opened.instead = undefined;
    expect((await conflicts.lossesOfMerge(after)).pages).toMatchObject([{ page: 'charging', lost: ['document'] }]);
    expect(conflicts.cached(opened.space, 1)).toHaveLength(1);
  });

  it('is compared before the merge if someone else made it', async () => {
    const { api, content, space, changeRequest } = opened;
    await content.refresh(space, 1);
    await api.changeRequests.pull({ spaceId: space, changeRequestId: changeRequest.id });
    await save(write(own));
    expect(conflicts.cached(space, 1)).toEqual([]);

    expect((await conflicts.lossesOfMerge(await at())).pages).toMatchObject([{ page: 'charging', lost: ['document'] }]);
    expect(conflicts.cached(space, 1)).toHaveLength(1);
  });

  it("isn't reported again in a later window once the conflict was resolved in another", async () => {
    const content = opened.again();
    const other = open(content);
    await content.refresh(opened.space, 1);
    await update(own);
    await content.refresh(opened.space, 1);
    await conflicts.resolve(opened.space, 1, 'charging');
    expect((await other.lossesOfMerge(await at())).pages).toEqual([]);
  });

  it('keeps its conflict if the cache file was broken', async () => {
    await storage.write('conflicts-docs.example-1', '{"conflicts":[{');
    const found = await update(own);
    expect(found).toHaveLength(1);
    const again = open(opened.again());
    await again.load();
    expect(again.cached(opened.space, 1)).toEqual(found);
  });

  it('shows before the merge what main may lose', async () => {
    expect(await conflicts.lossesOfMerge(await at())).toMatchObject({
      pages: [{ page: 'charging', lost: ['document'] }],
      isComplete: true,
    });
    await update(own);
    expect((await conflicts.lossesOfMerge(await at())).pages).toMatchObject([{ page: 'charging' }]);
  });
});

describe('an update on a server that combines texts', () => {
  it('has no conflict if each side changed other lines', async () => {
    await begin(write(table('Charge it each night.', '10', 'Then rest.')));
    opened.platform.edit(opened.space, write(table('Charge it daily.', '12', 'Then rest.')));
    expect(await update(table('Charge it each night.', '12', 'Then rest.'))).toEqual([]);
    expect((await conflicts.lossesOfMerge(await at())).pages).toEqual([]);
    expect(reported).toBe(0);
  });

  it('has a conflict if both sides changed the same line', async () => {
    await begin(write(table('Charge it each night.', '15', 'Then rest.')));
    opened.platform.edit(opened.space, write(table('Charge it daily.', '12', 'Then wait.')));
    const found = await update(table('Charge it each night.', '15', 'Then wait.'));
    expect(found).toMatchObject([{ page: 'charging', lost: ['document'] }]);
  });
});

describe('a server that reports conflicts', () => {
  it('reports them to other users until they are resolved', async () => {
    await begin(write(table('Charge it each night.', '15', 'Then rest.')));
    const { api, space, changeRequest, platform, content } = opened;
    platform.edit(space, write(table('Charge it daily.', '12', 'Then rest.')));
    await api.changeRequests.pull({ spaceId: space, changeRequestId: changeRequest.id });
    await content.refresh(space, 1);
    const reported = [{ page: 'charging', title: 'Charging', lost: ['document'] }];

    expect(await conflicts.of(space, 1)).toMatchObject(reported);
    expect((await conflicts.sidesOf(space, 1, 'charging'))?.main).toContain('Below 12 %');
    expect((await conflicts.lossesOfMerge(await at())).pages).toMatchObject(reported);

    await conflicts.resolve(space, 1, 'charging');
    expect(await conflicts.of(space, 1)).toEqual([]);

    platform.edit(space, write(table('Charge it daily.', '14', 'Then rest.')));
    await update();
    expect(conflicts.cached(space, 1)).toMatchObject(reported);
  });

  it("doesn't report a resolved conflict again until main changes the same words", async () => {
    await begin(write(table('Charge it each night.', '15', 'Then rest.')));
    const { space, platform } = opened;
    platform.edit(space, write(table('Charge it daily.', '12', 'Then rest.')));
    expect(await update()).toHaveLength(1);
    await conflicts.resolve(space, 1, 'charging');

    platform.edit(space, write(table('Charge it daily.', '12', 'Then wait.')));
    await update();
    expect(await conflicts.of(space, 1)).toEqual([]);

    platform.edit(space, write(table('Charge it daily.', '14', 'Then wait.')));
    await update();
    expect(await conflicts.of(space, 1)).toMatchObject([{ page: 'charging' }]);
  });

  /** The conflicts that the server reports to another user. */
  async function remembered() {
    const { api, space } = opened;
    const { conflicts: reported } = await api.changeRequestContent.changes({ spaceId: space, changeRequestId: '1' });
    return (reported ?? []).map(({ page, attributes }) => ({ page, attributes }));
  }

  async function updated(edits: Edits, main: Edits): Promise<void> {
    await begin(edits);
    const { api, content, platform, space, changeRequest } = opened;
    platform.edit(space, main);
    await api.changeRequests.pull({ spaceId: space, changeRequestId: changeRequest.id });
    await content.refresh(space, 1);
  }

  it.each<[string, Edits, Edits, string[]]>([
    ['a text', write('Mine.\n'), write('Theirs.\n'), ['document']],
    ['a text without a line break at its end', write('Mine.'), write('# Charging\n\nTheirs.'), ['document']],
    [
      'a title',
      [{ operation: 'update_page', page: 'charging', title: 'Mine' }],
      [{ operation: 'update_page', page: 'charging', title: 'Theirs' }],
      ['slug', 'title'],
    ],
    [
      'a place',
      [
        { operation: 'insert_page', id: 'mine', title: 'Mine', markdown: 'A' },
        { operation: 'update_page', page: 'charging', into: 'mine' },
      ],
      [{ operation: 'update_page', page: 'charging', into: 'other' }],
      ['parent'],
    ],
    ['a page that main deleted', write('Mine.\n'), [{ operation: 'delete_page', page: 'charging' }], ['document']],
    ['a page that main changed', [{ operation: 'delete_page', page: 'charging' }], write('Theirs.\n'), ['document']],
  ])('drops %s when the user keeps their own version, and changes nothing else', async (_, own, main, attributes) => {
    await updated(own, main);
    const { api, space } = opened;
    const at = { spaceId: space, changeRequestId: '1' };
    const text = { ...at, pageId: 'charging', format: 'markdown' } as const;
    const pages = async () => [
      (await api.changeRequestContent.pages(at)).pages,
      await api.changeRequestContent.page(text).then(
        ({ markdown }) => markdown,
        () => undefined,
      ),
    ];
    const before = await pages();
    expect(await remembered()).toEqual([{ page: 'charging', attributes }]);

    await conflicts.resolve(space, 1, 'charging');

    expect(await remembered()).toEqual([]);
    expect(conflicts.cached(space, 1)).toEqual([]);
    expect(await open(opened.again()).of(space, 1)).toEqual([]);
    const stable = (value: unknown) =>
      JSON.stringify(value, (key, each: unknown) => (/^(updatedAt|documentId)$/.test(key) ? 0 : each));
    expect(stable(await pages())).toEqual(stable(before));
  });

  it("keeps the conflict if the resolution can't be sent", async () => {
    await updated(write('Mine.\n'), write('Theirs.\n'));
    opened.instead = async (request, real) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 })
        : real(request);
    await expect(conflicts.resolve(opened.space, 1, 'charging')).rejects.toThrow();
    expect(await conflicts.of(opened.space, 1)).toMatchObject([{ page: 'charging' }]);
  });

  it('drops conflicts that a save resolves', async () => {
    await begin(write(table('Charge it each night.', '15', 'Then rest.')));
    const { api, space, changeRequest, platform, content } = opened;
    platform.edit(space, write(table('Charge it daily.', '12', 'Then rest.')));
    await api.changeRequests.pull({ spaceId: space, changeRequestId: changeRequest.id });
    await content.refresh(space, 1);
    expect(await conflicts.of(space, 1)).toHaveLength(1);
    await save(write('Something else.\n'));
    expect(await conflicts.of(space, 1)).toEqual([]);
  });
});

describe('pages changed on one side only', () => {
  it('have no conflicts', async () => {
    await begin(write('Mine.\n', 'other'));
    opened.platform.edit(opened.space, [
      ...write(table('Charge it daily.', '12', 'Then rest.')),
      { operation: 'insert_page', id: 'new', title: 'New', markdown: 'New.\n' },
    ]);
    expect((await conflicts.lossesOfMerge(await at())).pages).toEqual([]);
    expect(await update()).toEqual([]);
  });
});

describe('fields in conflict', () => {
  it('are reported if both sides changed them', async () => {
    await begin([{ operation: 'update_page', page: 'charging', title: 'Charging at night' }]);
    opened.platform.edit(opened.space, [{ operation: 'update_page', page: 'charging', title: 'Charging daily' }]);
    expect((await conflicts.lossesOfMerge(await at())).pages).toMatchObject([
      { page: 'charging', lost: ['title', 'slug'] },
    ]);
  });

  it('include the page if main deleted it and the change request changed it', async () => {
    await begin(write('Mine.\n', 'other'));
    opened.platform.edit(opened.space, [{ operation: 'delete_page', page: 'other' }]);
    expect((await conflicts.lossesOfMerge(await at())).pages).toMatchObject([
      { page: 'other', title: 'Other', lost: ['page'] },
    ]);
  });
});

describe('the requests of a comparison', () => {
  it('are few before a merge, and few at the same time', async () => {
    const edits = (text: string): Edits =>
      Array.from({ length: 50 }, (_, at) => ({ operation: 'update_page', page: `page-${at}`, markdown: text }));
    const inserted: Edits = Array.from({ length: 50 }, (_, at) => ({
      operation: 'insert_page',
      id: `page-${at}`,
      title: `Page ${at}`,
      markdown: 'Text.\n',
    }));
    opened = await openChangeRequest(edits('Mine.\n'), { pages: inserted });
    storage = memory();
    conflicts = open();
    opened.platform.edit(opened.space, edits('Theirs.\n').slice(0, 1));
    await conflicts.lossesOfMerge(await at());
    opened.taken();
    await conflicts.lossesOfMerge(await at());
    // The space, and the result of the test's call.
    expect(opened.taken()).toHaveLength(3);

    opened.platform.edit(opened.space, edits('Theirs.\n'));
    let [now, most] = [0, 0];
    opened.instead = async (request, real) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      return real(request).finally(() => now--);
    };
    expect((await conflicts.lossesOfMerge(await at())).pages).toHaveLength(50);
    expect(most).toBeLessThanOrEqual(24);
  });

  it('read no page if only lists are shown', async () => {
    await begin(write('Mine.\n', 'other'));
    await conflicts.of(opened.space, 1);
    opened.taken();
    await conflicts.of(opened.space, 1);
    expect(opened.taken()).toEqual([]);
  });
});
