import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, Served } from '../../serve.ts';
import { listed, made, rootSite, serveSites, spacesNamed } from '../../sites.ts';

// Sections 4.8 to 4.11 of the API document: the structure of a site after any operations.

test('an empty group hides nothing at the root of a site', async () => {
  const served = await serveSites();
  const { site } = await rootSite(served, 'A', 'B');

  await made(served, `${site}/section-groups`, { title: 'Empty' });

  const { body } = await served.get(`${site}/structure`);
  assert.equal(body['type'], 'siteSpaces');
  assert.deepEqual(await shown(served, site), await listed(served, `${site}/site-spaces`, 'id'));
  assert.deepEqual(await listed(served, `${site}/section-groups`), ['Empty']);
});

test('a site without remaining sections shows its root, even next to a group', async () => {
  const served = await serveSites();
  const [first, second] = await spacesNamed(served, 'One', 'Two');
  const { id } = await made(served, `${served.org}/sites`, { title: 'Docs' });
  const site = `${served.org}/sites/${id}`;
  const section = await made(served, `${site}/sections`, { spaceId: first });
  await made(served, `${site}/section-groups`, { title: 'G', sections: [section.id] });
  await served.delete(`${site}/sections/${section.id}`);

  const added = await made(served, `${site}/site-spaces`, { spaceId: second });
  await served.post(`${site}/publish`);

  assert.deepEqual(await shown(served, site), [added.id]);
  const published = (await served.get(`${site}/published`)).body['structure'] as Json;
  assert.equal(published['type'], 'siteSpaces');
});

test('after any operations, every site space is in the structure once, and each place has one default', async () => {
  const operation = fc.record({
    does: fc.constantFrom(
      ...['add space', 'add section', 'add group', 'group section', 'ungroup section', 'drop space', 'drop section'],
      ...['drop group', 'delete space', 'restore space', 'prefer space'],
    ),
    one: fc.nat(9),
    other: fc.nat(9),
  });
  const served = await serveSites();
  const spaces = await spacesNamed(served, 'A', 'B', 'C');
  const run = async (site: string, { does, one, other }: { does: string; one: number; other: number }) => {
    const pick = async (kind: string, at: number) => {
      const ids = await listed(served, `${site}/${kind}`, 'id');
      return (ids[at % ids.length] ?? 'nothing') as string;
    };
    const space = spaces[one % spaces.length];
    const section = await pick('sections', one);
    const group = await pick('section-groups', other);
    const siteSpace = await pick('site-spaces', other);
    const perform: Record<string, () => Promise<{ status: number }>> = {
      'add space': () =>
        served.post(`${site}/site-spaces`, { spaceId: space, ...(other > 4 && { sectionId: section }) }),
      'add section': () => served.post(`${site}/sections`, { spaceId: space }),
      'add group': () =>
        served.post(`${site}/section-groups`, { title: 'G', ...(other > 6 && { sections: [section] }) }),
      'group section': () => served.post(`${site}/section-groups/${group}/sections`, { sectionId: section }),
      'ungroup section': () => served.delete(`${site}/section-groups/${group}/sections/${section}`),
      'drop space': () => served.delete(`${site}/site-spaces/${siteSpace}`),
      'drop section': () => served.delete(`${site}/sections/${section}`),
      'drop group': () => served.delete(`${site}/section-groups/${group}`),
      'delete space': () => served.delete(`/v1/spaces/${space}`),
      'restore space': () => served.post(`/v1/spaces/${space}/restore`),
      'prefer space': () => served.patch(site, { defaultSiteSpace: siteSpace }),
    };
    const { status } = await perform[does]!();
    assert.ok(status < 500, `${does}: ${status}`);
  };

  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
      const { id } = await made(served, `${served.org}/sites`, { title: 'Docs' });
      const site = `${served.org}/sites/${id}`;
      for (const space of spaces) await served.post(`/v1/spaces/${space}/restore`);

      for (const each of operations) await run(site, each);

      const { body } = await served.get(`${site}/site-spaces`);
      expect(await shown(served, site)).toEqual(body.items.map((item) => item.id));
      assert.equal((await served.get(site)).body['siteSpaces'], body.count);
      const places = Map.groupBy<unknown, Json>(body.items, (item) => item['section']);
      for (const items of places.values()) assert.equal(items.filter((item) => item['default']).length, 1);
    }),
    { numRuns: 30 },
  );
});

/** The ids of the site spaces in a site's structure, in reading order. */
async function shown(served: Served, site: string): Promise<string[]> {
  const inItem = (item: Json): string[] => {
    if (item['object'] === 'site-space') return [item.id];
    return ((item['sections'] ?? item['siteSpaces']) as readonly Json[]).flatMap(inItem);
  };
  const { body } = await served.get(`${site}/structure`);
  return (body['structure'] as Json[]).flatMap(inItem);
}
