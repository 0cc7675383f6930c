import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { partOf } from '../../../src/model/sites/tree.ts';
import { newSpace, openSite, outline, type OpenSite } from './openSites.ts';

describe('the structure of a site', () => {
  test('takes one request, and none if it is cached', async () => {
    const site = await openSite();

    await site.content.loadTree();
    await site.content.loadTree();

    assert.equal(outline(site.content), 'Guides, Reference, Learn [Tutorials]');
    assert.deepEqual(site.taken(), [`GET /${site.at.siteId}/structure`]);
  });

  test('takes one request per list from a server without the endpoint', async () => {
    const site = await openSite({ specOnly: true });
    await site.content.loadTree();
    site.taken();

    await site.content.refreshTree();

    assert.equal(outline(site.content), 'Guides, Reference, Learn [Tutorials]');
    assert.deepEqual(
      site
        .taken()
        .filter((request) => !request.endsWith('/structure') && !request.endsWith(site.at.siteId))
        .map((request) => request.split('/').at(-1)),
      ['sections', 'section-groups', 'site-spaces'],
    );
  });

  test('shows changes of others on refresh', async () => {
    const site = await openSite();
    await site.content.loadTree();
    await site.api.siteSections.update({ ...site.at, siteSectionId: id(site, 'Guides'), body: { title: 'Manuals' } });

    await site.content.refreshTree();

    assert.equal(outline(site.content), 'Manuals, Reference, Learn [Tutorials]');
  });
});

describe.each([
  ['with structure/sort', {}],
  ['with the deprecated moves', { specOnly: true }],
])('a move %s', (_, options) => {
  test('shows at once, and is made on the server', async () => {
    const site = await openSite(options);
    await site.content.loadTree();

    const moving = site.content.edit({
      kind: 'move',
      move: { id: id(site, 'Guides'), parent: id(site, 'Learn'), before: id(site, 'Tutorials') },
    });
    await expect.poll(() => outline(site.content)).toBe('Reference, Learn [Guides, Tutorials]');
    await moving;

    await site.content.refreshTree();
    assert.equal(outline(site.content), 'Reference, Learn [Guides, Tutorials]');
  });

  test('is reverted by undo', async () => {
    const site = await openSite(options);
    await site.content.edit({ kind: 'move', move: { id: id(site, 'Tutorials') } });
    await site.content.edit({ kind: 'move', move: { id: id(site, 'Reference'), before: id(site, 'Guides') } });
    assert.equal(outline(site.content), 'Reference, Guides, Learn [], Tutorials');

    assert.equal(await site.content.undo(), 'Reference');
    assert.equal(await site.content.undo(), 'Tutorials');

    assert.equal(outline(site.content), 'Guides, Reference, Learn [Tutorials]');
    assert.equal(site.content.canUndo(), false);
  });

  test('can go next to a group', async () => {
    const site = await openSite(options);
    const { api, at, content } = site;
    await api.siteSectionGroups.create({ ...at, body: { title: 'More', sections: [id(site, 'Reference')] } });

    await content.edit({ kind: 'move', move: { id: id(site, 'Guides'), after: id(site, 'Learn') } });

    assert.equal(outline(content), 'Learn [Tutorials], Guides, More [Reference]');
  });
});

