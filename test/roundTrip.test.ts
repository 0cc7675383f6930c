import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import type { Api } from '../src/client/api.ts';
import { createApi } from '../src/client/createApi.ts';
import { kindOf } from '../src/client/errors.ts';
import { contract, type PlatformContract } from '../src/contract/contract.ts';
import { openLocalPlatform, type LocalPlatform } from '../src/server/localPlatform.ts';

// One visit per endpoint: the typed client and the local platform, joined without a socket. An endpoint without a visit does
// not compile.

interface World {
  readonly api: Api;
  readonly platform: LocalPlatform;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly fileId: string;
}

type Visits = {
  readonly [G in keyof PlatformContract]: {
    readonly [E in keyof PlatformContract[G]]: (world: World) => Promise<void>;
  };
};

const visits: Visits = {
  users: {
    me: async ({ api }) => assert.equal((await api.users.me({})).displayName, 'First User'),
  },

  organizations: {
    list: async ({ api, organizationId }) => {
      const { items, count } = await api.organizations.list({ limit: 10 });
      assert.deepEqual([items[0]?.id, count], [organizationId, 1]);
    },
    get: async ({ api, organizationId }) => {
      assert.equal((await api.organizations.get({ organizationId })).title, 'My Organization');
    },
    update: async ({ api, organizationId }) => {
      const { title, emailDomains } = await api.organizations.update({
        organizationId,
        body: { title: 'Renamed', emailDomains: ['a.example'] },
      });
      assert.deepEqual([title, emailDomains], ['Renamed', ['a.example']]);
    },
    deleteInvite: async ({ api, organizationId }) => {
      assert.equal(await api.organizations.deleteInvite({ organizationId, inviteId: 'none' }), undefined);
    },
    search: async ({ api, organizationId, spaceId }) => {
      const { items } = await api.organizations.search({ organizationId, query: 'wonder' });
      assert.deepEqual([items[0]?.id, items[0]?.pages?.[0]?.title], [spaceId, 'First']);
    },
    ofEmailDomain: async ({ api }) => {
      const { organizations } = await api.organizations.ofEmailDomain({ emailDomain: 'nobody.example' });
      assert.deepEqual(organizations, []);
    },
  },

  collections: {
    get: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: { title: 'C' } });
      assert.equal((await api.collections.get({ collectionId: id })).title, 'C');
    },
    delete: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await api.collections.delete({ collectionId: id });
      await assert.rejects(api.collections.get({ collectionId: id }), isMissing);
    },
    update: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      const updated = await api.collections.update({
        collectionId: id,
        body: { description: 'D', defaultLevel: null },
      });
      assert.deepEqual([updated.description, updated.defaultLevel], ['D', null]);
    },
    spaces: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await api.spaces.create({ organizationId, body: { title: 'Inside', parent: id } });
      const { items } = await api.collections.spaces({ collectionId: id, limit: 1 });
      assert.deepEqual(
        items.map((space) => space.title),
        ['Inside'],
      );
    },
    move: async ({ api, organizationId }) => {
      const { id: parent } = await api.collections.create({ organizationId, body: {} });
      const { id } = await api.collections.create({ organizationId, body: {} });
      assert.equal((await api.collections.move({ collectionId: id, body: { parent } })).parent, parent);
    },
    transfer: async ({ api, organizationId }) => {
      const { id } = await api.collections.create({ organizationId, body: {} });
      await assert.rejects(
        api.collections.transfer({ collectionId: id, body: { organization: organizationId } }),
        (error) => kindOf(error) === 'conflict',
      );
    },
    list: async ({ api, organizationId }) => {
      await api.collections.create({ organizationId, body: { title: 'Top' } });
      const { items } = await api.collections.list({ organizationId, nested: false });
      assert.deepEqual(
        items.map((collection) => collection.title),
        ['Top'],
      );
    },
    create: async ({ api, organizationId }) => {
      assert.equal((await api.collections.create({ organizationId, body: { title: 'New' } })).title, 'New');
    },
  },

  spaces: {
    get: async ({ api, spaceId }) => assert.equal((await api.spaces.get({ spaceId })).id, spaceId),
    delete: async ({ api, spaceId }) => {
      await api.spaces.delete({ spaceId });
      assert.equal(typeof (await api.spaces.get({ spaceId })).deletedAt, 'string');
    },
    update: async ({ api, spaceId }) => {
      const { title, emoji } = await api.spaces.update({ spaceId, body: { title: 'T', emoji: '📗' } });
      assert.deepEqual([title, emoji], ['T', '📗']);
    },
    duplicate: async ({ api, spaceId }) => {
      const copy = await api.spaces.duplicate({ spaceId });
      const { pages } = await api.content.pages({ spaceId: copy.id });
      assert.deepEqual(
        pages.map((page) => page.title),
        ['First', 'Second'],
      );
    },
    restore: async ({ api, spaceId }) => {
      await api.spaces.delete({ spaceId });
      assert.equal((await api.spaces.restore({ spaceId })).deletedAt, undefined);
    },
    move: async ({ api, organizationId, spaceId }) => {
      const { id: parent } = await api.collections.create({ organizationId, body: {} });
      assert.equal((await api.spaces.move({ spaceId, body: { parent } })).parent, parent);
    },
    transfer: async ({ api, spaceId }) => {
      await assert.rejects(api.spaces.transfer({ spaceId, body: { organization: 'nowhere' } }), isMissing);
    },
    links: async ({ api, spaceId }) => {
      const { items, stats } = await api.spaces.links({ spaceId, status: 'broken' });
      assert.deepEqual([items.length, stats?.total, stats?.broken?.total], [1, 3, 1]);
    },
    list: async ({ api, organizationId, spaceId }) => {
      const { items } = await api.spaces.list({ organizationId });
      assert.deepEqual(
        items.map((space) => space.id),
        [spaceId],
      );
    },
    create: async ({ api, organizationId }) => {
      const { title, editMode } = await api.spaces.create({ organizationId, body: { title: 'N', editMode: 'locked' } });
      assert.deepEqual([title, editMode], ['N', 'locked']);
    },
  },

  content: {
    search: async ({ api, spaceId }) => {
      const { items, count } = await api.content.search({ spaceId, query: 'wond' });
      assert.deepEqual([items[0]?.sections?.[0]?.path, count], ['first#wonders', 1]);
    },
    revision: async ({ api, spaceId }) => {
      const { id, pages, files } = await api.content.revision({ spaceId });
      assert.deepEqual([pages?.length, files?.length], [2, 1]);
      assert.equal(id, (await api.spaces.get({ spaceId })).revision);
    },
    import: async ({ api, spaceId }) => {
      await assert.rejects(
        api.content.import({ spaceId, body: { url: 'https://a.example', source: 'website' } }),
        (error) => kindOf(error) === 'unsupported',
      );
    },
    pages: async ({ api, spaceId }) => {
      const { pages } = await api.content.pages({ spaceId, metadata: false });
      assert.deepEqual(
        pages.map((page) => [page.path, page.git]),
        [
          ['first', undefined],
          ['second', undefined],
        ],
      );
    },
    files: async ({ api, spaceId, fileId }) => {
      const { items } = await api.content.files({ spaceId, limit: 5 });
      assert.deepEqual(
        items.map((file) => file.id),
        [fileId],
      );
    },
    file: async ({ api, spaceId, fileId }) => {
      assert.equal((await api.content.file({ spaceId, fileId })).contentType, 'image/svg+xml');
    },
    fileBacklinks: async ({ api, spaceId, fileId, pageId }) => {
      const { items } = await api.content.fileBacklinks({ spaceId, fileId });
      assert.deepEqual(
        items.map((reference) => reference['page']),
        [pageId],
      );
    },
    page: async ({ api, spaceId, pageId }) => {
      const { markdown } = await api.content.page({ spaceId, pageId, format: 'markdown' });
      assert.match(markdown ?? '', /^# First\n\n\[to second\]\(second\.md\)/);
    },
    pageLinks: async ({ api, spaceId, pageId }) => {
      assert.equal((await api.content.pageLinks({ spaceId, pageId })).count, 3);
    },
  },

  changeRequests: {
    list: async ({ api, spaceId }) => {
      await api.changeRequests.create({ spaceId, body: { subject: 'S' } });
      const { items } = await api.changeRequests.list({ spaceId, status: 'draft' });
      assert.deepEqual(
        items.map((changeRequest) => changeRequest.subject),
        ['S'],
      );
    },
    create: async ({ api, spaceId }) => {
      const { number, status } = await api.changeRequests.create({ spaceId, body: { subject: 'a'.repeat(100) } });
      assert.deepEqual([number, status], [1, 'draft']);
    },
    get: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      assert.equal((await api.changeRequests.get({ spaceId, changeRequestId: '1' })).id, id);
    },
    update: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      const updated = await api.changeRequests.update({ spaceId, changeRequestId: id, body: { status: 'open' } });
      assert.equal(updated.status, 'open');
    },
    merge: async ({ api, platform, spaceId, pageId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      platform.editChangeRequest(id, [{ operation: 'delete_page', page: pageId }]);
      const { result, revision } = await api.changeRequests.merge({ spaceId, changeRequestId: id });
      assert.deepEqual([result, revision], ['merge', (await api.spaces.get({ spaceId })).revision]);
      await assert.rejects(api.content.page({ spaceId, pageId }), isMissing);
    },
    pull: async ({ api, platform, spaceId, pageId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      platform.edit(spaceId, [{ operation: 'delete_page', page: pageId }]);
      assert.equal((await api.changeRequests.pull({ spaceId, changeRequestId: id })).result, 'update');
    },
    pdf: async ({ api, spaceId }) => {
      const { id } = await api.changeRequests.create({ spaceId, body: {} });
      await assert.rejects(
        api.changeRequests.pdf({ spaceId, changeRequestId: id }),
        (error) => kindOf(error) === 'unsupported',
      );
    },
  },
};

