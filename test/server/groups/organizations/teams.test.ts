import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import type { Json, Served } from '../../serve.ts';
import { actingAs, harbor, northwind, serveStaff, user } from '../../staff.ts';

// Sections 2.15 and 4.16 of the API document.

const teams = `${northwind}/teams`;
const team = (key: string) => `${teams}/${idOf(`sample team ${key}`)}`;

async function titles(served: Served, query = ''): Promise<string[]> {
  return (await served.get(`${teams}${query}`)).body.items.map((item) => item.title);
}

/** The members of a team with their roles, by the sample's keys. */
async function people(served: Served, path: string): Promise<Record<string, unknown>> {
  const keys = ['mara', 'ada', 'tomas', 'lena', 'bo', 'priya', 'yusuf', 'jin', 'sam', 'grace', 'noor'];
  const { body } = await served.get(`${path}/members`);
  const found = body.items.map((item) => [
    keys.find((key) => user(key) === (item['organization'] as Json).id),
    item.team['role'],
  ]);
  return Object.fromEntries(found) as Record<string, unknown>;
}

describe('a team', () => {
  test('is created by PUT with a title and members, and has all required fields', async () => {
    const served = await serveStaff();

    const { status, body } = await served.put(teams, { title: 'Writers', members: [user('ada'), user('ada')] });

    assert.equal(status, 201);
    assert.equal(body['object'], 'team');
    assert.deepEqual([body.title, body['members'], body['spaces']], ['Writers', 1, 0]);
    assert.equal(body['createdAt'], '2026-05-04T10:00:00.000Z');
    assert.deepEqual(body.permissions, { admin: true, view: true });
    assert.deepEqual((await served.get(`${teams}/${body.id}`)).body, body);
    assert.deepEqual(await people(served, `${teams}/${body.id}`), { ada: 'member' });
  });

  test.each([
    [{ title: 'a' }, 201, undefined],
    [{ title: 'a'.repeat(64) }, 201, undefined],
    [{ title: '' }, 422, 'body.title'],
    [{ title: 'a'.repeat(65) }, 422, 'body.title'],
    [{}, 422, 'body.title'],
    [{ title: 'T', members: [7] }, 422, 'body.members.0'],
    [{ title: 'T', members: ['nobody'] }, 422, 'body.members.0'],
    [{ title: 'T', members: [user('ada'), user('noor')] }, 422, 'body.members.1'],
    [{ title: 'T', owner: user('ada') }, 422, 'body.owner'],
    [{ title: 'Documentation' }, 400, 'body.title'],
  ])('checks its limits: %j', async (sent, expected, field) => {
    const served = await serveStaff();
    const before = await titles(served);

    const { status, body } = await served.put(teams, sent);

    assert.equal(status, expected);
    if (field === undefined) assert.equal(body.title, sent.title);
    else {
      assert.equal(body.error.message.startsWith(`${field}: `), true, body.error.message);
      assert.deepEqual(await titles(served), before);
    }
  });

  test.each([
    [{ title: 'a'.repeat(64) }, 200],
    [{ title: 'Documentation' }, 200],
    [{ title: 'a'.repeat(65) }, 422],
    [{ title: '' }, 422],
    [{}, 422],
    [{ title: 'Firmware' }, 400],
  ])('is renamed within its limits, to a unique title: %j', async (sent, expected) => {
    const served = await serveStaff();

    const { status, body } = await served.patch(team('documentation'), sent);

    assert.equal(status, expected);
    assert.equal((await served.get(team('documentation'))).body.title, expected === 200 ? body.title : 'Documentation');
  });

  test('can have the title of one in another organization', async () => {
    const served = await serveStaff();

    const { status } = await actingAs(served, 'grace').put(`${harbor}/teams`, { title: 'Documentation' });

    assert.equal(status, 201);
  });

  test('that was deleted is gone, and deleting it again says so', async () => {
    const served = await serveStaff();

    const { status, body } = await served.delete(team('firmware'));

    assert.deepEqual([status, body], [204, undefined]);
    assert.equal((await served.get(team('firmware'))).status, 404);
    assert.equal((await served.get(`${team('firmware')}/members`)).status, 404);
    assert.equal((await served.delete(team('firmware'))).status, 204);
    assert.equal((await served.get(`${northwind}/members/${user('bo')}/teams`)).body.count, 0);
  });

  test('of another organization is refused', async () => {
    const served = await serveStaff();
    const path = `${teams}/${idOf('sample team skiff-maintainers')}`;

    const statuses = [
      (await served.get(path)).status,
      (await served.patch(path, { title: 'Ours' })).status,
      (await served.put(`${path}/members`, { add: [user('ada')] })).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403]);
  });
});

