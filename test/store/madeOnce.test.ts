import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openOrganizations } from './openOrganizations.ts';
import { openLibraryActions } from './openLibraryActions.ts';

describe('after a lost answer,', () => {
  test('a collection is created once', async () => {
    const { libraryActions, organizationId, local, api } = await openLibraryActions();
    local.fail({ kind: 'drop-after', method: 'POST', path: '/collections', times: 1 });

    const made = await libraryActions.createCollection(organizationId, null, 'Archive');

    const { items } = await api.collections.list({ organizationId, nested: true });
    assert.deepEqual(
      items.filter(({ title }) => title === 'Archive').map(({ id }) => id),
      [made.id],
    );
  });

  test('a collection is created once next to another with its title', async () => {
    const { libraryActions, organizationId, local } = await openLibraryActions();
    const first = await libraryActions.createCollection(organizationId, null, 'Archive');
    local.fail({ kind: 'drop-before', method: 'POST', path: '/collections', times: 1 });

    await assert.rejects(libraryActions.createCollection(organizationId, null, 'Archive'), { kind: 'unavailable' });

    assert.notEqual((await libraryActions.createCollection(organizationId, null, 'Archive')).id, first.id);
  });

  test('a space is created once', async () => {
    const { libraryActions, organizationId, local, outline } = await openLibraryActions();
    const wanted = { organizationId, parent: null, title: 'Old Manuals', origin: { kind: 'nothing' } } as const;
    await outline();
    local.fail({ kind: 'drop-after', method: 'POST', path: '/spaces', times: 1 });

    await libraryActions.createSpace(wanted);

    assert.equal((await outline()).split('Old Manuals').length - 1, 1);
  });

  test.each([false, true])('the copy of a space is created once (API document alone: %s)', async (specOnly) => {
    const { libraryActions, library, local, api } = await openLibraryActions({ specOnly });
    const original = (await library.availableSpaces()).spaces.find(({ parent }) => parent) ?? assert.fail();
    local.fail({ kind: 'drop-after', method: 'POST', path: '/duplicate', times: 1 });

    await libraryActions.duplicateSpace(original);

    const { items } = await api.collections.spaces({ collectionId: original.parent ?? '' });
    assert.equal(items.filter(({ title }) => title === `${original.title} (copy)`).length, 1);
  });

  test.each([false, true])(
    "the copy of a space that couldn't be looked up at first is created once (%s)",
    async (specOnly) => {
      const { libraryActions, library, local, api } = await openLibraryActions({ specOnly });
      const original = (await library.availableSpaces()).spaces.find(({ parent }) => parent) ?? assert.fail();
      local.fail(
        { kind: 'drop-after', method: 'POST', path: '/duplicate', times: 1 },
        { kind: 'status', amount: 503, method: 'GET' },
      );
      await assert.rejects(libraryActions.duplicateSpace(original), /outcomeUnknown/);
      await assert.rejects(libraryActions.duplicateSpace(original), /outcomeUnknown/);
      local.fail();

      await libraryActions.duplicateSpace(original);

      const { items } = await api.collections.spaces({ collectionId: original.parent ?? '' });
      assert.equal(items.filter(({ title }) => title === `${original.title} (copy)`).length, 1);
    },
  );

  test("the copy of a space that couldn't get its title at first is created once", async () => {
    const { libraryActions, organizationId, space, local, outline } = await openLibraryActions();
    const of = await space('Start Here');
    const wanted = { organizationId, parent: null, title: 'Begin Here', origin: { kind: 'copy', of } } as const;
    local.fail({ kind: 'status', amount: 503, method: 'PATCH', times: 1 });
    await assert.rejects(libraryActions.createSpace(wanted), { kind: 'unavailable' });

    await libraryActions.createSpace(wanted);

    const titles = await outline();
    assert.deepEqual([titles.split('Begin Here').length - 1, titles.includes('(copy)')], [1, false]);
  });

  test("a space with a site that didn't return its space at first is created once", async () => {
    const { libraryActions, organizationId, local, api } = await openLibraryActions();
    const wanted = { organizationId, parent: null, title: 'Old Manuals', origin: { kind: 'site' } } as const;
    local.fail({ kind: 'status', amount: 503, method: 'GET', path: '/site-spaces', times: 1 });
    await assert.rejects(libraryActions.createSpace(wanted), { kind: 'unavailable' });

    await libraryActions.createSpace(wanted);

    const { items } = await api.sites.list({ organizationId, title: 'Old Manuals' });
    assert.equal(items.length, 1);
  });

  test('a translation, a team and a specification are created once', async () => {
    const { organizations, organizationId, local, api } = await openOrganizations();
    const lose = (path: string) => local.fail({ kind: 'drop-after', method: 'POST', path, times: 1 });
    const url = 'https://specs.example/new.json';

    lose('/translation-settings');
    const translation = await organizations.createTranslation(organizationId, 'Klingon');
    lose('/teams');
    const team = await organizations.createTeam(organizationId, 'Night Watch');
    lose('/openapi');
    const spec = await organizations.createSpec(organizationId, 'new-api', { url });

    const [translations, teams, specs] = await Promise.all([
      api.translations.list({ organizationId }),
      api.teams.list({ organizationId }),
      api.openapi.list({ organizationId }),
    ]);
    assert.deepEqual(
      translations.items.filter(({ title }) => title === 'Klingon').map(({ id }) => id),
      [translation.id],
    );
    assert.deepEqual(
      teams.items.filter(({ title }) => title === 'Night Watch').map(({ id }) => id),
      [team.id],
    );
    assert.deepEqual(
      specs.items.filter(({ slug }) => slug === 'new-api').map(({ id }) => id),
      [spec.id],
    );
  });
});

test("adding people to a team succeeds although their number can't be read", async () => {
  const { organizations, organizationId, api, local } = await openOrganizations();
  const team = await organizations.createTeam(organizationId, 'Night Watch');
  const [member] = (await api.members.list({ organizationId })).items;
  const at = { organizationId, teamId: team.id };
  local.fail({ kind: 'status', amount: 403, method: 'GET', path: `/teams/${team.id}` });

  await organizations.putInTeam(at, member?.id ?? '', 'member');

  local.fail();
  assert.equal((await api.teams.members(at)).items.length, 1);
});
