import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import type { Client } from '../../serve.ts';
import { actingAs, northwind, serveStaff } from '../../staff.ts';

// Sections 2.19 and 4.19 of the API document.

const organization = idOf('sample organization northwind');
const one = '/v1/integrations/issues';
const publication = { title: 'Issues', description: 'Shows issues', script: 'export default {}', organization };
const secret = 'hunter2hunter2';
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function names(client: Client, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`/v1/integrations${query}`);
  assert.equal(status, 200);
  return body.items.map((item) => item.name);
}

describe('publishing an integration', () => {
  test('stores everything that is sent, except its script and secrets', async () => {
    const served = await serveStaff();
    const shown = {
      title: 'Issues',
      description: 'Shows issues',
      summary: '# Issues',
      visibility: 'public',
      target: 'space',
      scopes: ['space:content:read'],
      categories: ['content', 'collaboration'],
      blocks: [{ id: 'issue', title: 'Issue', urlUnfurl: ['https://issues.example/**'] }],
      contentSources: [{ id: 'all', title: 'All', configuration: { componentId: 'c' } }],
      externalLinks: [{ url: 'https://issues.example', label: 'Tracker' }],
      configurations: { space: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] } },
      contentSecurityPolicy: "default-src 'self'",
    };

    const { status, body } = await served.post(one, {
      ...shown,
      runtime: 'v2',
      script: 'the whole script',
      organization,
      secrets: { TOKEN: secret },
    });

    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...shown,
      object: 'integration',
      name: 'issues',
      version: 1,
      previewImages: [],
      verified: false,
      owner: (await served.get(northwind)).body,
      urls: { location: `${served.address}${one}` },
      permissions: { admin: true, install: true },
    });
    const read = await served.get(one);
    assert.deepEqual(read.body, body);
    assert.doesNotMatch(JSON.stringify(read.body), new RegExp(`${secret}|the whole script`));
  });

  test('again creates a new version that replaces everything', async () => {
    const served = await serveStaff();
    await served.post(one, { ...publication, summary: 'Old', icon: png, scopes: ['a'] });

    const { body } = await served.post(one, { ...publication, title: 'Newer' });

    assert.deepEqual([body['version'], body.title, body['scopes']], [2, 'Newer', []]);
    assert.deepEqual(['summary' in body, 'icon' in body.urls], [false, false]);
  });

  test('gives pictures URLs that need no token', async () => {
    const served = await serveStaff();

    const { body } = await served.post(one, { ...publication, icon: png, previewImages: [png, 'AAAA'] });

    const pictures = [body.urls['icon'], ...(body['previewImages'] as string[])];
    const replies = await Promise.all(pictures.map((picture) => fetch(picture ?? '')));
    assert.deepEqual(
      replies.map((reply) => [reply.status, reply.headers.get('Content-Type')]),
      [
        [200, 'image/png'],
        [200, 'image/png'],
        [200, 'application/octet-stream'],
      ],
    );
    assert.equal(Buffer.from(await (replies[0] as Response).arrayBuffer()).toString('base64'), png);
  });

  test.each([
    [{ title: 'ab' }, ''],
    [{ title: 'a'.repeat(30) }, ''],
    [{ title: 'a' }, 'body.title'],
    [{ title: 'a'.repeat(31) }, 'body.title'],
    [{ title: undefined }, 'body.title'],
    [{ description: 'a'.repeat(100) }, ''],
    [{ description: 'a'.repeat(101) }, 'body.description'],
    [{ description: undefined }, 'body.description'],
    [{ summary: 'a'.repeat(2048) }, ''],
    [{ summary: 'a'.repeat(2049) }, 'body.summary'],
    [{ previewImages: [png, png, png] }, ''],
    [{ previewImages: [png, png, png, png] }, 'body.previewImages'],
    [{ previewImages: ['not base64!'] }, 'body.previewImages.0'],
    [{ icon: 'not base64!' }, 'body.icon'],
    [{ runtime: 'v1' }, ''],
    [{ runtime: 'v3' }, 'body.runtime'],
    [{ visibility: 'unlisted' }, ''],
    [{ visibility: 'hidden' }, 'body.visibility'],
    [{ target: 'organization' }, ''],
    [{ target: 'page' }, 'body.target'],
    [{ categories: ['other'] }, ''],
    [{ categories: ['games'] }, 'body.categories.0'],
    [{ script: undefined }, 'body.script'],
    [{ organization: undefined }, 'body.organization'],
    [{ organization: 'nothing' }, 'body.organization'],
    [{ organization: 'northwind-robotics' }, ''],
    [{ blocks: [{ title: 'no id' }] }, 'body.blocks.0.id'],
    [{ secrets: { TOKEN: 7 } }, 'body.secrets.TOKEN'],
    [{ sekrets: { TOKEN: secret } }, 'body.sekrets'],
  ])('checks its limits: %j', async (change, field) => {
    const served = await serveStaff();

    const { status, body } = await served.post(one, { ...publication, secrets: { TOKEN: secret }, ...change });

    assert.equal(status, field === '' ? 200 : 422);
    assert.equal((await served.get(one)).status, field === '' ? 200 : 404);
    if (field !== '') assert.equal(body.error.message.startsWith(`${field}: `), true, body.error.message);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(secret));
  });

  test.each([
    ['a', 200],
    ['A-b_c.9', 200],
    ['a'.repeat(100), 200],
    ['a'.repeat(101), 422],
    ['a%20b', 422],
    ['caf%C3%A9', 422],
  ])('only accepts valid names: %s', async (name, expected) => {
    const served = await serveStaff();

    const { status, body } = await served.post(`/v1/integrations/${name}`, publication);

    assert.equal(status, expected);
    if (expected !== 200) assert.match(body.error.message, /^integrationName: must be /);
  });

  test('is limited to admins of the organization', async () => {
    const served = await serveStaff();

    const statuses = [
      (await actingAs(served, 'ada').post(one, publication)).status,
      (await actingAs(served, 'noor').post(one, publication)).status,
      (await served.post(one, { ...publication, organization: 'harbor-labs' })).status,
    ];

    assert.deepEqual(statuses, [403, 422, 403]);
    assert.equal((await served.get(one)).status, 404);
  });

  test("can't take the name of another organization's integration", async () => {
    const served = await serveStaff();
    await served.post(one, publication);

    const { status } = await actingAs(served, 'grace').post(one, { ...publication, organization: 'harbor-labs' });

    assert.equal(status, 403);
    assert.equal((await served.get(one)).body['version'], 1);
  });
});

