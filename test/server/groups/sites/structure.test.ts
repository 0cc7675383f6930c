import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { Json, Served } from '../../serve.ts';
import { listed, made, rootSite, sectionSite, serveSites, spacesNamed } from '../../sites.ts';

// Sections 2.8 to 2.10 and 4.9 to 4.11 of the API document, the structure and its sort order.

/** The site in reading order: groups and sections with their content. */
async function outline(served: Served, site: string): Promise<unknown[]> {
  const { status, body } = await served.get(`${site}/structure`);
  assert.equal(status, 200);
  const named = (item: Json): unknown => {
    const below: readonly Json[] = 'sections' in item ? item.sections : [];
    return below.length === 0 ? item.title : [item.title, ...below.map(named)];
  };
  return (body['structure'] as Json[]).map(named);
}

describe('a site without sections', () => {
  test('has its site spaces at the root', async () => {
    const served = await serveSites();
    const { site, spaces, siteSpaces } = await rootSite(served, 'One', 'Two');

    const { body } = await served.get(`${site}/structure`);

    assert.equal(body['type'], 'siteSpaces');
    const [first] = body['structure'] as Json[];
    const space = first?.['space'] as Json;
    assert.equal(space.id, spaces[0]);
    assert.deepEqual(
      { ...first, space: undefined },
      {
        object: 'site-space',
        id: siteSpaces[0],
        path: 'one',
        space: undefined,
        title: 'One',
        default: true,
        hasAdvancedCustomizationFeature: false,
        urls: {},
      },
    );
    assert.deepEqual(await outline(served, site), ['One', 'Two']);
  });

  test('puts them into a default section when it gets its first', async () => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'One', 'Two');
    await served.patch(site, { defaultSiteSpace: siteSpaces[1] });
    const [spaceId] = await spacesNamed(served, 'Three');

    const section = await made(served, `${site}/sections`, { spaceId });

    const { body } = await served.get(`${site}/sections`);
    assert.deepEqual(
      body.items.map((item) => [item.title, item.path, item['default'], (item['siteSpaces'] as Json[]).length]),
      [
        ['Two', 'two', true, 2],
        ['Three', 'three', false, 1],
      ],
    );
    assert.deepEqual(await listed(served, `${site}/site-spaces`, 'id'), [
      ...siteSpaces,
      ...(section['siteSpaces'] as Json[]).map((item) => item.id),
    ]);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['Two', 'Three']);
    assert.equal((await served.get(`${site}/structure`)).body['type'], 'sections');
  });
});

