import assert from 'node:assert/strict';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { LocalPlatform } from '../../../src/server/localPlatform.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import type { ChangeRequestFilter } from '../../../src/store/changeRequests/changeRequests.ts';
import {
  changeRequestIn,
  group,
  northwind,
  openChangeRequests,
  openSample,
  titlesIn,
  waiting,
  type OpenedChangeRequests,
} from '../openChangeRequests.ts';

/** The text on each sheet of a PDF. */
async function sheetsOf(pdf: Uint8Array): Promise<readonly string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;
}

let local: LocalPlatform;
let opened: OpenedChangeRequests;

describe('the change requests of the sample', () => {
  beforeAll(() => {
    local = openSample();
  });
  beforeEach(() => {
    opened = openChangeRequests(local);
  });
  afterAll(() => local.close());

  test('are grouped by status, after those that need attention', async () => {
    const { store } = opened;

    assert.deepEqual(await titlesIn(store), ['waiting', 'open', 'draft', 'merged', 'archived']);
    const drafts = await titlesIn(store, group('draft'));
    assert.ok(drafts.includes('Change hands on Monday') && drafts.length === 3, drafts.join());
  });

  test("need attention with a reason when the user's review is requested", async () => {
    const { places } = await opened.store.children(waiting);

    assert.equal(places.length, 5);
    assert.ok(places.every((place) => place.kind === 'changeRequest' && place.reasons[0] === 'review'));
  });

  test("report the titles of their spaces, including those that the library hasn't listed", async () => {
    const { store, library, titles } = opened;

    await store.children(group('draft'));

    assert.deepEqual(library.cachedSpaces(), []);
    assert.equal(titles.get(spaceId('operator-handbook')), 'Heron Operator Handbook');
  });

  test("need attention when they are the user's own and behind main", async () => {
    const { store } = openChangeRequests(local, { as: 'ada' });

    const at = await changeRequestIn(store, waiting, 'Explain what docking at 0.3 m/s looks like');

    assert.deepEqual(at.reasons, ['outdated']);
  });

  test('have a count for each group', async () => {
    const { total, hasMore } = await opened.store.children(group('open'));

    assert.deepEqual([total, hasMore], [2, false]);
    assert.equal((await opened.store.children(waiting)).total, 5);
  });

  test('take one request per organization, and one more each for those that need attention', async () => {
    const { store, library } = opened;
    const organizations = await library.organizations();
    opened.taken();

    await store.children(undefined);
    await Promise.all([store.children(waiting), store.children(group('open'))]);

    assert.equal(opened.taken().length, 2 * organizations.length);
    await Promise.all([store.children(waiting), store.children(group('open'))]);
    assert.deepEqual(opened.taken(), []);
  });

  test('can be grouped by space, pending ones before closed ones', async () => {
    const { store } = opened;
    store.arrange({ grouping: 'space', filter: {} });

    const { places } = await store.children(undefined);
    const handbook = places.find((place) => place.kind === 'space' && place.space.id === spaceId('operator-handbook'));
    assert.ok(handbook);

    assert.deepEqual(await titlesIn(store, handbook), [
      'Turn the start of a shift into a list to tick off',
      'merged',
      'archived',
    ]);
  });

  test('are in one place only: those that need attention are in no other group', async () => {
    const { store } = opened;
    const waits = await titlesIn(store, waiting);
    const others = [...(await titlesIn(store, group('open'))), ...(await titlesIn(store, group('draft')))];

    assert.equal(waits.length, 5);
    assert.deepEqual(
      others.filter((title) => waits.includes(title)),
      [],
    );
    assert.equal((await store.having(['open'])).length, 7);
  });

  test.each<[ChangeRequestFilter, number]>([
    [{}, 5],
    [{ statuses: ['open', 'merged'] }, 5],
    [{ creator: userId('ada') }, 1],
    [{ creator: userId('ada'), statuses: ['draft'] }, 0],
    [{ creator: userId('ada'), space: spaceId('operator-handbook') }, 1],
  ])('that need attention and match the filter %o are shown, and all of them are counted', async (filter, count) => {
    const { store } = opened;
    store.arrange({ grouping: 'status', filter });

    const { places, total } = await store.children(waiting);

    assert.deepEqual([places.length, total], [count, 5]);
    for (const place of places) {
      assert.ok(place.kind === 'changeRequest');
      assert.ok(filter.statuses?.some((status) => status === place.changeRequest.status) ?? true);
      assert.equal(filter.creator ?? place.changeRequest.createdBy?.id, place.changeRequest.createdBy?.id);
      assert.equal(filter.space ?? place.space.id, place.space.id);
    }
  });

  test('are counted in the rows of the spaces that show them', async () => {
    const { store } = opened;
    const counted = async (filter: ChangeRequestFilter) => {
      store.arrange({ grouping: 'space', filter });
      await store.children(waiting);
      const spaces = (await store.children(undefined)).places.filter((place) => place.kind === 'space');
      for (const space of spaces) await store.children(space);
      const now = (await store.children(undefined)).places.filter((place) => place.kind === 'space');
      return Promise.all(
        now.map(async (space) => {
          const { places } = await store.children(space);
          const count = (status: string) =>
            places.filter((place) => place.kind === 'changeRequest' && place.changeRequest.status === status).length;
          return { space, open: count('open'), draft: count('draft') };
        }),
      );
    };

    for (const filter of [{}, { creator: userId('ada') }, { contributor: userId('ada') }]) {
      const all = await counted(filter);
      assert.ok(all.length > 0);
      for (const { space, open, draft } of all) {
        assert.deepEqual([space.counts.open, space.counts.draft], [open, draft], space.space.title);
      }
    }
  });

  test('are counted for a space before it is expanded, without those that need attention', async () => {
    const { store } = opened;
    store.arrange({ grouping: 'space', filter: {} });
    await store.children(waiting);

    const { places } = await store.children(undefined);

    const handbook = places.find((place) => place.kind === 'space' && place.space.id === spaceId('operator-handbook'));
    assert.deepEqual(handbook?.kind === 'space' && handbook.counts, { open: 0, draft: 1 });
  });

  test('can be filtered by creator', async () => {
    const { store } = opened;
    store.arrange({ grouping: 'status', filter: { creator: userId('ada') } });

    assert.deepEqual(await titlesIn(store, group('open')), ['Release notes of 4.2.2']);
  });

  test.each([
    [{ creator: userId('ada') }, { total: 1, above: 1 }],
    [{ contributor: userId('ada') }, { total: 1, above: 1 }],
    [{ space: spaceId('runbooks') }, { total: 0, above: 1 }],
    [{}, { total: 2, above: undefined }],
  ])(
    'that need attention are in no other group, which counts matches of the filter %o among them',
    async (filter, count) => {
      const { store } = opened;
      store.arrange({ grouping: 'status', filter });
      const waits = await titlesIn(store, waiting);

      const { places, total, above } = await store.children(group('open'));

      const subjects = places.map((place) => (place.kind === 'changeRequest' ? place.changeRequest.subject : ''));
      assert.deepEqual(
        subjects.filter((subject) => waits.includes(subject)),
        [],
      );
      assert.deepEqual({ total, above }, count);
    },
  );

  test('keep the row of a space whose change requests all need attention while the filter matches them', async () => {
    const { store } = opened;
    const spacesWith = async (filter: ChangeRequestFilter) => {
      store.arrange({ grouping: 'space', filter });
      await store.children(waiting);
      const { places } = await store.children(undefined);
      return places.flatMap((place) => (place.kind === 'space' ? [{ id: place.space.id, counts: place.counts }] : []));
    };

    const runbooks = { id: spaceId('runbooks'), counts: { open: 0, draft: 0, above: 1 } };
    assert.deepEqual(await spacesWith({ space: spaceId('runbooks'), statuses: ['open', 'draft'] }), [runbooks]);
    assert.deepEqual(await spacesWith({ space: spaceId('runbooks'), statuses: ['draft'] }), []);
  });

  test('show the groups of the chosen statuses', async () => {
    const { store } = opened;
    store.arrange({ grouping: 'status', filter: { statuses: ['merged', 'draft'] } });

    assert.deepEqual(await titlesIn(store), ['waiting', 'draft', 'merged']);
  });

  test('load page by page', async () => {
    opened = openChangeRequests(local, { as: 'lena' });
    const { store } = opened;
    opened.instead = (request, platform) => {
      const url = new URL(request.url);
      if (url.pathname.endsWith('/change-requests')) url.searchParams.set('limit', '3');
      return platform(new Request(url, request));
    };
    const { places, hasMore, total } = await store.children(group('open'));
    assert.deepEqual([places.length, hasMore, total], [3, true, 5]);

    await store.more(group('open'));
    await store.more(group('open'));

    const all = await store.children(group('open'));
    assert.deepEqual([all.places.length, all.hasMore], [5, false]);
  });

  test('are found by number and by id', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Add a page about call buttons');

    const found = await store.find(at.space.id, String(at.changeRequest.number));

    assert.equal(found.changeRequest.id, at.changeRequest.id);
    assert.equal((await store.find(at.space.id, at.changeRequest.id)).changeRequest.number, at.changeRequest.number);
    await assert.rejects(store.find(at.space.id, '999'), { kind: 'missing' });
  });

  test('have a place in the tree for any grouping', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('merged'), 'Show nwctl --json with an example');

    const byStatus = await store.placeOf(at);
    store.arrange({ grouping: 'space', filter: {} });
    const bySpace = await store.placeOf(at);
    store.arrange({ grouping: 'status', filter: { creator: userId('ada') } });

    assert.equal(byStatus?.parent?.kind, 'status');
    assert.deepEqual([bySpace?.parent?.kind, bySpace?.parent?.parent?.kind], ['status', 'space']);
    assert.equal(await store.placeOf(at), undefined);
  });

  test('can be exported as a PDF: all of it, a page with its subpages, or a single page', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Add a page about call buttons');
    const path = `/spaces/${at.space.id}/change-requests/${at.changeRequest.id}/content/pages`;
    const { pages } = (await (await opened.call('GET', path)).json()) as {
      pages: { id: string; title: string; pages?: { title: string }[] }[];
    };
    const { id, title, pages: below = [] } = pages.find((page) => page.pages?.length) ?? assert.fail();
    opened.taken();

    const [whole, both, only] = await Promise.all([
      sheetsOf(await store.pdf(at)),
      sheetsOf(await store.pdf(at, { page: id, only: false })),
      sheetsOf(await store.pdf(at, { page: id, only: true })),
    ]);

    assert.ok(opened.taken().some((request) => request.endsWith(`/pdf?only=true&page=${id}`)));
    const hasSubpages = (sheets: readonly string[]) => below.every((each) => sheets.join('\n').includes(each.title));
    assert.ok(only[0]?.includes(title) && both[0]?.includes(title));
    assert.deepEqual([hasSubpages(both), hasSubpages(only)], [true, false]);
    assert.ok(only.length < both.length && both.length < whole.length);
  });

  test("stay cached if the server can't be reached", async () => {
    const { store } = opened;
    const before = await titlesIn(store, group('open'));
    opened.instead = () => Promise.reject(new TypeError('fetch failed'));

    await store.refresh();

    const children = await store.children(group('open'));
    assert.deepEqual(await titlesIn(store, group('open')), before);
    assert.equal(children.failure?.kind, 'unavailable');
  });

  test('fail to load the first time, and load the next time', async () => {
    const { store } = opened;
    await store.children(undefined);
    opened.instead = () => Response.json({ error: { code: 503, message: 'no' } }, { status: 503 });
    await assert.rejects(store.children(group('open')), { kind: 'unavailable' });
    opened.instead = undefined;

    assert.equal((await store.children(group('open'))).places.length, 2);
  });

  test("that couldn't be loaded are reported once the server answers again", async () => {
    const { store } = opened;
    opened.instead = () => Promise.reject(new TypeError('fetch failed'));
    await assert.rejects(store.children(undefined), { kind: 'unavailable' });
    opened.instead = undefined;
    await store.children(undefined);
    opened.instead = () => Promise.reject(new TypeError('fetch failed'));
    await assert.rejects(store.children(group('merged')), { kind: 'unavailable' });
    opened.instead = undefined;
    opened.changes();

    await store.retry();

    assert.ok(opened.changes().includes('merged'));
    opened.taken();
    assert.ok((await store.children(group('merged'))).places.length > 0);
    assert.deepEqual(opened.taken(), []);
  });

  test("that couldn't be refreshed are fetched once the server answers again, and nothing else is", async () => {
    const { store } = opened;
    await store.children(group('draft'));
    await store.children(group('merged'));
    opened.instead = (request, platform) =>
      request.url.includes('status=merged') ? Promise.reject(new TypeError('fetch failed')) : platform(request);
    await store.refresh();
    opened.instead = undefined;
    opened.taken();

    await store.retry();

    assert.equal(store.cachedChildren(group('merged'))?.failure, undefined);
    assert.ok(opened.taken().every((request) => request.includes('status=merged')));
  });

  test('of one organization are shown although those of another fail', async () => {
    const { store } = opened;
    opened.instead = (request, platform) =>
      request.url.includes(northwind) && request.url.includes('change-requests')
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : platform(request);

    const children = await store.children(group('open'));

    assert.deepEqual(children.places.length, 1);
    assert.equal(children.failure?.kind, 'unavailable');
  });

  test('with an unknown status are shown at their place in the list', async () => {
    const { store } = opened;
    opened.instead = async (request, platform) => {
      const response = await platform(request);
      if (!request.url.includes('status=open')) return response;
      const list = (await response.json()) as { items: { status: string }[] };
      for (const item of list.items) item.status = 'quarantined';
      return Response.json(list);
    };

    assert.equal((await store.children(group('open'))).places.length, 7);
  });
});

