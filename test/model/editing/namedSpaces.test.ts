import { describe, expect, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { idsAlone, type SpaceNames } from '../../../src/model/shared/address.ts';
import { brokenLinks } from '../../../src/model/pages/brokenLinks.ts';
import { placesOf } from '../../../src/model/pages/linkPlaces.ts';
import type { LinkContext } from '../../../src/model/pages/links.ts';
import { olderReadings } from '../../../src/model/editing/olderReadings.ts';
import { readingOf } from '../../../src/model/pages/text.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { sentText } from '../../../src/model/editing/sentText.ts';
import { createEditablePages } from '../../../src/store/editing/editablePages.ts';
import { spaceOf } from '../../client/samples.ts';

const page = (id: string, path: string): Page => ({ id, title: id, type: 'document', path });
const tree = pageTree([{ ...page('home', 'home'), pages: [page('deep', 'home/deep')] }]);
const other = pageTree([page('start', 'start'), { ...page('safety', 'safety'), pages: [page('stop', 'safety/stop')] }]);
const home = tree.byId.get('home')!;
const deep = tree.byId.get('deep')!;

function named(slugs: Readonly<Record<string, readonly string[]>>): SpaceNames {
  return {
    slugOf: (space) => slugs[space]?.at(-1),
    spaceOf: (slug) => Object.keys(slugs).find((space) => slugs[space]?.includes(slug)),
    formerSlugsOf: (space) => [...(slugs[space] ?? [])].slice(0, -1).reverse(),
  };
}

const names = named({ S1: ['Handbook'], S2: ['Old-Rules', 'Rules'] });

function contextOf(given: SpaceNames = names, of = home): LinkContext {
  const treeOf = (space: string) => (space === 'S1' ? tree : space === 'S2' ? other : undefined);
  const spaces = [{ ...spaceOf('S2'), urls: { app: 'https://app.example/s/S2', published: 'https://docs.example' } }];
  return { spaceId: 'S1', page: of, tree, files: undefined, spaces, treeOf, names: given };
}

const markdown = '# Home\n\n[a](/spaces/S2/start#x) and [b](https://docs.example/safety/stop)\n\n[c](/spaces/S3/x)\n';

describe('a link to another space', () => {
  test('contains the name of the space', () => {
    expect(readingOf(markdown, contextOf()).text).toBe(
      '# Home\n\n[a](../Rules/start.md#x) and [b](../Rules/safety/stop.md)\n\n[c](../S3/x.md)\n',
    );
    expect(readingOf('[a](/spaces/S2/start)', contextOf(names, deep)).text).toBe('[a](../../Rules/start.md)');
  });

  test.each(['Rules', 'Old-Rules', 'S2', 'Rules #4', 'S2.change-request-4'])(
    "is sent with the id, and isn't broken, if it is typed with %s",
    (space) => {
      const [encoded = ''] = [encodeURIComponent(space)];
      const empty = { markdown: '', text: '', rewritten: [] };
      const text = `[new](../${encoded}/safety/stop.md) [own](../Handbook/home.md) [bad](../${encoded}/gone.md)`;

      expect(sentText(text, empty, contextOf())).toBe(
        '[new](/spaces/S2/safety/stop) [own](home.md) [bad](/spaces/S2/gone)',
      );
      const broken = brokenLinks(text, { ...contextOf(), anchorsOf: () => undefined });
      expect(broken.map(({ written }) => written)).toEqual([`../${space}/gone.md`]);
    },
  );

  test('is found by its target', () => {
    const site = { spaceId: 'S1', page: home, treeOf: contextOf().treeOf, names };
    const text = '[a](../Rules/start.md) [b](../S2/start.md) [c](../Handbook/start.md)';

    const places = placesOf(text, { kind: 'page', value: 'start', space: 'S2' }, site);

    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['../Rules/start.md', '../S2/start.md']);
  });
});

describe('a text from when spaces had other names', () => {
  test.each([
    ['by its id', idsAlone, '../S2/start.md#x'],
    ['by its former title', named({ S1: ['Handbook'], S2: ['Old-Rules'] }), '../Old-Rules/start.md#x'],
  ])('is converted back to the same Markdown with the space named %s', (_, before, shown) => {
    const then = readingOf(markdown, contextOf(before)).text;
    expect(then).toContain(shown);
    const reading = readingOf(markdown, contextOf());
    const target = { space: 'S1', number: 1, page: 'home' };
    const editablePages = createEditablePages(names);
    const changeRequest = {} as never;
    const { earlier } = editablePages.pageFor(target, { reading, node: home, tree, changeRequest });

    expect(earlier).toContain(then);
    const over = editablePages.readingFor(target, reading, then, then);
    expect(sentText(then, over, contextOf())).toBe(markdown);
    const typed = then.replace(' and ', ' or ');
    expect(sentText(typed, over, contextOf())).toBe(markdown.replace(' and ', ' or '));
  });

  test('is converted back even after the page was read several times', () => {
    const editablePages = createEditablePages(names);
    const target = { space: 'S1', number: 1, page: 'home' };
    const [first, second, third] = ['1', '2', '3'].map((words) => `${markdown}\n${words}\n`) as [
      string,
      string,
      string,
    ];
    for (const read of [first, second, third, third]) {
      const reading = readingOf(read, contextOf());
      const { earlier } = editablePages.pageFor(target, {
        reading,
        node: { ...home },
        tree,
        changeRequest: {} as never,
      });
      expect(earlier).toContain(readingOf(read, contextOf(idsAlone)).text);
    }
  });

  test('stays the same if it links to no other space', () => {
    const reading = readingOf('[a](/home/deep) [b](https://else.example)', contextOf());

    expect(olderReadings(reading, { path: home.path!, names })).toEqual([]);
  });
});