describe('a section', () => {
  test('is created with a space, and has its title', async () => {
    const served = await serveSites();
    const { id } = await made(served, `${served.org}/sites`, { title: 'Docs' });
    const [spaceId] = await spacesNamed(served, 'Guide to Herons');

    const { body } = await served.post(`${served.org}/sites/${id}/sections`, { spaceId, title: null, icon: 'book' });

    const { siteSpaces, ...section } = body;
    assert.deepEqual(section, {
      object: 'site-section',
      id: body.id,
      title: 'Guide to Herons',
      default: true,
      path: 'guide-to-herons',
      icon: 'book',
      urls: {},
    });
    assert.deepEqual(
      (siteSpaces as Json[]).map((item) => [item['section'], (item['space'] as Json).id]),
      [[body.id, spaceId]],
    );
  });

  test('has a unique path, even if titles are equal or long', async () => {
    const served = await serveSites();
    const { id } = await made(served, `${served.org}/sites`);
    const site = `${served.org}/sites/${id}`;
    const [spaceId] = await spacesNamed(served, 'S');

    const letters = `a${'𝒜'.repeat(63)}`;
    const titles = ['Same!', 'same', 'a'.repeat(128), 'a'.repeat(128), '…!', letters, letters, '\ud800a', '\ud801a'];
    for (const title of titles) {
      await made(served, `${site}/sections`, { spaceId, title });
    }

    const paths = (await listed(served, `${site}/sections`, 'path')) as string[];
    assert.equal(new Set(paths).size, titles.length);
    assert.equal(
      paths.every((path) => path.length >= 1 && path.length <= 100),
      true,
    );
  });

  test.each([
    [{ title: 'ab' }, 200],
    [{ title: 'a' }, 422],
    [{ title: 'a'.repeat(128) }, 200],
    [{ title: 'a'.repeat(129) }, 422],
    [{ path: 'a' }, 200],
    [{ path: '' }, 422],
    [{ path: 'a'.repeat(100) }, 200],
    [{ path: 'a'.repeat(101) }, 422],
    [{ path: 'a/b' }, 422],
    [{ path: '..' }, 422],
    [{ path: 'second' }, 409],
    [{ description: 'a'.repeat(256) }, 200],
    [{ description: 'a'.repeat(257) }, 422],
    [{ condition: 'a'.repeat(1024) }, 200],
    [{ condition: 'a'.repeat(1025) }, 422],
    [{ condition: '' }, 422],
    [{ condition: 'visitor.claims.(' }, 422],
    [{ icon: 'a'.repeat(50) }, 200],
    [{ icon: 'a'.repeat(51) }, 422],
    [{ defaultSiteSpace: 'nothing' }, 422],
  ])('checks its limits: %j', async (change, expected) => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second');

    const { status, body } = await served.patch(`${site}/sections/${sections[0]}`, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
    else assert.match(body.error.message, new RegExp(`body\\.${Object.keys(change)[0]}`));
  });

  test('loses its condition, icon and description by null, and keeps them if they are omitted', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First');
    const path = `${site}/sections/${sections[0]}`;
    await served.patch(path, { condition: 'visitor.claims.a', icon: 'book', description: 'D' });

    const stored = (await served.patch(path, { title: 'Named' })).body;
    const { body } = await served.patch(path, { condition: null, icon: null, description: null });

    assert.deepEqual([stored['condition'], stored['icon'], stored['description']], ['visitor.claims.a', 'book', 'D']);
    assert.deepEqual([body['condition'], body['icon'], body['description']], [undefined, undefined, undefined]);
  });

  test('passes its default to the first that remains', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second', 'Third');
    await served.patch(site, { defaultSiteSection: sections[1] });

    const statuses = [
      (await served.delete(`${site}/sections/${sections[1]}`)).status,
      (await served.delete(`${site}/sections/${sections[1]}`)).status,
    ];

    assert.deepEqual(statuses, [205, 204]);
    const { items } = (await served.get(`${site}/sections`)).body;
    assert.deepEqual(
      items.map((item) => [item.title, item['default']]),
      [
        ['First', true],
        ['Third', false],
      ],
    );
  });

  test('leaves an empty site without sections if it is the last', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First');

    await served.delete(`${site}/sections/${sections[0]}`);

    const { body } = await served.get(`${site}/structure`);
    assert.deepEqual(body, { type: 'siteSpaces', structure: [] });
    assert.deepEqual(await listed(served, `${site}/site-spaces`), []);
  });
});