describe('the teams of an organization', () => {
  test.each([
    ['', ['Documentation', 'Field service and support', 'Firmware']],
    ['?title=F', ['Field service and support', 'Firmware']],
    ['?title=SERVICE%20AND', ['Field service and support']],
    ['?title=%25', []],
    [`?owner=${user('ada')}`, ['Documentation']],
    [`?owner=${user('yusuf')}`, []],
    [`?owner=${user('mara')}`, ['Documentation', 'Field service and support', 'Firmware']],
    ['?owner=nobody', []],
  ])('are listed by title, and filtered: %s', async (query, expected) => {
    const served = await serveStaff();

    const { status, body } = await served.get(`${teams}${query}`);

    assert.deepEqual([status, body.count], [200, expected.length]);
    assert.deepEqual(await titles(served, query), expected);
  });

  test('come in pages', async () => {
    const served = await serveStaff();
    const { body: first } = await served.get(`${teams}?limit=2`);

    const { body: second } = await served.get(`${teams}?limit=2&page=${first.next.page}`);

    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.title),
      await titles(served),
    );
    assert.equal('next' in second, false);
  });

  test('are hidden from guests', async () => {
    const served = await serveStaff();
    const guest = actingAs(served, 'grace');

    const statuses = [
      (await guest.get(teams)).status,
      (await guest.get(team('firmware'))).status,
      (await guest.get(`${team('firmware')}/members`)).status,
      (await guest.delete(team('firmware'))).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403, 403]);
  });
});

describe('managing a team', () => {
  test('is allowed for its owners, and for admins', async () => {
    const served = await serveStaff();
    const change = (key: string) => actingAs(served, key).patch(team('documentation'), { title: `Of ${key}` });

    const statuses = [(await change('mara')).status, (await change('ada')).status, (await change('yusuf')).status];

    assert.deepEqual(statuses, [200, 200, 403]);
    const permissions = async (key: string) =>
      (await actingAs(served, key).get(team('documentation'))).body.permissions;
    assert.deepEqual(await permissions('ada'), { admin: true, view: true });
    assert.deepEqual(await permissions('yusuf'), { admin: false, view: true });
  });

  test('is refused for its other members', async () => {
    const served = await serveStaff();
    const yusuf = actingAs(served, 'yusuf');
    const before = await people(served, team('documentation'));

    const statuses = [
      (await yusuf.delete(team('documentation'))).status,
      (await yusuf.put(`${team('documentation')}/members`, { add: [user('jin')] })).status,
      (await yusuf.put(`${team('documentation')}/members/${user('yusuf')}`, { role: 'owner' })).status,
      (await yusuf.delete(`${team('documentation')}/members/${user('ada')}`)).status,
      (await yusuf.put(teams, { title: 'Mine' })).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403, 403, 403]);
    assert.deepEqual(await people(served, team('documentation')), before);
  });
});

