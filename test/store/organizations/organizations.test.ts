import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Member } from '../../../src/contract/organizations/member.ts';
import { giveSignOfLife } from '../../../src/store/organizations/presence.ts';
import { serveWeb } from '../../server/serveWeb.ts';
import { openOrganizations, type OpenOrganizations } from '../openOrganizations.ts';

const namesOf = (members: readonly Member[]) => members.map(({ user }) => user?.displayName);

async function idOf({ api, organizationId }: OpenOrganizations, search: string): Promise<string> {
  const { items } = await api.members.list({ organizationId, search });
  return items[0]?.id ?? assert.fail(`There is no member ${search}`);
}

async function teamIdOf({ api, organizationId }: OpenOrganizations, title: string): Promise<string> {
  return (await api.teams.list({ organizationId, title })).items[0]?.id ?? assert.fail(`There is no team ${title}`);
}

describe('lists', () => {
  test('are fetched once, page by page, with their total count', async () => {
    const { organizations, organizationId, taken, instead: _, ...opened } = await openOrganizations();
    const list = organizations.members(organizationId);

    const { items, count, hasMore } = await list.load();
    await list.load();
    await organizations.members(organizationId).load();

    assert.equal(items.length, 10);
    assert.deepEqual([count, hasMore], [10, false]);
    assert.deepEqual(taken(), ['GET /members']);
    assert.deepEqual(opened.changes, [{ list: 'members', organizationId }]);
  });

  test('load page by page, or completely with one call', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, local } = opened;
    opened.instead = (request) => {
      const url = new URL(request.url);
      url.searchParams.set('limit', '4');
      return local.handle(new Request(url, request));
    };
    const list = organizations.members(organizationId);

    assert.equal((await list.load()).items.length, 4);
    await list.more();
    assert.equal(list.cached()?.items.length, 8);
    assert.equal((await list.all()).length, 10);
    assert.equal(list.cached()?.hasMore, false);
  });

  test('keep their items and the reason after a failed refresh', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const list = organizations.teams(organizationId);
    await list.load();
    opened.instead = () => new Response('{}', { status: 503 });

    await organizations.refresh();

    assert.equal(list.cached()?.items.length, 3);
    assert.equal(list.cached()?.failure?.kind, 'unavailable');
  });

  test('send filters to the server, and refresh at most two searches', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, taken } = opened;
    const readers = await organizations.members(organizationId, { role: 'read' }).load();
    assert.deepEqual(namesOf(readers.items).toSorted(), ['Jin Watanabe', 'Sam Whitlock']);
    for (const search of ['ada', 'bo', 'priya']) await organizations.members(organizationId, { search }).load();
    taken();

    await organizations.refresh();

    assert.deepEqual(taken(), ['GET /members', 'GET /members']);
  });
});

describe('members', () => {
  test('show a changed role at once without a request, and refresh lists of a role', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, taken } = opened;
    const jin = await idOf(opened, 'jin');
    const everybody = organizations.members(organizationId);
    const readers = organizations.members(organizationId, { role: 'read' });
    await Promise.all([everybody.load(), readers.load()]);
    taken();

    await organizations.changeRole(organizationId, jin, 'edit');

    assert.equal(everybody.cached()?.items.find(({ id }) => id === jin)?.role, 'edit');
    assert.equal(
      readers.cached()?.items.some(({ id }) => id === jin),
      false,
    );
    assert.deepEqual(taken(), [`PATCH /members/${jin}`, 'GET /members']);
  });

  test('become guests with the role null', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, api } = opened;
    const userId = await idOf(opened, 'jin');

    await organizations.changeRole(organizationId, userId, null);

    assert.equal((await api.members.get({ organizationId, userId })).role, null);
  });

  test('leave the list of members and the teams when they are removed', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const yusuf = await idOf(opened, 'yusuf');
    const members = organizations.members(organizationId);
    const team = organizations.teamMembers({ organizationId, teamId: await teamIdOf(opened, 'Documentation') });
    await Promise.all([members.load(), team.load()]);

    await organizations.removeMember(organizationId, yusuf);

    assert.equal(members.cached()?.count, 9);
    assert.ok(!members.cached()?.items.some(({ id }) => id === yusuf));
    assert.ok(!team.cached()?.items.some(({ id }) => id === yusuf));
  });

  test('reflect a later reply rather than an earlier change', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, api } = opened;
    const userId = await idOf(opened, 'jin');
    const list = organizations.members(organizationId);
    await list.load();
    await organizations.changeRole(organizationId, userId, 'edit');
    await api.members.update({ organizationId, userId, body: { role: 'review' } });

    await organizations.refresh();

    assert.equal(list.cached()?.items.find(({ id }) => id === userId)?.role, 'review');
  });

  test('stay unchanged after a refused change', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const mara = await idOf(opened, 'mara');
    const list = organizations.members(organizationId);
    await list.load();

    await assert.rejects(organizations.changeRole(organizationId, mara, 'read'), { kind: 'conflict' });

    assert.equal(list.cached()?.items.find(({ id }) => id === mara)?.role, 'admin');
  });

  test('have SSO, spaces and teams', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const ada = await idOf(opened, 'ada.park');

    assert.equal((await organizations.requireSso(organizationId, ada)).sso, true);
    const teams = await organizations.teamsOf(organizationId, ada);
    assert.deepEqual(
      teams.map(({ team, role }) => [team.title, role]),
      [['Documentation', 'owner']],
    );
    assert.ok((await organizations.spacesOf(organizationId, ada)).length > 3);
  });
});