describe('a site space', () => {
  test('goes into the default section by default', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second');
    const [one, two] = await spacesNamed(served, 'One', 'Two');

    const unless = await made(served, `${site}/site-spaces`, { spaceId: one });
    const reported = await made(served, `${site}/site-spaces`, { spaceId: two, sectionId: sections[1] });

    assert.deepEqual([unless['section'], reported['section']], sections);
    assert.deepEqual([unless['default'], reported['default']], [false, false]);
  });

  test.each([
    [{ spaceId: 'nothing' }, 404],
    [{ sectionId: 'nothing' }, 404],
    [{ spaceId: undefined }, 422],
    [{}, 409],
  ])("isn't created with %j", async (wrong, expected) => {
    const served = await serveSites();
    const { site, spaces } = await rootSite(served, 'One');

    const { status } = await served.post(`${site}/site-spaces`, { spaceId: spaces[0], ...wrong });

    assert.equal(status, expected);
  });

  test("isn't created with a deleted space", async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    const [spaceId] = await spacesNamed(served, 'Gone');
    await served.delete(`/v1/spaces/${spaceId}`);

    assert.equal((await served.post(`${site}/site-spaces`, { spaceId })).status, 409);
  });

  test.each([
    [{ path: 'a' }, 200],
    [{ path: '' }, 422],
    [{ path: 'a'.repeat(100) }, 200],
    [{ path: 'a'.repeat(101) }, 422],
    [{ path: 'two' }, 409],
    [{ condition: 'a'.repeat(1024) }, 200],
    [{ condition: 'a'.repeat(1025) }, 422],
    [{ condition: '' }, 422],
    [{ condition: 'visitor.claims.(' }, 422],
    [{ spaceId: 'nothing' }, 404],
  ])('checks its limits: %j', async (change, expected) => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'One', 'Two');

    const { status, body } = await served.patch(`${site}/site-spaces/${siteSpaces[0]}`, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
  });

  test('can get another space, and keeps its place and path', async () => {
    const served = await serveSites();
    const { site, spaces, siteSpaces } = await rootSite(served, 'One', 'Two');
    const [spaceId] = await spacesNamed(served, 'Three');

    const { body } = await served.patch(`${site}/site-spaces/${siteSpaces[0]}`, { spaceId });
    const taken = await served.patch(`${site}/site-spaces/${siteSpaces[0]}`, { spaceId: spaces[1] });

    assert.deepEqual([body.id, body.title, body.path, body['default']], [siteSpaces[0], 'Three', 'one', true]);
    assert.equal(taken.status, 409);
  });

  test('passes its default to the first that remains', async () => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'One', 'Two', 'Three');
    await served.patch(site, { defaultSiteSpace: siteSpaces[2] });

    const statuses = [
      (await served.delete(`${site}/site-spaces/${siteSpaces[2]}`)).status,
      (await served.delete(`${site}/site-spaces/${siteSpaces[2]}`)).status,
    ];

    assert.deepEqual(statuses, [205, 204]);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['One']);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=false`), ['Two']);
  });

  test("can only become its site's default in the default section", async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second');
    const [spaceId] = await spacesNamed(served, 'Other');
    const { id: defaultSiteSpace } = await made(served, `${site}/site-spaces`, { spaceId, sectionId: sections[1] });

    const refused = await served.patch(site, { defaultSiteSpace });
    const together = await served.patch(site, { defaultSiteSpace, defaultSiteSection: sections[1] });

    assert.deepEqual([refused.status, together.status], [422, 200]);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['First', 'Other']);
  });

  test("can become its section's default", async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second');
    const [spaceId] = await spacesNamed(served, 'Other');
    const { id: defaultSiteSpace } = await made(served, `${site}/site-spaces`, { spaceId, sectionId: sections[1] });

    const elsewhere = await served.patch(`${site}/sections/${sections[0]}`, { defaultSiteSpace });
    const { status } = await served.patch(`${site}/sections/${sections[1]}`, { defaultSiteSpace });

    assert.deepEqual([elsewhere.status, status], [422, 200]);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['First', 'Other']);
  });

  test('has its own URL once the site is published, and the default has that of its parent', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'First', 'Second');
    const [spaceId] = await spacesNamed(served, 'Other');
    await made(served, `${site}/site-spaces`, { spaceId, sectionId: sections[1] });
    await served.patch(site, { basename: 'docs' });
    await served.post(`${site}/publish`);

    const { items } = (await served.get(`${site}/site-spaces`)).body;

    const base = `https://app.example/${served.organization}/docs`;
    assert.deepEqual(
      items.map((item) => item.urls['published']),
      [base, `${base}/second`, `${base}/second/other`],
    );
  });
});