describe('unpublishing an integration', () => {
  test('removes it, also the second time', async () => {
    const served = await serveStaff();
    const { body } = await served.post(one, { ...publication, icon: png });

    const { status } = await served.delete(one);

    assert.equal(status, 204);
    assert.equal((await served.get(one)).status, 404);
    assert.equal((await fetch(body.urls['icon'] ?? '')).status, 404);
    assert.equal((await served.delete(one)).status, 204);
  });

  test('is limited to admins of its owner', async () => {
    const served = await serveStaff();
    await served.post(one, { ...publication, visibility: 'public' });

    const statuses = [
      (await actingAs(served, 'ada').delete(one)).status,
      (await actingAs(served, 'grace').delete(one)).status,
    ];

    assert.deepEqual(statuses, [403, 403]);
    assert.equal((await served.get(one)).status, 200);
  });
});

describe('the integrations', () => {
  test.each([
    ['', ['northwind-issues', 'partner-sign-in', 'skiff-playground']],
    ['?search=PLAY', ['skiff-playground']],
    ['?search=sign-in', ['partner-sign-in']],
    ['?search=%25', []],
    ['?category=content', ['northwind-issues', 'skiff-playground']],
    ['?category=marketing', []],
    ['?blockDomain=Issues.Northwind-Robotics.example', ['northwind-issues']],
    ['?blockDomain=example', []],
    ['?blocks=true', ['northwind-issues', 'skiff-playground']],
    ['?blocks=false', ['partner-sign-in']],
    ['?contentSources=true', ['skiff-playground']],
    ['?contentSources=false&blocks=true', ['northwind-issues']],
    [`?owner=${organization}`, ['northwind-issues', 'partner-sign-in']],
    ['?owner=nobody', []],
    ['?scope=site:visitor:auth', ['partner-sign-in']],
    ['?target=all', ['skiff-playground']],
  ])('can be filtered: %j', async (query, expected) => {
    const served = await serveStaff();

    const { body } = await served.get(`/v1/integrations${query}`);

    assert.deepEqual(await names(served, query), expected);
    assert.equal(body.count, expected.length);
  });

  test('come in pages, by name', async () => {
    const served = await serveStaff();
    const { body: first } = await served.get('/v1/integrations?limit=2');

    const { body: second } = await served.get(`/v1/integrations?limit=2&page=${first.next.page}`);

    assert.deepEqual(
      [...first.items, ...second.items].map((item) => item.name),
      await names(served),
    );
  });

  test.each([
    [`blockDomain=${'a'.repeat(100)}`, 200],
    [`blockDomain=${'a'.repeat(101)}`, 400],
    ['blockDomain=a%2Fb', 400],
    ['category=games', 400],
    ['target=page', 400],
    ['blocks=yes', 400],
    ['contentSources=1', 400],
    ['page=nonsense', 400],
  ])('answer the query %s with the right status, and name the field', async (query, expected) => {
    const served = await serveStaff();

    const { status, body } = await served.get(`/v1/integrations?${query}`);

    assert.equal(status, expected);
    if (expected === 400) assert.match(body.error.message, new RegExp(`^query\\.${query.split('=')[0] ?? ''}: `));
  });

  test('of others are listed if public, and read if not private', async () => {
    const served = await serveStaff();
    const noor = actingAs(served, 'noor');

    const statuses = [
      (await noor.get('/v1/integrations/partner-sign-in')).status,
      (await noor.get('/v1/integrations/northwind-issues')).status,
      (await noor.get('/v1/integrations/nothing')).status,
    ];

    assert.deepEqual(await names(noor), ['skiff-playground']);
    assert.deepEqual(statuses, [200, 403, 404]);
  });

  test("that aren't public are hidden from guests of their owner", async () => {
    const served = await serveStaff();
    const grace = actingAs(served, 'grace');

    const { body } = await grace.get(`/v1/integrations?owner=${organization}`);
    const refused = await grace.get('/v1/integrations/northwind-issues');

    assert.deepEqual([body.count, body.items], [0, []]);
    assert.equal(refused.status, 403);
    assert.equal((await grace.get(northwind)).body.permissions['listIntegrations'], false);
  });

  test('show other organizations few fields of their owner', async () => {
    const served = await serveStaff();

    const { body } = await actingAs(served, 'noor').get('/v1/integrations/partner-sign-in');

    assert.equal(body.owner.title, 'Northwind Robotics');
    assert.deepEqual(['emailDomains' in body.owner, 'plan' in body.owner], [false, false]);
    assert.deepEqual(body.permissions, { admin: false, install: false });
  });
});