describe('an edit', () => {
  test('is taken back with the reason if it is refused', async () => {
    const site = await openSite();
    await site.content.loadTree();
    site.instead = (request) =>
      request.method === 'PATCH' ? Response.json({ error: { code: 403, message: 'No.' } }, { status: 403 }) : undefined;

    const renaming = site.content.edit({ kind: 'change', id: id(site, 'Guides'), fields: { title: 'Manuals' } });
    await expect.poll(() => outline(site.content)).toContain('Manuals');

    await assert.rejects(renaming, { kind: 'forbidden' });
    assert.equal(outline(site.content), 'Guides, Reference, Learn [Tutorials]');
    assert.equal(site.content.pending(), 0);
  });

  test("doesn't take back later edits if it is refused", async () => {
    const site = await openSite();
    await site.content.loadTree();
    const { at, content } = site;
    const first = content.edit({ kind: 'change', id: id(site, 'Guides'), fields: { path: 'reference' } });
    const second = content.edit({ kind: 'change', id: id(site, 'Learn'), fields: { title: 'Study' } });

    await assert.rejects(first, { kind: 'conflict' });
    await second;

    assert.equal(outline(content), 'Guides, Reference, Study [Tutorials]');
    assert.equal((await site.api.siteSectionGroups.list(at)).items[0]?.title, 'Study');
  });

  test('reports a part that someone else removed, and no longer shows it', async () => {
    const site = await openSite();
    await site.content.loadTree();
    await site.api.siteSections.delete({ ...site.at, siteSectionId: id(site, 'Guides') });

    await assert.rejects(site.content.edit({ kind: 'change', id: id(site, 'Guides'), fields: { title: 'Manuals' } }), {
      kind: 'missing',
    });

    assert.equal(outline(site.content), 'Reference, Learn [Tutorials]');
  });

  test("next to a part that someone moved away leaves the server's structure", async () => {
    const site = await openSite();
    await site.content.loadTree();
    await site.api.siteSectionGroups.addSection({
      ...site.at,
      siteSectionGroupId: id(site, 'Learn'),
      body: { sectionId: id(site, 'Guides') },
    });

    await assert.rejects(
      site.content.edit({ kind: 'move', move: { id: id(site, 'Reference'), before: id(site, 'Guides') } }),
    );

    assert.equal(outline(site.content), 'Reference, Learn [Tutorials, Guides]');
  });

  test('succeeds if someone else made the same move', async () => {
    const site = await openSite();
    await site.content.loadTree();
    const item = { type: 'site-section', id: id(site, 'Reference') } as const;
    const before = { type: 'site-section', id: id(site, 'Guides') } as const;
    await site.api.sites.sort({ ...site.at, body: { item, position: { before } } });

    await site.content.edit({ kind: 'move', move: { id: item.id, before: before.id } });

    assert.equal(outline(site.content), 'Reference, Guides, Learn [Tutorials]');
  });

  test('stays applied if only its answer was lost', async () => {
    const site = await openSite();
    await site.content.loadTree();
    site.instead = async (request) => {
      if (request.method !== 'PATCH') return undefined;
      await site.local.handle(request);
      throw new TypeError('fetch failed');
    };

    await site.content.edit({ kind: 'change', id: id(site, 'Guides'), fields: { title: 'Manuals' } });

    assert.equal(outline(site.content), 'Manuals, Reference, Learn [Tutorials]');
  });

  test.each(['addGroup', 'addSection', 'addSiteSpace'] as const)(
    '(%s) is found after a lost answer, and not added again',
    async (kind) => {
      const site = await openSite();
      await site.content.loadTree();
      const space = { id: (await newSpace(site, 'Fresh')) ?? '', title: 'Fresh' };
      loseAnswers(site);

      const added = await site.content.edit(
        kind === 'addGroup' ? { kind, id: 'new 1', title: 'Fresh' } : { kind, id: 'new 1', space },
      );

      assert.equal(partOf(site.content.tree() ?? { top: [] }, added ?? '')?.title, 'Fresh');
    },
  );

  test.each([0, 60])('with unknown outcome is confirmed before it is sent again, %s minutes later', async (later) => {
    let passed = 0;
    const site = await openSite({}, () => Date.now() + passed);
    await site.content.loadTree();
    site.instead = async (request) => {
      if (request.method === 'POST') await site.local.handle(request);
      throw new TypeError('fetch failed');
    };
    await assert.rejects(site.content.edit({ kind: 'addGroup', id: 'new 1', title: 'More' }), { kind: 'unavailable' });
    site.instead = undefined;
    passed = later * 60_000;

    const added = await site.content.edit({ kind: 'addGroup', id: 'new 2', title: 'More' });

    const groups = (await site.api.siteSectionGroups.list(site.at)).items.filter(({ title }) => title === 'More');
    assert.deepEqual(
      groups.map(({ id }) => id),
      [added],
    );
  });

  test("can be undone again if the undo didn't get through", async () => {
    const site = await openSite();
    await site.content.edit({ kind: 'move', move: { id: id(site, 'Reference'), before: id(site, 'Guides') } });
    site.instead = () => {
      throw new TypeError('fetch failed');
    };
    await assert.rejects(site.content.undo(), { kind: 'unavailable' });
    site.instead = undefined;

    assert.equal(await site.content.undo(), 'Reference');

    assert.equal(outline(site.content), 'Guides, Reference, Learn [Tutorials]');
  });

  test("isn't offered for undo again if its part was removed", async () => {
    const site = await openSite();
    const { api, at, content, changes } = site;
    const guides = id(site, 'Guides');
    await content.edit({ kind: 'move', move: { id: guides } });
    await api.siteSections.delete({ ...at, siteSectionId: guides });
    await content.refreshTree();
    changes.length = 0;

    await assert.rejects(content.undo(), { kind: 'conflict' });

    assert.equal(content.canUndo(), false);
    assert.deepEqual(changes, [{ kind: 'site', siteId: at.siteId }]);
  });
});