describe('teams', () => {
  test('can be created, renamed and deleted', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const list = organizations.teams(organizationId);
    await list.load();

    const { id: teamId } = await organizations.createTeam(organizationId, 'Translators');
    assert.ok(list.cached()?.items.some(({ title }) => title === 'Translators'));
    await organizations.renameTeam({ organizationId, teamId }, 'Interpreters');
    assert.ok(list.cached()?.items.some(({ title }) => title === 'Interpreters'));
    await organizations.deleteTeam({ organizationId, teamId });
    assert.equal(list.cached()?.items.length, 3);
  });

  test('take a thousand email addresses in one request, and count them', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, taken } = opened;
    const at = { organizationId, teamId: await teamIdOf(opened, 'Firmware') };
    await organizations.teams(organizationId).load();
    const bodies: unknown[] = [];
    opened.instead = async (request) => {
      if (request.method !== 'PUT') return undefined;
      bodies.push(await request.json());
      return new Response(null, { status: 204 });
    };
    taken();
    const add = Array.from({ length: 1000 }, (_, index) => `person-${index}@northwind-robotics.example`);

    await organizations.changeTeam(at, { add, role: 'owner' });

    const [body] = bodies as [{ add: string[]; memberships: Record<string, { role: string }> }];
    assert.deepEqual(body.add, add);
    assert.deepEqual(body.memberships['person-999@northwind-robotics.example'], { role: 'owner' });
    assert.deepEqual(taken(), [`PUT /teams/${at.teamId}/members`, `GET /teams/${at.teamId}`]);
  });

  test('take people by email address, make them owners and remove them, and update the count', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId } = opened;
    const at = { organizationId, teamId: await teamIdOf(opened, 'Firmware') };
    const teams = organizations.teams(organizationId);
    const people = organizations.teamMembers(at);
    await Promise.all([teams.load(), people.load()]);
    const jin = await idOf(opened, 'jin');
    const roleOfJin = () => people.cached()?.items.find(({ id }) => id === jin)?.team?.role;

    await organizations.changeTeam(at, { add: ['Jin.Watanabe@northwind-robotics.example'] });
    assert.equal(roleOfJin(), 'member');
    assert.equal(teams.cached()?.items.find(({ id }) => id === at.teamId)?.members, 4);

    await organizations.putInTeam(at, jin, 'owner');
    assert.equal(roleOfJin(), 'owner');

    await organizations.removeFromTeam(at, jin);
    assert.equal(roleOfJin(), undefined);
    assert.equal(teams.cached()?.items.find(({ id }) => id === at.teamId)?.members, 3);
  });

  test('add nobody if one of the people is a non-member, who can be found', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, api } = opened;
    const at = { organizationId, teamId: await teamIdOf(opened, 'Firmware') };
    const add = ['jin.watanabe@northwind-robotics.example', 'Nobody@elsewhere.example'];

    await assert.rejects(organizations.changeTeam(at, { add }), { kind: 'invalid' });

    assert.equal((await api.teams.get(at)).members, 3);
    assert.deepEqual(await organizations.nonMembersAmong(organizationId, add), ['Nobody@elsewhere.example']);
  });
});

