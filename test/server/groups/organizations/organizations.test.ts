import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { idOf } from '../../../../src/formats/ids.ts';
import { secondOrganization, serve, temporaryFolder } from '../../serve.ts';
import { actingAs, northwind, serveStaff } from '../../staff.ts';

// Section 4.18 of the API document.

describe('organizations', () => {
  test('are those of the caller, with all required fields', async () => {
    const { get } = await serve({ seed: 'sample' });

    const { status, body } = await get('/v1/orgs');

    assert.equal(status, 200);
    assert.equal(body.count, 2);
    const [first] = body.items;
    assert.equal(first.object, 'organization');
    assert.equal(first.title, 'Northwind Robotics');
    for (const field of ['id', 'type', 'plan', 'createdAt', 'hostname'])
      assert.equal(typeof first[field], 'string', field);
    assert.deepEqual(first.emailDomains, ['northwind-robotics.example']);
    assert.equal(typeof first.inviteLinks, 'boolean');
    for (const right of ['view', 'admin', 'createContent', 'createOpenAPISpec', 'listMembers', 'listTeams']) {
      assert.equal(first.permissions[right], true, right);
    }
  });

  test('can be read one by one, at their location', async () => {
    const { get, organization, address } = await serve();

    const { status, body } = await get(`/v1/orgs/${organization}`);

    assert.equal(status, 200);
    assert.equal(body.urls.location, `${address}/v1/orgs/${organization}`);
  });

  test('of others are refused', async () => {
    const { as, platform, get } = await serve({ seed: 'sample' });
    const { body } = await get('/v1/orgs');

    const { status } = await as(platform.tokenOf(idOf('sample user noor'))).get(`/v1/orgs/${body.items[0].id}`);

    assert.equal(status, 403);
  });

  test("that don't exist aren't found", async () => {
    const { get } = await serve();

    const { status } = await get('/v1/orgs/nothing');

    assert.equal(status, 404);
  });

  test('store exactly what is sent', async () => {
    const { get, patch, post, organization } = await serve();
    const before = (await get(`/v1/orgs/${organization}`)).body;

    const { body: site } = await post(`/v1/orgs/${organization}/sites`, { title: 'Docs' });
    const defaultContent = { type: 'site', site: site.id };

    const { status, body } = await patch(`/v1/orgs/${organization}`, {
      title: 'Renamed',
      emailDomains: ['renamed.example'],
      hostname: 'renamed',
      defaultRole: 'comment',
      defaultContent,
      logo: 'https://renamed.example/logo.png',
      ai: false,
    });

    assert.equal(status, 200);
    assert.deepEqual((await get(`/v1/orgs/${organization}`)).body, body);
    assert.deepEqual(body, {
      ...before,
      title: 'Renamed',
      emailDomains: ['renamed.example'],
      hostname: 'renamed',
      defaultRole: 'comment',
      defaultContent,
      ai: false,
      urls: { ...before.urls, logo: 'https://renamed.example/logo.png' },
    });
  });

  test.each([
    [{ title: 'ab' }, 200],
    [{ title: 'a' }, 422],
    [{ title: 'a'.repeat(255) }, 200],
    [{ title: 'a'.repeat(256) }, 422],
    [{ hostname: 'abc' }, 200],
    [{ hostname: 'ab' }, 422],
    [{ hostname: 'a'.repeat(32) }, 200],
    [{ hostname: 'a'.repeat(33) }, 422],
    [{ logo: `https://a.example/${'a'.repeat(2048 - 18)}` }, 200],
    [{ logo: `https://a.example/${'a'.repeat(2049 - 18)}` }, 422],
    [{ logo: null }, 200],
    [{ logo: 'picture' }, 422],
    [{ logo: 'http://a.example/logo.png' }, 200],
    [{ logo: 'data:image/png;base64,AAAA' }, 200],
    [{ logo: 'urn:example:logo' }, 200],
    [{ hostname: 'a-1' }, 200],
    [{ hostname: 'Abc' }, 422],
    [{ hostname: 'a b' }, 422],
    [{ hostname: '-ab' }, 422],
    [{ hostname: 'a.b' }, 422],
    [{ emailDomains: [] }, 200],
    [{ emailDomains: ['a.example', 'MAIL.a-b.example', 'müller.example'] }, 200],
    [{ emailDomains: ['nonsense'] }, 422],
    [{ emailDomains: ['a.example', 'x@a.example'] }, 422],
    [{ emailDomains: ['a..example'] }, 422],
    [{ emailDomains: [`${'a.'.repeat(124)}exam`] }, 200],
    [{ emailDomains: [`${'a.'.repeat(125)}exam`] }, 422],
    [{ defaultContent: null }, 200],
    [{ defaultContent: { type: 'site' } }, 422],
    [{ defaultContent: { type: 'space', site: 's' } }, 422],
    [{ defaultContent: { type: 'site', site: 'nothing' } }, 422],
    [{ defaultContent: { type: 'site', site: 's', more: 1 } }, 422],
    [{ defaultRole: null }, 200],
    [{ defaultRole: 'boss' }, 422],
  ])('check their limits: %j', async (change, expected) => {
    const { patch, organization } = await serve();

    const { status, body } = await patch(`/v1/orgs/${organization}`, change);

    assert.equal(status, expected);
    if (expected === 422) assert.match(body.error.message, new RegExp(`^body\\.${Object.keys(change)[0]}[.:]`));
  });

  test('each have a unique hostname, and a default site of their own', async () => {
    const served = await serve({ data: temporaryFolder() });
    const [one, other] = [`/v1/orgs/${served.organization}`, `/v1/orgs/${secondOrganization(served)}`];
    const { body: site } = await served.post(`${other}/sites`, { title: 'Docs' });
    const status = async (path: string, body: object) => (await served.patch(path, body)).status;

    assert.equal(await status(one, { hostname: 'docs' }), 200);
    assert.equal(await status(one, { hostname: 'docs' }), 200);
    assert.equal(await status(other, { hostname: 'docs' }), 409);
    assert.equal(await status(one, { defaultContent: { type: 'site', site: site.id } }), 403);
    assert.equal(await status(other, { defaultContent: { type: 'site', site: site.id } }), 200);
  });

  test('can only be changed by admins', async () => {
    const { as, platform, get } = await serve({ seed: 'sample' });
    const { body } = await get('/v1/orgs');

    const { status } = await as(platform.tokenOf(idOf('sample user ada'))).patch(`/v1/orgs/${body.items[0].id}`, {
      title: 'Mine',
    });

    assert.equal(status, 403);
  });

  test('have invites whose deletion reports that there was none', async () => {
    const { delete: remove, organization } = await serve();

    const { status } = await remove(`/v1/orgs/${organization}/link-invites/nothing`);

    assert.equal(status, 204);
  });

  test('lose an invite that admins delete, and only one of their own', async () => {
    const served = await serve({ data: temporaryFolder() });
    const second = secondOrganization(served);
    const database = openDatabase(served.data);
    for (const [id, organization] of [
      ['mine', served.organization],
      ['theirs', second],
    ] as const)
      database.run('INSERT INTO invites (id, organization_id, created_at) VALUES (?, ?, 0)', id, organization);
    const link = (id: string) => `/v1/orgs/${served.organization}/link-invites/${id}`;

    const statuses = [
      (await served.delete(link('mine'))).status,
      (await served.delete(link('mine'))).status,
      (await served.delete(link('theirs'))).status,
    ];

    assert.deepEqual(statuses, [205, 204, 403]);
    assert.deepEqual(
      database.all<{ id: string }>('SELECT id FROM invites').map((invite) => invite.id),
      ['theirs'],
    );
    database.close();
  });

  test('have invites that only admins can delete', async () => {
    const served = await serveStaff();

    const { status } = await actingAs(served, 'ada').delete(`${northwind}/link-invites/any`);

    assert.equal(status, 403);
  });

  test('are found by an email domain, ignoring case', async () => {
    const { get } = await serve({ seed: 'sample' });

    const { status, body } = await get('/v1/email-domains/Harbor-Labs.example/orgs');

    assert.equal(status, 200);
    assert.deepEqual(
      body.organizations.map((organization: { title: string }) => organization.title),
      ['Harbor Labs'],
    );
  });
});

describe('the caller', () => {
  test('is a user', async () => {
    const { get } = await serve({ seed: 'sample' });

    const { status, body } = await get('/v1/user');

    assert.equal(status, 200);
    assert.equal(body.object, 'user');
    assert.equal(body.displayName, 'Mara Lindqvist');
    assert.equal(typeof body.urls.location, 'string');
  });
});