function isMissing(error: unknown): boolean {
  return kindOf(error) === 'missing';
}

async function newWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, '1.md'),
    '# First\n\n[to second](2.md) ![dot](dot.svg) [gone](gone.md)\n\n## Wonders\n\nWonderful.\n',
  );
  writeFileSync(join(folder, '2.md'), '# Second\n');
  writeFileSync(join(folder, 'dot.svg'), '<svg/>');
  const platform = openLocalPlatform({ data: ':memory:', imports: [folder] });
  onTestFinished(() => platform.close());
  const api = createApi({ base: 'http://a.invalid', platform: platform.handle, token: async () => platform.token });
  const organizationId = (await api.organizations.list({})).items[0]?.id ?? '';
  const spaceId = (await api.spaces.list({ organizationId })).items[0]?.id ?? '';
  const pageId = (await api.content.pages({ spaceId })).pages[0]?.id ?? '';
  const fileId = (await api.content.files({ spaceId })).items[0]?.id ?? '';
  return { api, platform, organizationId, spaceId, pageId, fileId };
}

describe('from the client to the platform and back', () => {
  const names = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.keys(endpoints).map((endpoint): [string, string] => [group, endpoint]),
  );

  test.each(names)('%s.%s', async (group, endpoint) => {
    const visit = (visits as Record<string, Record<string, (world: World) => Promise<void>>>)[group]?.[endpoint];
    assert.ok(visit);

    await visit(await newWorld());
  });
});