describe('OpenAPI specifications', () => {
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });

  test('are polled with growing pauses until they settle, and then have their versions', async () => {
    const web = await serveWeb({ '/openapi.json': document });
    const opened = await openOrganizations({ allowPrivateFetch: true });
    const { organizations, organizationId, pauses } = opened;
    const specs = organizations.specs(organizationId);
    await specs.load();
    let lookups = 0;
    opened.instead = (request) => {
      const isLook = request.method === 'GET' && request.url.endsWith('/openapi/fresh');
      if (!isLook || ++lookups > 3) return undefined;
      return lookups === 2 ? new Response('{}', { status: 503 }) : Response.json({ ...pending, slug: 'fresh' });
    };

    const made = await organizations.createSpec(organizationId, 'fresh', { url: `${web}/openapi.json` });
    const pending = { ...made };
    assert.equal(made.processingState, 'pending');
    const at = { organizationId, specSlug: 'fresh' };
    const versions = organizations.versions(at);
    assert.equal((await versions.load()).items.length, 0);
    const [settled, again] = await Promise.all([
      organizations.settled(at, { isWatched: () => true }),
      organizations.settled(at, { isWatched: () => true }),
    ]);

    assert.equal(settled.processingState, 'complete');
    assert.equal(again, settled);
    assert.ok((pauses[1] ?? 0) > (pauses[0] ?? 0));
    assert.ok(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0)));
    assert.equal(versions.cached()?.items.length, 1);
    assert.equal(specs.cached()?.items.find(({ slug }) => slug === 'fresh')?.processingState, 'complete');
    assert.deepEqual(JSON.parse(await organizations.versionText(at)), JSON.parse(document));
  });

  test("aren't polled while nobody watches, and polling ends on demand", async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, taken } = opened;
    const stop = new AbortController();
    let lookups = 0;
    const isWatched = () => {
      if (++lookups === 5) stop.abort();
      return false;
    };

    const watch = organizations.settled({ organizationId, specSlug: 'console' }, { isWatched, signal: stop.signal });

    await assert.rejects(watch);
    assert.deepEqual(taken(), []);
  });

  test('settle for a caller that waits, although nobody watches the list', async () => {
    const web = await serveWeb({ '/openapi.json': document });
    const { organizations, organizationId } = await openOrganizations({ allowPrivateFetch: true });
    await organizations.createSpec(organizationId, 'fresh', { url: `${web}/openapi.json` });
    const at = { organizationId, specSlug: 'fresh' };
    const stop = new AbortController();
    const looking = organizations.settled(at, { isWatched: () => false, signal: stop.signal });

    const spec = await organizations.settled(at);

    assert.equal(spec.processingState, 'complete');
    stop.abort();
    await assert.rejects(looking);
  });

  test('load a version without a file system from its URL', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, local } = opened;
    const at = { organizationId, specSlug: 'nw7-rest-api' };
    const [latest] = (await organizations.versions(at).load()).items;
    const whole = await organizations.versionText(at, latest?.id);
    opened.instead = async (request) => {
      if (!request.url.includes('/content')) return undefined;
      const { url } = (await (await local.handle(request)).json()) as { url: string };
      return Response.json({ url });
    };

    const text = await organizations.versionText(at, latest?.id);

    assert.match(whole, /^\{\n {2}"openapi"/);
    assert.equal(text, whole);
  });

  test('can change their URL, and can be deleted', async () => {
    const opened = await openOrganizations();
    const { organizations, organizationId, api } = opened;
    const at = { organizationId, specSlug: 'console' };
    const list = organizations.specs(organizationId);
    const before = (await list.load()).items.length;

    const updated = await organizations.readSpecFrom(at, { url: 'https://elsewhere.example/openapi.json' });
    assert.equal((await api.openapi.get(at)).sourceURL, 'https://elsewhere.example/openapi.json');
    assert.equal(list.cached()?.items.find(({ slug }) => slug === 'console')?.sourceURL, updated.sourceURL);

    await organizations.deleteSpec(at, updated.id);
    assert.equal(list.cached()?.items.length, before - 1);
    await assert.rejects(api.openapi.get(at), { kind: 'missing' });
  });
});