describe('a server with only the documented API', () => {
  beforeAll(() => {
    local = openSample({ specOnly: true });
  });
  beforeEach(() => {
    opened = openChangeRequests(local, { isAnonymous: true });
  });
  afterAll(() => local.close());

  test('is asked for the change requests of the spaces that have some', async () => {
    const { store } = opened;

    const titles = await titlesIn(store, group('open'));

    assert.ok(titles.includes('Add a page about call buttons'), titles.join());
    const lists = opened.taken().filter((request) => /\/spaces\/[^/]+\/change-requests\?/.test(request));
    assert.equal(lists.length, 5, lists.join('\n'));
  });

  test("isn't asked again for one organization's list", async () => {
    const { store } = opened;
    await store.children(group('open'));
    const vain = () => opened.taken().filter((request) => /\/orgs\/[^/]+\/change-requests/.test(request));
    assert.equal(vain().length, 2);

    await store.children(group('draft'));
    await store.children(group('merged'));
    await store.refresh();

    assert.deepEqual(vain(), []);
  });

  test('shows spaces by their counts, and is asked for each when it is expanded', async () => {
    const { store } = opened;
    await store.children(group('open'));
    store.arrange({ grouping: 'space', filter: {} });
    opened.taken();

    const { places } = await store.children(undefined);
    assert.deepEqual(opened.taken(), []);
    const handbook = places.find((place) => place.kind === 'space' && place.space.id === spaceId('operator-handbook'));
    assert.ok(handbook);

    assert.equal((await titlesIn(store, handbook)).length, 5);
    assert.equal(opened.taken().length, 2);
  });

  test("doesn't say who the user is until they choose", async () => {
    const { store } = opened;
    assert.equal((await store.children(waiting)).isAnonymous, true);

    await opened.currentUser.choose(userId('ada'));

    const children = await store.children(waiting);
    assert.equal(children.isAnonymous, false);
    assert.deepEqual(await titlesIn(store, waiting), ['Explain what docking at 0.3 m/s looks like']);
  });

  test('has no reviews', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Add a page about call buttons');

    assert.equal(await store.reviews(at), undefined);
    assert.equal(store.hasNoReviews, true);
  });
});
