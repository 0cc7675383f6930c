import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { idOf } from '../../../../src/formats/ids.ts';
import { addMember, addUser } from '../../../../src/server/sample/members.ts';
import { serve, temporaryFolder, type Client, type Json } from '../../serve.ts';
import { actingAs, northwind, serveStaff, user } from '../../staff.ts';

// Sections 2.14 and 4.15 of the API document. Users are the sample's.

const member = (key: string) => `${northwind}/members/${user(key)}`;

async function names(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`${northwind}/members${query}`);
  assert.equal(status, 200);
  return body.items.map((item) => item.user.displayName.split(' ')[0] ?? '');
}

describe('a member', () => {
  test('has all required fields', async () => {
    const served = await serve({ seed: 'sample' });

    const { status, body } = await served.get(member('ada'));

    assert.equal(status, 200);
    assert.equal(body['object'], 'member');
    assert.equal(body.id, user('ada'));
    assert.equal(body['role'], 'create');
    assert.equal(body.user['email'], 'ada.park@northwind-robotics.example');
    assert.deepEqual([body['disabled'], body['sso'], body['teams']], [false, false, 1]);
    for (const field of ['joinedAt', 'lastSeenAt'])
      assert.match(String(body[field]), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, field);
    const visible = await actingAs(served, 'ada').get(`${northwind}/spaces`);
    assert.equal(body['spaces'], visible.body.count);
  });

  test('without a role is a guest, and has no last-seen time before the first visit', async () => {
    const served = await serveStaff();

    const guest = await served.get(member('grace'));
    const nonMember = await served.get(member('sam'));

    assert.equal(guest.body['role'], null);
    assert.deepEqual([nonMember.body['disabled'], 'lastSeenAt' in nonMember.body], [true, false]);
  });

  test("that doesn't exist isn't found", async () => {
    const served = await serveStaff();

    const reply = await served.get(member('noor'));

    assert.equal(reply.status, 404);
    assert.equal(reply.body.error.message, 'Member not found');
  });
});

