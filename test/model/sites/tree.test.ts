import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Api } from '../../../src/client/api.ts';
import { createApi } from '../../../src/client/createApi.ts';
import { callsFor, isDone, mayStandIn, moved, wayBack, type Move } from '../../../src/model/sites/moves.ts';
import {
  siteTreeFromLists,
  siteTreeOf,
  standingsIn,
  type SitePart,
  type SiteTree,
} from '../../../src/model/sites/tree.ts';
import { openLocalPlatform, type LocalPlatform } from '../../../src/server/localPlatform.ts';
import { sendMove } from '../../../src/store/sites/calls.ts';

let local: LocalPlatform;
let api: Api;
let organizationId: string;

beforeAll(async () => {
  local = openLocalPlatform({ data: ':memory:', appUrl: 'https://app.example' });
  api = createApi({ base: 'http://127.0.0.1', platform: local.handle, token: async () => local.token });
  organizationId = (await api.organizations.list({})).items[0]?.id ?? '';
});

afterAll(() => local.close());

describe.each([
  ['structure/sort', true],
  ['the deprecated moves', false],
])('moves by %s', (_, canSort) => {
  test("give a permutation in any sequence, and the server's tree after each", async () => {
    await fc.assert(
      fc.asyncProperty(aShape, fc.array(aChoice, { minLength: 1, maxLength: 6 }), async (shape, choices) => {
        const site = await madeSite(shape);
        let tree = await treeOf(site);
        const ids = idsIn(tree);
        for (const choice of choices) {
          const move = moveIn(tree, choice);
          const expected = moved(tree, move);
          assert.ok(expected);
          assert.ok(isDone(expected, move));

          for (const call of callsFor(tree, move, canSort)) await sendMove(api, { organizationId, siteId: site }, call);

          const after = await treeOf(site);
          assert.deepEqual(after, expected);
          assert.deepEqual(idsIn(after), ids);
          assert.deepEqual(callsFor(after, move, canSort), []);
          const back = wayBack(tree, move.id);
          assert.ok(back);
          assert.deepEqual(moved(after, back), tree);
          tree = after;
        }
      }),
      { numRuns: 12 },
    );
  });
});

test('the lists of a site give the same tree as its structure', async () => {
  await fc.assert(
    fc.asyncProperty(aShape, async (shape) => {
      const site = await madeSite(shape.map((item) => (item === 0 ? 1 : item)));
      const at = { organizationId, siteId: site };
      const [sections, groups, siteSpaces] = await Promise.all([
        api.siteSections.list(at),
        api.siteSectionGroups.list(at),
        api.siteSpaces.list(at),
      ]);

      const tree = siteTreeFromLists({
        sections: sections.items,
        groups: groups.items,
        siteSpaces: siteSpaces.items,
      });

      assert.deepEqual(tree, await treeOf(site));
    }),
    { numRuns: 8 },
  );
});

test('a site without sections has its site spaces at the top, from lists and from the structure', async () => {
  const site = await madeSite([]);
  for (const title of ['One', 'Two']) {
    await api.siteSpaces.create({ organizationId, siteId: site, body: { spaceId: await madeSpace(title) } });
  }
  const { items } = await api.siteSpaces.list({ organizationId, siteId: site });

  const tree = siteTreeFromLists({ sections: [], groups: [], siteSpaces: items });

  assert.deepEqual(
    tree.top.map(({ kind, title }) => [kind, title]),
    [
      ['site-space', 'One'],
      ['site-space', 'Two'],
    ],
  );
  assert.deepEqual(tree, await treeOf(site));
});

test('a group without sections follows the group before it if only the lists are known', () => {
  const section = (id: string, sectionGroup?: string) => ({ id, title: id, path: id, sectionGroup });

  const { top } = siteTreeFromLists({
    sections: [section('a'), section('b', 'first'), section('c')],
    groups: [
      { id: 'first', title: 'First' },
      { id: 'empty', title: 'Empty' },
    ],
    siteSpaces: [],
  });

  assert.deepEqual(
    top.map(({ id }) => id),
    ['a', 'first', 'empty', 'c'],
  );
});

