import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { describe, test } from 'vitest';
import type { Fault } from '../../src/server/http/faults.ts';
import { idOf } from '../../src/formats/ids.ts';
import { serve } from './serve.ts';

// Sections 4.1 and 5 of the API document, and the recorded behavior of its errors.

describe('every reply', () => {
  test('carries the rate limit', async () => {
    const { get } = await serve({ rateLimit: 50 });

    const { headers } = await get('/v1/orgs');

    assert.equal(headers.get('X-RateLimit-Limit'), '50');
    assert.equal(headers.get('X-RateLimit-Remaining'), '48');
    assert.match(headers.get('X-RateLimit-Reset') ?? '', /^\d{10}$/);
  });

  test.each<[string, Fault]>([
    ['a refusal', { kind: 'status', amount: 503 }],
    ['a web page', { kind: 'html' }],
    ['broken JSON', { kind: 'malformed' }],
  ])('carries the rate limit, even %s on demand', async (_, fault) => {
    const { platform, address } = await serve({ rateLimit: 50 });
    platform.fail(fault);
    const headers = { Authorization: `Bearer ${platform.token}` };

    const response = await platform.handle(new Request(`${address}/v1/orgs`, { headers }));

    assert.equal(response.headers.get('X-RateLimit-Limit'), '50');
    assert.match(response.headers.get('X-RateLimit-Remaining') ?? '', /^4\d$/);
    assert.match(response.headers.get('X-RateLimit-Reset') ?? '', /^\d{10}$/);
  });

  test.each([
    ['a body that is too large', {}, 'a'.repeat(10 * 1024 * 1024 + 1), 413],
    ['the name of another host', { Host: 'evil.example' }, '{}', 403],
  ])('carries the rate limit, even to %s', async (_, headers, body, expected) => {
    const { address, platform, organization } = await serve({ rateLimit: 50 });

    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = new URL(address);
      const asked = request({
        ...{ port, host: '127.0.0.1', path: `/v1/orgs/${organization}/spaces`, method: 'POST' },
        headers: { Authorization: `Bearer ${platform.token}`, 'Content-Length': body.length, ...headers },
      });
      asked.on('response', (response) => (response.resume(), resolve(response)));
      asked.on('error', reject);
      asked.end(body);
    });

    assert.equal(reply.statusCode, expected);
    assert.deepEqual([reply.headers['x-ratelimit-limit'], reply.headers['x-ratelimit-remaining']], ['50', '48']);
  });

  test('of a deprecated operation says so, and names its successor', async () => {
    const { get, post, address, organization } = await serve();
    const sites = `/v1/orgs/${organization}/sites`;
    const { id } = (await post(sites, { title: 'Docs', spaces: 'empty' })).body;
    const siteSpace = (await get(`${sites}/${id}/site-spaces`)).body.items[0].id;

    const moved = await post(`${sites}/${id}/site-spaces/${siteSpace}/move`, { position: {} });
    const read = await get(`${sites}/${id}/customization`);
    const current = await get(`${sites}/${id}`);

    // RFC 9745: a date as a structured field.
    assert.match(moved.headers.get('Deprecation') ?? '', /^@\d+$/);
    assert.equal(moved.headers.get('Link'), `<${address}${sites}/${id}/structure/sort>; rel="successor-version"`);
    assert.match(read.headers.get('Deprecation') ?? '', /^@\d+$/);
    assert.equal(read.headers.get('Link'), null);
    assert.equal(current.headers.get('Deprecation'), null);
  });

  test('of a deprecated operation names no missing endpoint', async () => {
    const { get, post, organization } = await serve({ specOnly: true });
    const sites = `/v1/orgs/${organization}/sites`;
    const { id } = (await post(sites, { title: 'Docs', spaces: 'empty' })).body;
    const siteSpace = (await get(`${sites}/${id}/site-spaces`)).body.items[0].id;

    const { headers } = await post(`${sites}/${id}/site-spaces/${siteSpace}/move`, { position: {} });

    assert.match(headers.get('Deprecation') ?? '', /^@\d+$/);
    assert.equal(headers.get('Link'), null);
  });

  test('has the content type JSON', async () => {
    const { get } = await serve();

    const { headers } = await get('/v1/nowhere');

    assert.match(headers.get('Content-Type') ?? '', /^application\/json/);
  });
});