describe('the installations of an integration', () => {
  test('are limited to organizations that the caller administers', async () => {
    const served = await serveStaff();
    const path = '/v1/integrations/northwind-issues/installations';

    const { status, body } = await served.get(path);

    assert.deepEqual([status, body.count], [200, 1]);
    const [installation] = body.items;
    assert.deepEqual(
      [installation.status, installation['target']],
      ['active', { space: idOf('sample space engineering-handbook') }],
    );
    assert.equal(installation.urls.location, `${served.address}${path}/${installation.id}`);
    assert.equal((await actingAs(served, 'ada').get(path)).body.count, 0);
    assert.equal((await actingAs(served, 'noor').get(path)).status, 403);
  });

  test.each([
    ['NW7', 1],
    ['HERON', 0],
  ])('are found by their external id %s', async (externalId, expected) => {
    const served = await serveStaff();

    const { body } = await served.get(`/v1/integrations/northwind-issues/installations?externalId=${externalId}`);

    assert.equal(body.count, expected);
  });

  test('are missing on a server without the optional endpoints', async () => {
    const served = await serveStaff({ specOnly: true });

    assert.equal((await served.get('/v1/integrations/northwind-issues/installations')).status, 404);
    assert.equal((await served.get('/v1/integrations/northwind-issues')).status, 200);
  });
});