describe('a group of sections', () => {
  test('is created with sections, in the given order', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A', 'B', 'C');
    const [a, b, c] = sections;

    const { status, body } = await served.post(`${site}/section-groups`, {
      title: 'G',
      icon: 'book',
      sections: [c, a],
    });

    assert.equal(status, 201);
    assert.deepEqual([body['object'], body.title, body['icon']], ['site-section-group', 'G', 'book']);
    assert.deepEqual(
      body.sections.map((section) => [section.id, section['sectionGroup']]),
      [
        [c, body.id],
        [a, body.id],
      ],
    );
    assert.deepEqual(await listed(served, `${site}/sections`, 'id'), [b, c, a]);
    assert.deepEqual(await listed(served, `${site}/section-groups`), ['G']);
  });

  test.each([
    [{ title: 'a' }, 201],
    [{ title: '' }, 422],
    [{ title: 'a'.repeat(100) }, 201],
    [{ title: 'a'.repeat(101) }, 422],
    [{ title: 'a', icon: 'a'.repeat(50) }, 201],
    [{ title: 'a', icon: 'a'.repeat(51) }, 422],
    [{ title: 'a', icon: null }, 201],
    [{}, 422],
    [{ title: 'a', sections: ['nothing'] }, 404],
  ])('checks its limits: %j', async (body, expected) => {
    const served = await serveSites();
    const { site } = await sectionSite(served, 'A1');

    const { status } = await served.post(`${site}/section-groups`, body);

    assert.equal(status, expected);
    assert.equal((await listed(served, `${site}/section-groups`)).length, expected === 201 ? 1 : 0);
  });

  test('adds sections at its end, also from another group, each once', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1');
    const [one, two] = sections;
    const g = (await made(served, `${site}/section-groups`, { title: 'G', sections: [one] })).id;
    const h = (await made(served, `${site}/section-groups`, { title: 'H', sections: [two] })).id;

    const { status } = await served.post(`${site}/section-groups/${h}/sections`, { sectionId: one });
    const again = await served.post(`${site}/section-groups/${h}/sections`, { sectionId: one });
    const unknown = await served.post(`${site}/section-groups/${g}/sections`, { sectionId: 'nothing' });

    assert.deepEqual([status, again.status, unknown.status], [201, 409, 404]);
    assert.deepEqual(await outline(served, site), ['G', ['H', 'B1', 'A1']]);
  });

  test('releases a section to the place after it', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1');
    const g = (await made(served, `${site}/section-groups`, { title: 'G', sections: sections.slice(0, 2) })).id;
    await made(served, `${site}/section-groups`, { title: 'H' });
    const path = `${site}/section-groups/${g}/sections/${sections[0]}`;

    const statuses = [(await served.delete(path)).status, (await served.delete(path)).status];

    assert.deepEqual(statuses, [205, 204]);
    assert.deepEqual(await outline(served, site), ['C1', ['G', 'B1'], 'A1', 'H']);
  });

  test('leaves its sections in its place when it is deleted', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1');
    const g = (await made(served, `${site}/section-groups`, { title: 'G', sections: [sections[2], sections[0]] })).id;
    await made(served, `${site}/section-groups`, { title: 'H' });
    const path = `${site}/section-groups/${g}`;

    const statuses = [(await served.delete(path)).status, (await served.delete(path)).status];

    assert.deepEqual(statuses, [205, 204]);
    assert.deepEqual(await outline(served, site), ['B1', 'C1', 'A1', 'H']);
  });

  test('is renamed, and loses its icon by null', async () => {
    const served = await serveSites();
    const { site } = await sectionSite(served, 'A1');
    const { id } = await made(served, `${site}/section-groups`, { title: 'G', icon: 'book' });

    const { status, body } = await served.patch(`${site}/section-groups/${id}`, { title: 'H', icon: null });

    assert.deepEqual([status, body.title, 'icon' in body], [200, 'H', false]);
  });
});