describe('an error', () => {
  test('has the status as its code, and a message', async () => {
    const { get } = await serve();

    const { status, body } = await get('/v1/spaces/nothing');

    assert.equal(status, 404);
    assert.deepEqual(body, { error: { code: 404, message: 'Space not found' } });
  });

  test('is 401 for a wrong token', async () => {
    const { as } = await serve();

    const { status, body } = await as('wrong').get('/v1/orgs');

    assert.equal(status, 401);
    assert.equal(body.error.code, 401);
  });

  test('is 401 without a token', async () => {
    const { address } = await serve();

    const response = await fetch(`${address}/v1/orgs`);

    assert.equal(response.status, 401);
    assert.notEqual(response.headers.get('X-RateLimit-Limit'), null);
  });

  test('is 404 for an unknown path', async () => {
    const { get } = await serve();

    const { status } = await get('/v1/nowhere');

    assert.equal(status, 404);
  });

  test("is 405 for a method that a path doesn't have", async () => {
    const { put } = await serve();

    const { status, headers } = await put('/v1/orgs', {});

    assert.equal(status, 405);
    assert.equal(headers.get('Allow'), 'GET');
  });

  test('is 400 for a body that is invalid JSON', async () => {
    const { post, organization } = await serve();

    const { status, body } = await post(`/v1/orgs/${organization}/spaces`, '{"title":');

    assert.equal(status, 400);
    assert.equal(body.error.message, 'body: is not JSON');
  });

  test.each([
    ['a wrong type', { title: 5 }, 'body.title: must be a string'],
    ['an unknown field', { titel: 'x' }, 'body.titel: is not a known field'],
    ['a value that is not allowed', { editMode: 'open' }, 'body.editMode: must be one of live, locked'],
    ['a value other than an object', [], 'body: must be an object'],
  ])('is 422 for a body with %s, and names the field', async (_, sent, message) => {
    const { post, organization } = await serve();

    const { status, body } = await post(`/v1/orgs/${organization}/spaces`, sent);

    assert.equal(status, 422);
    assert.equal(body.error.message, message);
  });

  test('is 422 for a body that is nested without end', async () => {
    const { patch, organization } = await serve();
    const depth = 200_000;

    const { status } = await patch(
      `/v1/orgs/${organization}`,
      `{"defaultContent":{"type":"site","site":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    );

    assert.equal(status, 422);
  });

  test('is 429 beyond the rate limit, until its reset', async () => {
    const { get, wait } = await serve({ rateLimit: 2 });
    await get('/v1/orgs');

    const refused = await get('/v1/orgs');
    wait(61_000);
    const later = await get('/v1/orgs');

    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('X-RateLimit-Remaining'), '0');
    assert.equal(later.status, 200);
  });
});

describe('calls', () => {
  test('are counted per user', async () => {
    const served = await serve({ seed: 'sample', rateLimit: 2 });
    const status = async (token: string) => (await served.as(token).get('/v1/orgs')).status;
    const [mara, ada] = [served.platform.token, served.platform.tokenOf(idOf('sample user ada'))];

    assert.deepEqual([await status(mara), await status(mara)], [200, 429]);
    assert.deepEqual([await status(ada), await status(ada), await status(ada)], [200, 200, 429]);
  });

  test('with invented tokens are counted together', async () => {
    const { as, get } = await serve({ rateLimit: 3 });
    const statuses: number[] = [];

    for (const token of ['one', 'two', 'three', 'four']) statuses.push((await as(token).get('/v1/orgs')).status);

    assert.deepEqual(statuses, [401, 401, 401, 429]);
    assert.equal((await get('/v1/orgs')).status, 200);
  });
});

describe('a list', () => {
  test.each(['-1', '1001', 'many', '1.5', ''])('refuses the limit %j', async (limit) => {
    const { get } = await serve();

    const { status, body } = await get(`/v1/orgs?limit=${limit}`);

    assert.equal(status, 400);
    assert.match(body.error.message, /^query\.limit: must be /);
  });

  test.each([0, 1, 1000])('accepts the limit %j', async (limit) => {
    const { get } = await serve();

    const { status, body } = await get(`/v1/orgs?limit=${limit}`);

    assert.equal(status, 200);
    assert.equal(body.items.length, Math.min(limit, 1));
  });

  test.each(['nonsense', 'W10', Buffer.from('{"a":1}').toString('base64url')])(
    'refuses the invented cursor %j',
    async (cursor) => {
      const { get } = await serve();

      const { status } = await get(`/v1/orgs?page=${cursor}`);

      assert.equal(status, 400);
    },
  );

  test('returns every item once, whatever the limit, and counts all', async () => {
    const { get, post, organization } = await serve();
    const path = `/v1/orgs/${organization}/spaces`;
    const made = [];
    for (let number = 0; number < 7; number += 1) made.push((await post(path, { title: `S${number}` })).body.id);

    for (const limit of [1, 2, 3, 7, 8]) {
      const seen: string[] = [];
      let cursor: string | undefined = '';
      while (cursor !== undefined) {
        const { body } = await get(`${path}?limit=${limit}${cursor && `&page=${cursor}`}`);
        assert.equal(body.count, 7);
        seen.push(...body.items.map((item: { id: string }) => item.id));
        cursor = body.next?.page;
        assert.ok(seen.length <= 7);
      }
      assert.deepEqual(seen, made);
    }
  });

  test('has a hundred items by default', async () => {
    const { get, post, organization } = await serve();
    const path = `/v1/orgs/${organization}/collections`;
    for (let number = 0; number < 101; number += 1) await post(path, { title: `C${number}` });

    const { body } = await get(path);

    assert.equal(body.items.length, 100);
    assert.equal(body.count, 101);
    assert.equal(typeof body.next.page, 'string');
  });
});

describe('a server without the optional endpoints', () => {
  test("doesn't list the spaces of an organization, or say who the user is", async () => {
    const { get, post, organization } = await serve({ specOnly: true });

    const list = await get(`/v1/orgs/${organization}/spaces`);
    const made = await post(`/v1/orgs/${organization}/spaces`, {});
    const currentUser = await get('/v1/user');
    const known = await get(`/v1/orgs/${organization}/collections`);

    assert.deepEqual([list.status, made.status, currentUser.status, known.status], [404, 404, 404, 200]);
  });
});