describe("a site's tree", () => {
  const space: SitePart = { kind: 'site-space', id: 'space', title: 'Space', children: [] };
  const inside: SitePart = { kind: 'site-section', id: 'inside', title: 'Inside', children: [] };
  const tree: SiteTree = {
    top: [
      { kind: 'site-section', id: 'section', title: 'Section', children: [space] },
      { kind: 'site-section-group', id: 'group', title: 'Group', children: [inside] },
    ],
  };

  test.each<[string, Move]>([
    ['a site space in another section', { id: 'space', parent: 'inside' }],
    ['a site space at the top', { id: 'space' }],
    ['a group in a group', { id: 'group', parent: 'group' }],
    ['a section in a section', { id: 'section', parent: 'inside' }],
    ['a section in a missing part', { id: 'section', parent: 'gone' }],
    ['a missing part', { id: 'gone' }],
  ])('refuses to move %s', (_, move) => {
    assert.equal(moved(tree, move), undefined);
    assert.deepEqual(callsFor(tree, move, true), []);
  });

  test('uses the other neighbor of a move if one is gone, else the end', () => {
    const order = (move: Move) => moved(tree, move)?.top.map(({ id }) => id);

    assert.deepEqual(order({ id: 'inside', before: 'gone', after: 'section' }), ['section', 'inside', 'group']);
    assert.deepEqual(order({ id: 'inside', before: 'gone' }), ['section', 'group', 'inside']);
  });

  test('contains an id once that comes twice', () => {
    const item = { object: 'site-space', id: 'same', title: 'Same', path: 'same' };

    assert.equal(siteTreeOf({ type: 'siteSpaces', structure: [item, item] }).top.length, 1);
  });
});

/** Items at the top: 0 is a section, any other number a group with one section less. */
const aShape = fc.array(fc.nat(3), { minLength: 2, maxLength: 6 });

/** The part to move, its new parent, and the sibling to precede. */
const aChoice = fc.tuple(fc.nat(), fc.nat(), fc.nat());

function moveIn(tree: SiteTree, [which, where, place]: readonly [number, number, number]): Move {
  const parts = [...standingsIn(tree)].map(({ part }) => part);
  const part = parts[which % parts.length];
  assert.ok(part);
  const parents = [undefined, ...parts.map(({ id }) => id)].filter((parent) => mayStandIn(tree, part.id, parent));
  const parent = parents[where % parents.length];
  const siblings = parent === undefined ? tree.top : (parts.find(({ id }) => id === parent)?.children ?? []);
  const others = siblings.filter(({ id }) => id !== part.id);
  const index = place % (others.length + 1);
  return { id: part.id, parent, before: others[index]?.id, after: others[index - 1]?.id };
}

let spaces = 0;

async function madeSpace(title: string): Promise<string> {
  return (await api.spaces.create({ organizationId, body: { title } })).id;
}

async function madeSite(shape: readonly number[]): Promise<string> {
  const { id: siteId } = await api.sites.create({ organizationId, body: { title: 'Docs' } });
  const madeSection = async (): Promise<string> => {
    const spaceId = await madeSpace(`Space ${++spaces}`);
    const section = await api.siteSections.create({ organizationId, siteId, body: { spaceId } });
    const other = await madeSpace(`Space ${++spaces}`);
    await api.siteSpaces.create({ organizationId, siteId, body: { spaceId: other, sectionId: section.id } });
    return section.id;
  };
  for (const [index, count] of shape.entries()) {
    if (count === 0) await madeSection();
    else {
      const sections: string[] = [];
      for (let made = 1; made < count; made++) sections.push(await madeSection());
      await api.siteSectionGroups.create({ organizationId, siteId, body: { title: `Group ${index}`, sections } });
    }
  }
  return siteId;
}

async function treeOf(siteId: string): Promise<SiteTree> {
  return siteTreeOf(await api.sites.structure({ organizationId, siteId }));
}

function idsIn(tree: SiteTree): string[] {
  return [...standingsIn(tree)].map(({ part }) => part.id).sort();
}
