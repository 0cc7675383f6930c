import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { edited, isMade, type SiteEdit } from '../../../src/model/sites/edits.ts';
import { fieldsOf, isRemovable } from '../../../src/model/sites/limits.ts';
import { placesFor } from '../../../src/model/sites/moves.ts';
import { standingsIn, type SiteTree } from '../../../src/model/sites/tree.ts';
import { openSite } from './openSites.ts';

test('any sequence of edits shows at once what the server then returns', async () => {
  const site = await openSite();
  const { api, organizationId, sites } = site;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.nat()), { minLength: 1, maxLength: 8 }),
      async (wishes) => {
        const { items } = await api.spaces.list({ organizationId });
        const spaces = items.map(({ id }) => id);
        const { id: siteId } = await api.sites.create({ organizationId, body: { title: 'Docs' } });
        const at = { organizationId, siteId };
        for (const spaceId of spaces.slice(0, 4)) await api.siteSections.create({ ...at, body: { spaceId } });
        const { items: sections } = await api.siteSections.list(at);
        const inGroup = sections.slice(1, 3).map(({ id }) => id);
        await api.siteSectionGroups.create({ ...at, body: { title: 'Group', sections: inGroup } });
        const sectionId = sections[0]?.id ?? '';
        for (const spaceId of spaces.slice(1, 4)) await api.siteSpaces.create({ ...at, body: { spaceId, sectionId } });
        const content = sites.at(at);

        for (const wish of wishes) {
          const tree = await content.loadTree();
          const edit = editIn(tree, wish);
          if (!edit) continue;
          const expected = edited(tree, edit);
          assert.ok(expected);
          await content.edit(edit);

          const after = content.tree();
          assert.ok(after);
          assert.deepEqual(shape(after), shape(expected), JSON.stringify(edit));
          assert.ok(edit.kind === 'move' || isMade(after, edit), JSON.stringify(edit));
        }
        assert.equal(content.pending(), 0);
      },
    ),
    { numRuns: 12 },
  );
});

/** Generates an edit of one of a tree's parts from numbers. */
function editIn(tree: SiteTree, [which, what, how]: readonly [number, number, number]): SiteEdit | undefined {
  const parts = [...standingsIn(tree)].map(({ part }) => part);
  const part = parts[which % parts.length];
  if (!part) return undefined;
  const { id } = part;
  switch (what) {
    case 0:
    case 1:
    case 2: {
      const places = placesFor(tree, id);
      const move = places[how % places.length];
      return move && { kind: 'move', move };
    }
    case 3:
      return part.kind === 'site-section-group' ? undefined : { kind: 'makeDefault', id };
    case 4:
      return { kind: 'remove', id };
    default: {
      const fields = fieldsOf(part.kind);
      const field = fields[how % fields.length] ?? 'title';
      return {
        kind: 'change',
        id,
        fields: { [field]: isRemovable(field) && how % 2 === 0 ? '' : `text-${how}-${which}` },
      };
    }
  }
}

/** Without the URLs for visitors, which only the server knows. */
function shape(tree: SiteTree): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'published' ? undefined : value)));
}