describe('the members', () => {
  test('come by time of joining, last first', async () => {
    const served = await serveStaff();

    const falling = await names(served);

    assert.deepEqual(falling.slice(-2), ['Ada', 'Mara']);
    assert.deepEqual(await names(served, '?order=asc&sort=joinedAt'), falling.reverse());
  });

  test('sorted by last-seen time are the active ones', async () => {
    const served = await serveStaff();

    const seen = await names(served, '?sort=lastSeenAt');

    assert.deepEqual(seen.slice(0, 2), ['Mara', 'Ada']);
    assert.equal(seen.includes('Sam'), false);
    assert.deepEqual(await names(served, '?sort=lastSeenAt&order=asc'), seen.reverse());
  });

  test.each([
    ['?role=review', ['Lena', 'Tomás']],
    ['?search=TOMÁS', ['Tomás']],
    ['?search=priya.raman%40', ['Priya']],
    ['?search=nobody', []],
    ['?search=an&role=edit', ['Priya']],
    ['?search=%25', []],
    ['?search=tom%C3%A1s&role=read', []],
    ['?search=toma%CC%81s', ['Tomás']],
    ['?search=ya.ram', ['Priya']],
    ['?search=%22priya%22', []],
    ['?search=pri%20OR%20tom', []],
    ['?search=%F0%9F%92%A5%F0%9F%92%A5%F0%9F%92%A5', []],
    ['?search=%00%00%00', []],
  ])('can be filtered: %s', async (query, expected) => {
    const served = await serveStaff();

    const { body } = await served.get(`${northwind}/members${query}`);

    assert.deepEqual(await names(served, query), expected);
    assert.equal(body.count, expected.length);
  });

  test('are found by their current name, among any number', async () => {
    const served = await serve({ data: temporaryFolder() });
    const database = openDatabase(served.data);
    database.write(() => {
      const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 12000)';
      database.run(
        `${numbers} INSERT INTO users (id, display_name, email, created_at) SELECT 'U' || n, 'Person ' || n, 'p@docs.example', 0 FROM numbers`,
      );
      database.run(
        `${numbers} INSERT INTO members (organization_id, user_id, role, joined_at) SELECT ?, 'U' || n, 'read', n FROM numbers`,
        served.organization,
      );
      database.run(`UPDATE users SET display_name = 'Zoë' WHERE id = 'U77'`);
    });
    database.close();
    const found = async (search: string) => {
      const { body } = await served.get(`/v1/orgs/${served.organization}/members?limit=3&search=${search}`);
      return body.items.map((item) => item.id);
    };

    assert.deepEqual(await found('person'), ['U12000', 'U11999', 'U11998']);
    assert.deepEqual(await found('PERSON%201199'), ['U11999', 'U11998', 'U11997']);
    assert.deepEqual(await found('ZO%C3%8B'), ['U77']);
    assert.deepEqual(await found('person%2077'), ['U7799', 'U7798', 'U7797']);
    assert.deepEqual(await found('zo'), ['U77']);
  });

  test.each(['role=boss', 'order=up', 'sort=name', 'limit=-1', 'page=nonsense', 'page=WyJ4Il0'])(
    'refuse the query %s, and name the field',
    async (query) => {
      const served = await serveStaff();

      const { status, body } = await served.get(`${northwind}/members?${query}`);

      assert.equal(status, 400);
      assert.match(body.error.message, new RegExp(`^query\\.${query.split('=')[0] ?? ''}: `));
    },
  );

  test('are hidden from guests, who only see themselves', async () => {
    const served = await serveStaff();
    const guest = actingAs(served, 'grace');

    const statuses = [
      (await guest.get(`${northwind}/members`)).status,
      (await guest.get(member('ada'))).status,
      (await guest.get(`${member('ada')}/teams`)).status,
      (await guest.get(member('grace'))).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403, 200]);
  });

  test('are hidden from other organizations', async () => {
    const served = await serveStaff();

    assert.equal((await actingAs(served, 'noor').get(`${northwind}/members`)).status, 403);
    assert.equal((await served.get('/v1/orgs/nothing/members')).status, 404);
  });

  test('come once each and in order, whatever the limit', async () => {
    const served = await serve({ data: temporaryFolder() });
    const database = openDatabase(served.data);
    const seen: Record<string, number | undefined> = {};
    database.write(() => {
      for (let number = 0; number < 40; number += 1) {
        const id = `user${String(number).padStart(2, '0')}`;
        seen[id] = number % 3 === 0 ? undefined : number % 7;
        addUser(database, { id, displayName: id, email: `${id}@a.example` }, 0);
        addMember(
          database,
          { organization: served.organization, user: id, role: number % 2 ? 'read' : 'edit', seen: seen[id] },
          number % 5,
        );
      }
    });
    database.close();

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom('joinedAt', 'lastSeenAt'),
        fc.constantFrom('', '&role=read', '&search=USER1'),
        async (limit, order, sort, filter) => {
          const query = `order=${order}&sort=${sort}${filter}`;
          const all = (await served.get(`/v1/orgs/${served.organization}/members?limit=1000&${query}`)).body;

          const walked = await walk(served, `/v1/orgs/${served.organization}/members?limit=${limit}&${query}`);

          assert.deepEqual(walked, [...all.items]);
          assert.equal(new Set(walked.map((item) => item.id)).size, all.count);
          const times = walked.map((item) => String(item[sort]));
          assert.deepEqual(times, order === 'asc' ? times.toSorted() : times.toSorted().reverse());
        },
      ),
      { numRuns: 30 },
    );
  });
});

async function walk(client: Client, path: string): Promise<Json[]> {
  const seen: Json[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined && seen.length < 1000;) {
    const { body } = await client.get(cursor === '' ? path : `${path}&page=${cursor}`);
    seen.push(...body.items);
    cursor = body.next?.page;
  }
  return seen;
}

describe('changing a member', () => {
  test.each([
    [{ role: 'comment' }, 200],
    [{ role: null }, 200],
    [{}, 200],
    [{ role: 'boss' }, 422],
    [{ role: 3 }, 422],
    [{ disabled: true }, 422],
  ])('only accepts a role: %j', async (change, expected) => {
    const served = await serveStaff();

    const { status, body } = await served.patch(member('bo'), change);

    assert.equal(status, expected);
    const now = (await served.get(member('bo'))).body['role'];
    if (expected === 200) assert.equal(body['role'], now);
    else assert.match(body.error.message, /^body\.(role|disabled): /);
    assert.equal(now, 'role' in change && expected === 200 ? change.role : 'edit');
  });

  test('changes their permissions at once', async () => {
    const served = await serveStaff();
    const bo = actingAs(served, 'bo');

    await served.patch(member('bo'), { role: 'admin' });

    assert.equal((await bo.patch(northwind, { title: 'Renamed' })).status, 200);
  });

  test('and deleting one, or setting them to SSO, requires an admin', async () => {
    const served = await serveStaff();
    const ada = actingAs(served, 'ada');

    const statuses = [
      (await ada.patch(member('bo'), { role: 'read' })).status,
      (await ada.delete(member('bo'))).status,
      (await ada.post(`${member('bo')}/sso`)).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403]);
    assert.deepEqual((({ role, sso }) => [role, sso])((await served.get(member('bo'))).body), ['edit', false]);
  });

  test('leaves an organization at least one admin', async () => {
    const served = await serveStaff();

    const demoted = await served.patch(member('mara'), { role: 'create' });
    const left = await served.delete(member('mara'));
    await served.patch(member('ada'), { role: 'admin' });
    const later = await served.patch(member('mara'), { role: 'create' });

    assert.deepEqual([demoted.status, left.status, later.status], [409, 409, 200]);
  });

  test('to SSO shows in the member', async () => {
    const served = await serveStaff();

    const { status, body } = await served.post(`${member('bo')}/sso`);

    assert.equal(status, 200);
    assert.equal(body['sso'], true);
    assert.deepEqual((await served.get(member('bo'))).body, body);
    assert.equal((await served.post(`${member('noor')}/sso`)).status, 404);
  });
});