describe('other lists', () => {
  test('translations can be created, renamed and deleted', async () => {
    const { organizations, organizationId } = await openOrganizations();
    const list = organizations.translations(organizationId);
    await list.load();
    const titles = () => list.cached()?.items.map(({ title }) => title);

    const { id } = await organizations.createTranslation(organizationId, 'Nordic');
    assert.ok(titles()?.includes('Nordic'));
    await organizations.renameTranslation(organizationId, id, 'Northern');
    assert.ok(titles()?.includes('Northern'));
    await organizations.deleteTranslation(organizationId, id);
    assert.equal(titles()?.length, 2);
  });

  test('integrations are those of the organization, unless a filter asks for more', async () => {
    const { organizations, organizationId } = await openOrganizations();

    const own = await organizations.integrations(organizationId).load();
    const withBlocks = await organizations.integrations(organizationId, { blocks: true }).load();

    assert.deepEqual(
      own.items.map(({ name }) => name),
      ['northwind-issues', 'partner-sign-in'],
    );
    assert.ok(withBlocks.items.some(({ name }) => name === 'skiff-playground'));
  });

  test('an integration appears when it is published, and disappears when it is unpublished', async () => {
    const { organizations, organizationId } = await openOrganizations();
    const list = organizations.integrations(organizationId);
    await list.load();
    const body = { title: 'Sandbox', description: 'Plays', script: 'export {}', organization: organizationId };

    await organizations.publish('sandbox', body);
    assert.ok(list.cached()?.items.some(({ name }) => name === 'sandbox'));
    assert.deepEqual(await organizations.installations('sandbox'), []);
    await organizations.unpublish('sandbox');
    assert.equal(list.cached()?.items.length, 2);
  });

  test('installations are left out on a server that lacks them', async () => {
    const { organizations } = await openOrganizations({ specOnly: true });

    assert.equal(await organizations.installations('northwind-issues'), undefined);
  });

  test('the owner of an email domain is found', async () => {
    const { organizations } = await openOrganizations();

    const owners = await organizations.ofEmailDomain('northwind-robotics.example');

    assert.deepEqual(
      owners.map(({ title }) => title),
      ['Northwind Robotics'],
    );
    assert.deepEqual(await organizations.ofEmailDomain('elsewhere.example'), []);
  });
});

describe('the presence ping', () => {
  async function open() {
    const opened = await openOrganizations();
    const stored = new Map<string, string>();
    const asked: string[] = [];
    const failures: unknown[] = [];
    const parts = {
      api: {
        members: {
          ...opened.api.members,
          ping: async (input: { organizationId: string }) => {
            asked.push(input.organizationId);
            return opened.api.members.ping(input);
          },
        },
      },
      library: { organizations: async () => (await opened.api.organizations.list({})).items },
      storage: {
        read: async (key: string) => stored.get(key),
        write: async (key: string, text: string) => void stored.set(key, text),
      },
      failed: (error: unknown) => failures.push(error),
    };
    return { parts, stored, asked, failures };
  }

  test('reaches every organization once a day, and keeps nothing of the replies', async () => {
    const { parts, stored, asked } = await open();
    const now = Date.now();

    await giveSignOfLife({ ...parts, now });
    await giveSignOfLife({ ...parts, now: now + 60_000 });
    assert.equal(asked.length, 2);
    await giveSignOfLife({ ...parts, now: now + 25 * 60 * 60 * 1000 });

    assert.equal(asked.length, 4);
    assert.deepEqual([...stored.values()], [String(now + 25 * 60 * 60 * 1000)]);
  });

  test('reaches other organizations if one refuses it', async () => {
    const { parts, asked, failures } = await open();
    const [first] = await parts.library.organizations();
    const ping = async (input: { organizationId: string }) => {
      if (input.organizationId === first?.id) throw new Error('refused');
      return parts.api.members.ping(input);
    };

    await giveSignOfLife({ ...parts, api: { members: { ...parts.api.members, ping } }, now: Date.now() });

    assert.equal(asked.length, 1);
    assert.equal(failures.length, 1);
  });
});