describe('a move', () => {
  const near = (siteSpace: string | undefined) => ({ type: 'site-space', siteSpace });

  test.each([
    ['before the first', ['before', 0], 200, ['C', 'A', 'B']],
    ['after the first', ['after', 0], 200, ['A', 'C', 'B']],
    ['after the last but itself, where it is', ['after', 1], 409, ['A', 'B', 'C']],
    ['next to itself', ['before', 2], 400, ['A', 'B', 'C']],
  ] as const)('of a site space %s', async (_, [side, index], expected, titles) => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'A', 'B', 'C');

    const { status } = await served.post(`${site}/site-spaces/${siteSpaces[2]}/move`, {
      position: { [side]: near(siteSpaces[index]) },
    });

    assert.equal(status, expected);
    assert.deepEqual(await listed(served, `${site}/site-spaces`), titles);
  });

  test('without neighbors leads to the end', async () => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'A', 'B', 'C');

    const { status, body } = await served.post(`${site}/site-spaces/${siteSpaces[0]}/move`, { position: {} });

    assert.deepEqual([status, body.id], [200, siteSpaces[0]]);
    assert.deepEqual(await listed(served, `${site}/site-spaces`), ['B', 'C', 'A']);
  });

  test('between neighbors needs them side by side', async () => {
    const served = await serveSites();
    const { site, siteSpaces } = await rootSite(served, 'A', 'B', 'C', 'D');
    const move = (after: number, before: number) =>
      served.post(`${site}/site-spaces/${siteSpaces[3]}/move`, {
        position: { before: near(siteSpaces[before]), after: near(siteSpaces[after]) },
      });

    const apart = await move(0, 2);
    const together = await move(0, 1);

    assert.deepEqual([apart.status, together.status], [400, 200]);
    assert.deepEqual(await listed(served, `${site}/site-spaces`), ['A', 'D', 'B', 'C']);
  });

  test('next to something in another section, another site, or nothing is refused', async () => {
    const served = await serveSites();
    const { site } = await sectionSite(served, 'A1', 'B1');
    const [one, two] = (await listed(served, `${site}/site-spaces`, 'id')) as string[];
    const elsewhere = await rootSite(served, 'C1');
    const to = async (id: string | undefined) =>
      (await served.post(`${site}/site-spaces/${one}/move`, { position: { after: near(id) } })).status;

    assert.deepEqual([await to(two), await to('nothing'), await to(elsewhere.siteSpaces[0])], [400, 400, 400]);
  });

  test('reorders sections and groups together', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1');
    const g = (await made(served, `${site}/section-groups`, { title: 'G' })).id;
    const section = { type: 'site-section', siteSection: sections[0] };

    await served.post(`${site}/section-groups/${g}/move`, {
      position: { after: { type: 'site-section', id: sections[0] } },
    });
    const moved = await served.post(`${site}/sections/${sections[2]}/move`, { position: { before: section } });

    assert.equal(moved.status, 200);
    assert.deepEqual(await outline(served, site), ['C1', 'A1', 'G', 'B1']);
  });

  test('of a section stays in its group', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1');
    await made(served, `${site}/section-groups`, { title: 'G', sections: [sections[0], sections[1]] });
    const move = async (id: number, before: number) => {
      const position = { before: { type: 'site-section', siteSection: sections[before] } };
      return (await served.post(`${site}/sections/${sections[id]}/move`, { position })).status;
    };

    assert.deepEqual([await move(1, 0), await move(2, 0), await move(0, 2)], [200, 400, 400]);
    assert.deepEqual(await outline(served, site), ['C1', ['G', 'B1', 'A1']]);
  });

  test('of a group is refused next to a section of a group', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1');
    const g = (await made(served, `${site}/section-groups`, { title: 'G', sections: [sections[0]] })).id;
    const h = (await made(served, `${site}/section-groups`, { title: 'H' })).id;
    const move = async (id: string, neighbour: object) =>
      (await served.post(`${site}/section-groups/${id}/move`, { position: { before: neighbour } })).status;

    assert.equal(await move(h, { type: 'site-section', id: sections[0] }), 400);
    assert.equal(await move(g, { type: 'site-section', id: sections[0] }), 400);
    assert.equal(await move(h, { type: 'site-section-group', id: 'nothing' }), 400);
    assert.equal(await move(h, { type: 'site-section-group', id: g }), 200);
  });

  test("of something missing isn't found", async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'A');

    for (const kind of ['site-spaces', 'sections', 'section-groups']) {
      assert.equal((await served.post(`${site}/${kind}/nothing/move`, {})).status, 404, kind);
    }
    assert.equal((await sort(served, site, { type: 'site-space', id: 'nothing' })).status, 404);
  });
});

const sort = (served: Served, site: string, item: object, position?: object) =>
  served.patch(`${site}/structure/sort`, { item, ...(position && { position }) });

describe('sorting a structure', () => {
  test.each([
    ['site-space', 'site-spaces', 'siteSpace'],
    ['site-section', 'sections', 'siteSection'],
    ['site-section-group', 'section-groups', 'id'],
  ])('changes a %s like its move does', async (type, path, key) => {
    const served = await serveSites();
    const orders: unknown[] = [];
    for (const way of ['move', 'sort']) {
      const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1');
      for (const title of ['D1', 'E1']) {
        const [spaceId] = await spacesNamed(served, title);
        await made(served, `${site}/site-spaces`, { spaceId, sectionId: sections[0] });
        await made(served, `${site}/section-groups`, { title });
      }
      const [first, second] = (await listed(served, `${site}/${path}`, 'id')) as [string, string];

      const reply =
        way === 'move'
          ? await served.post(`${site}/${path}/${second}/move`, { position: { before: { type, [key]: first } } })
          : await sort(served, site, { type, id: second }, { before: { type, id: first } });

      assert.deepEqual([reply.status, reply.body['object'], reply.body.id], [200, type, second]);
      orders.push([await outline(served, site), await listed(served, `${site}/site-spaces`)]);
    }

    assert.deepEqual(orders[0], orders[1]);
  });

  test('refuses changes of nothing, and mistakes', async () => {
    const served = await serveSites();
    const { site, sections } = await sectionSite(served, 'A1', 'B1');
    const [siteSpace] = await listed(served, `${site}/site-spaces`, 'id');
    const item = { type: 'site-section', id: sections[0] };
    const status = async (position: object) => (await sort(served, site, item, position)).status;

    assert.equal(await status({ before: { type: 'site-section', id: sections[1] } }), 409);
    assert.equal(await status({ before: { type: 'site-section', id: 'nothing' } }), 400);
    assert.equal(await status({ before: { type: 'site-space', id: siteSpace } }), 400);
    assert.equal(await status({ before: { type: 'page', id: 'a' } }), 422);
    assert.equal((await sort(served, site, { type: 'page', id: 'a' })).status, 422);
  });
});