describe('a deleted member', () => {
  test('leaves the organization and its teams', async () => {
    const served = await serveStaff();
    const team = `${northwind}/teams/${idOf('sample team firmware')}`;
    const before = (await served.get(team)).body;

    const { status, body } = await served.delete(member('priya'));

    assert.equal(status, 204);
    assert.equal(body, undefined);
    assert.equal((await served.get(member('priya'))).status, 404);
    assert.equal((await actingAs(served, 'priya').get(northwind)).status, 403);
    assert.equal((await served.get(team)).body['members'], Number(before['members']) - 1);
    assert.equal((await served.delete(member('priya'))).status, 204);
  });

  test('can have left by themselves', async () => {
    const served = await serveStaff();

    assert.equal((await actingAs(served, 'jin').delete(member('jin'))).status, 204);
    assert.equal((await served.get(member('jin'))).status, 404);
  });
});

describe('a ping', () => {
  test('sets the last-seen time of the caller, and returns claims for sites', async () => {
    const served = await serveStaff();
    served.wait(60_000);

    const { status, body } = await actingAs(served, 'jin').post(`${northwind}/ping`);

    assert.equal(status, 200);
    assert.equal((await served.get(member('jin'))).body['lastSeenAt'], '2026-05-04T10:01:00.000Z');
    const [header = '', claims = '', signature = ''] = String(body['serviceVisitorClaims']).split('.');
    assert.deepEqual(JSON.parse(Buffer.from(header, 'base64url').toString()), { alg: 'HS256', typ: 'JWT' });
    assert.equal((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub, user('jin'));
    assert.equal(signature.length, 43);
  });

  test("is refused for callers who aren't members", async () => {
    const served = await serveStaff();

    assert.equal((await actingAs(served, 'noor').post(`${northwind}/ping`)).status, 403);
  });
});

describe('the spaces of a member', () => {
  test('are those that they can see, with their role there', async () => {
    const served = await serve({ seed: 'sample' });
    const jin = actingAs(served, 'jin');

    const { status, body } = await served.get(`${member('jin')}/spaces`);

    assert.equal(status, 200);
    const theirs = (await jin.get(`${northwind}/spaces`)).body;
    const ids = (items: readonly Json[]) => items.map((item) => item.id).sort();
    const listed = body.items.map((item) => item['space'] as Json);
    assert.deepEqual(ids(listed), ids(theirs.items));
    const permissions = new Map(body.items.map((item) => [(item['space'] as Json).title, item['permission']]));
    assert.equal(permissions.get('Start Here'), 'edit');
    assert.equal(permissions.get('Heron Operator Handbook'), 'comment');
    const times = listed.map((space) => String(space['createdAt']));
    assert.deepEqual(times, times.toSorted().reverse());
    const rising = await walk(served, `${member('jin')}/spaces?order=asc&limit=2`);
    assert.deepEqual(rising, body.items.toReversed());
  });

  test("exclude spaces that the caller can't see", async () => {
    const served = await serve({ seed: 'sample' });
    await served.patch(`/v1/spaces/${idOf('sample space start-here')}`, { defaultLevel: null });

    const { body } = await actingAs(served, 'jin').get(`${member('mara')}/spaces`);

    assert.equal(
      body.items.some((item) => (item['space'] as Json).title === 'Start Here'),
      false,
    );
  });
});

describe('the teams of a member', () => {
  test('come with the role there, filtered by a part of the title in any case', async () => {
    const served = await serveStaff();

    const all = await served.get(`${member('yusuf')}/teams`);
    const some = await served.get(`${member('tomas')}/teams?title=SUPPORT`);

    const teams = (items: readonly Json[]) => items.map((item) => [item.team.title, item.member['role']]);
    assert.deepEqual(teams(all.body.items), [
      ['Documentation', 'member'],
      ['Field service and support', 'member'],
    ]);
    assert.deepEqual(teams(some.body.items), [['Field service and support', 'owner']]);
    assert.equal((await served.get(`${member('tomas')}/teams?title=x`)).body.count, 0);
  });
});