describe('edits', () => {
  test('change fields, and remove one with an empty text', async () => {
    const site = await openSite();
    const { content, at, api } = site;
    const guides = id(site, 'Guides');
    await content.edit({
      kind: 'change',
      id: guides,
      fields: { path: 'manuals', condition: 'visitor.claims.isPartner', icon: 'book', description: 'All of them' },
    });

    await content.edit({ kind: 'change', id: guides, fields: { condition: '', icon: '' } });

    const tree = content.tree();
    assert.ok(tree);
    const { condition, icon, description, path } = partOf(tree, guides) ?? {};
    assert.deepEqual([condition, icon, description, path], [undefined, undefined, 'All of them', 'manuals']);
    const reported = (await api.siteSections.list(at)).items[0];
    assert.deepEqual([reported?.condition, reported?.description], [undefined, 'All of them']);
  });

  test.each([['Reference'], ['SDKs']])('make %s the default', async (title) => {
    const site = await openSite();

    await site.content.edit({ kind: 'makeDefault', id: id(site, title) });

    await site.content.refreshTree();
    assert.equal(partOf(site.content.tree() ?? { top: [] }, id(site, title))?.isDefault, true);
  });

  test('put the content of a removed group in its place', async () => {
    const site = await openSite();

    await site.content.edit({ kind: 'remove', id: id(site, 'Learn') });

    assert.equal(outline(site.content), 'Guides, Reference, Tutorials');
  });

  test('add a section, a group and a site space, with ids from the server', async () => {
    const site = await openSite();
    const { content } = site;
    const space = { id: (await newSpace(site, 'Extra')) ?? '', title: 'Extra' };

    const group = await content.edit({ kind: 'addGroup', id: 'new 1', title: 'Tools' });
    const section = await content.edit({ kind: 'addSection', id: 'new 2', space, group });
    await content.edit({ kind: 'addSiteSpace', id: 'new 3', space, section: id(site, 'Guides') });

    assert.equal(outline(content), 'Guides, Reference, Learn [Tutorials], Tools [Extra]');
    const tree = content.tree();
    assert.ok(tree && section);
    assert.equal(partOf(tree, section)?.children.length, 1);
    assert.deepEqual(
      partOf(tree, id(site, 'Guides'))?.children.map(({ title }) => title),
      ['Guides start', 'Extra'],
    );
  });

  test('put the site spaces at the top of a site into its first section', async () => {
    const site = await openSite();
    const { api, organizationId, sites } = site;
    const spaces = [(await newSpace(site, 'One')) ?? '', (await newSpace(site, 'Two')) ?? ''];
    const { id: siteId } = await api.sites.create({ organizationId, body: { title: 'Flat', spaces } });
    const content = sites.at({ organizationId, siteId });
    await content.loadTree();
    const space = { id: (await newSpace(site, 'Three')) ?? '', title: 'Three' };

    const adding = content.edit({ kind: 'addSection', id: 'new', space });
    await expect.poll(() => outline(content)).toBe('One, Three');
    await adding;

    assert.equal(outline(content), 'One, Three');
    assert.deepEqual(
      content.tree()?.top.map(({ children }) => children.map(({ title }) => title)),
      [['One', 'Two'], ['Three']],
    );
  });

  test('can remove the last section, and a site without content stays', async () => {
    const site = await openSite();
    for (const title of ['Guides', 'Reference', 'Tutorials', 'Learn']) {
      await site.content.edit({ kind: 'remove', id: id(site, title) });
    }

    assert.deepEqual(site.content.tree(), { top: [] });
  });

  test('show in advance what the server then returns', async () => {
    const site = await openSite();
    const { content } = site;
    await content.loadTree();
    for (const edit of [
      { kind: 'makeDefault', id: id(site, 'Tutorials') },
      { kind: 'remove', id: id(site, 'Tutorials') },
      { kind: 'remove', id: id(site, 'REST') },
      { kind: 'change', id: id(site, 'SDKs'), fields: { path: 'kits', condition: 'true' } },
    ] as const) {
      const editing = content.edit(edit);
      await expect.poll(() => content.pending()).toBe(1);
      const shown = shape(content.tree());
      await editing;
      assert.deepEqual(shape(content.tree()), shown, edit.kind);
    }
  });
});

/** Without the URLs for visitors, which only the server knows. */
/** Requests arrive, and no answer comes. */
function loseAnswers(site: OpenSite): void {
  site.instead = async (request) => {
    if (request.method === 'GET') return undefined;
    await site.local.handle(request);
    throw new TypeError('fetch failed');
  };
}

function shape(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'published' ? undefined : value)));
}

function id({ ids }: OpenSite, title: string): string {
  return ids[title] ?? assert.fail(title);
}