test('after any moves and sorts, the order is that of a reordered list', async () => {
  const titles = ['A', 'B', 'C', 'D', 'E'];
  const move = fc.record({
    item: fc.nat(4),
    next: fc.nat(4),
    side: fc.constantFrom('before' as const, 'after' as const, 'end' as const),
    sorts: fc.boolean(),
  });
  const served = await serveSites();
  const { site, siteSpaces } = await rootSite(served, ...titles);
  let expected = [...siteSpaces];

  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 6 }), async (moves) => {
      for (const { item, next, side, sorts } of moves) {
        const [id, neighbour] = [siteSpaces[item] ?? '', siteSpaces[next] ?? ''];
        const reordered = reorder(expected, id, neighbour, side);
        const isSame = reordered?.every((one, index) => one === expected[index]);

        const { status } = sorts
          ? await sort(
              served,
              site,
              { type: 'site-space', id },
              side === 'end' ? {} : { [side]: { type: 'site-space', id: neighbour } },
            )
          : await served.post(`${site}/site-spaces/${id}/move`, {
              position: side === 'end' ? {} : { [side]: { type: 'site-space', siteSpace: neighbour } },
            });

        assert.equal(status, reordered === undefined ? 400 : isSame ? 409 : 200);
        expected = reordered ?? expected;
      }
      assert.deepEqual(await listed(served, `${site}/site-spaces`, 'id'), expected);
    }),
    { numRuns: 30 },
  );
});

function reorder(ids: readonly string[], id: string, neighbour: string, side: 'before' | 'after' | 'end') {
  const others = ids.filter((one) => one !== id);
  if (side === 'end') return [...others, id];
  const index = others.indexOf(neighbour);
  return index === -1 ? undefined : others.toSpliced(side === 'before' ? index : index + 1, 0, id);
}

test('after any moves into, out of and between groups, every section is there once, whatever the page size', async () => {
  const served = await serveSites();
  const { site, sections } = await sectionSite(served, 'A1', 'B1', 'C1', 'D1');
  const groups: string[] = [];
  for (const title of ['G', 'H']) groups.push((await made(served, `${site}/section-groups`, { title })).id);
  const step = fc.record({
    section: fc.constantFrom(...sections),
    group: fc.constantFrom(...groups),
    does: fc.constantFrom('put', 'take', 'move'),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
      for (const { section, group, does } of steps) {
        if (does === 'put') await served.post(`${site}/section-groups/${group}/sections`, { sectionId: section });
        if (does === 'take') await served.delete(`${site}/section-groups/${group}/sections/${section}`);
        if (does === 'move') await served.post(`${site}/sections/${section}/move`, {});
      }

      const seen: string[] = [];
      for (let page = ''; ;) {
        const { body } = await served.get(`${site}/sections?limit=${limit}${page}`);
        seen.push(...body.items.map((item) => item.id));
        if (!('next' in body)) break;
        page = `&page=${body.next.page}`;
      }
      assert.deepEqual(seen.toSorted(), sections.toSorted());
      const { body } = await served.get(`${site}/structure`);
      const below = (body['structure'] as Json[]).flatMap((item): readonly Json[] =>
        'sections' in item ? item.sections : [item],
      );
      assert.deepEqual(
        below.map((section) => section.id),
        seen,
      );
    }),
    { numRuns: 20 },
  );
});