describe('the members of a team', () => {
  test('come with their roles in the organization and in the team', async () => {
    const served = await serveStaff();

    const { status, body } = await served.get(`${team('firmware')}/members?limit=2`);

    assert.deepEqual([status, body.count, body.items.length], [200, 3, 2]);
    const one = body.items[0];
    const organization = one['organization'] as Json;
    assert.deepEqual(organization, (await served.get(`${northwind}/members/${organization.id}`)).body);
    assert.deepEqual(Object.keys(one).sort(), ['organization', 'permissions', 'team']);
    assert.deepEqual(one.permissions, { view: true });
    const { body: rest } = await served.get(`${team('firmware')}/members?limit=2&page=${body.next.page}`);
    assert.equal(rest.items.length, 1);
  });

  test('are added and removed by id or email address, ignoring case', async () => {
    const served = await serveStaff();

    const { status, body } = await served.put(`${team('firmware')}/members`, {
      add: [user('ada'), 'Jin.Watanabe@Northwind-Robotics.example'],
      remove: ['priya.raman@northwind-robotics.example', user('lena'), 'nobody@a.example', 'nobody'],
    });

    assert.deepEqual([status, body], [204, undefined]);
    assert.deepEqual(await people(served, team('firmware')), { ada: 'member', bo: 'owner', jin: 'member' });
    assert.equal((await served.get(team('firmware'))).body['members'], 3);
  });

  test.each([
    [{ add: [user('jin')], remove: [user('jin')] }],
    [{ add: ['jin.watanabe@northwind-robotics.example'], remove: [user('jin')] }],
    [{ add: [user('jin')], remove: ['jin.watanabe@northwind-robotics.example'] }],
    [{ add: ['nobody'], remove: ['nobody'] }],
    [{ add: [user('lena')], remove: [user('lena')], memberships: { [user('lena')]: { role: 'owner' } } }],
  ])('that are added and removed at once are removed: %j', async (sent) => {
    const served = await serveStaff();

    const { status } = await served.put(`${team('firmware')}/members`, sent);

    assert.equal(status, 204);
    const now = await people(served, team('firmware'));
    const { lena, ...others } = now;
    assert.equal(lena, sent.add.includes(user('lena')) ? undefined : 'member');
    assert.deepEqual(others, { bo: 'owner', priya: 'member' });
  });

  test('get the role from `memberships` when they are added', async () => {
    const served = await serveStaff();

    await served.put(`${team('firmware')}/members`, {
      add: ['ada.park@northwind-robotics.example', user('jin'), user('bo'), user('priya')],
      memberships: { [user('ada')]: { role: 'owner' }, [user('priya')]: { role: 'owner' }, [user('jin')]: {} },
    });

    assert.deepEqual(await people(served, team('firmware')), {
      ada: 'owner',
      bo: 'owner',
      jin: 'member',
      lena: 'member',
      priya: 'owner',
    });
  });

  test.each([
    [{ add: [user('jin'), user('noor')] }, 'body.add.1'],
    [{ add: [user('jin'), 'grace@nowhere.example'] }, 'body.add.1'],
    [{ add: user('jin') }, 'body.add'],
    [{ add: [user('jin')], remove: [7] }, 'body.remove.0'],
    [{ add: [user('jin')], memberships: { [user('jin')]: { role: 'boss' } } }, `body.memberships.${user('jin')}.role`],
    [{ add: [user('jin')], memberships: { [user('bo')]: { role: 'member' } } }, `body.memberships.${user('bo')}`],
    [{ adds: [user('jin')] }, 'body.adds'],
  ])('stay unchanged if a part of the change is wrong: %j', async (sent, field) => {
    const served = await serveStaff();

    const { status, body } = await served.put(`${team('firmware')}/members`, sent);

    assert.equal(status, 422);
    assert.equal(body.error.message.startsWith(`${field}: `), true, body.error.message);
    assert.deepEqual(await people(served, team('firmware')), { bo: 'owner', lena: 'member', priya: 'member' });
  });

  test('can be put one by one, which changes their role', async () => {
    const served = await serveStaff();
    const put = (key: string, body?: unknown) => served.put(`${team('firmware')}/members/${user(key)}`, body);

    const statuses = [
      (await put('jin')).status,
      (await put('ada', { role: 'owner' })).status,
      (await put('bo', { role: 'member' })).status,
      (await put('lena', {})).status,
      (await put('priya', { role: 'boss' })).status,
      (await put('noor', { role: 'member' })).status,
    ];

    assert.deepEqual(statuses, [204, 204, 204, 204, 422, 404]);
    assert.deepEqual(await people(served, team('firmware')), {
      ada: 'owner',
      bo: 'member',
      jin: 'member',
      lena: 'member',
      priya: 'member',
    });
  });

  test('can be removed one by one, also twice', async () => {
    const served = await serveStaff();
    const path = `${team('firmware')}/members/${user('lena')}`;

    const statuses = [(await served.delete(path)).status, (await served.delete(path)).status];

    assert.deepEqual(statuses, [204, 204]);
    assert.deepEqual(await people(served, team('firmware')), { bo: 'owner', priya: 'member' });
  });
});
