import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { addMember, addOrganization, addUser } from '../../src/server/sample/members.ts';
import { exampleOf, wrongFor } from './exampleOf.ts';
import { serve, temporaryFolder, type Client, type Reply, type Served } from './serve.ts';

// Calls every endpoint of the contract with invalid input over HTTP. Each test covers all of them and lists all wrong
// answers.

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));

interface Case {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body?: unknown;
}

test('a bad call gets an explanation of the right one', async () => {
  const served = await serve();
  const { get, post, organization } = served;
  const said = async (reply: Promise<Reply>) => (await reply).body.error.message;

  assert.deepEqual(
    [
      await said(get(`/v1/orgs?limit=${'9'.repeat(400)}`)),
      await said(get('/v1/orgs?limit=1&limit=2')),
      await said(post(`/v1/orgs/${organization}/sites`, { spaces: 'nonsense' })),
      await said(post('/v1/spaces/a/move', { position: { before: { type: 'site', site: 'b' } } })),
      await said(post('/v1/integrations/a', { title: 'ab', description: '', script: '', organization, icon: '!' })),
    ],
    [
      'query.limit: must be at most 1000',
      'query.limit: must be given once',
      'body.spaces: must be one of sample, empty',
      'body.position.before.type: must be one of space, collection',
      'body.icon: must be base64',
    ],
  );
});

describe('no endpoint fails for', () => {
  test.each(['nothing', '0', '-1', '9'.repeat(400), "' OR 1=1 --", 'é💥', '%', '..', ' ', 'a/b', '{}', 'null'])(
    'the id %j that nothing has',
    async (id) => {
      const served = await serve();
      const cases = endpoints.map((endpoint) => ({
        endpoint,
        path: withSearch(
          endpoint,
          filled(endpoint, () => id),
        ),
        body: valid(endpoint),
      }));

      assert.deepEqual(await unexpected(served, cases, expectedOfUnknown), []);
    },
  );

  test("ids of an organization that the caller isn't a member of", async () => {
    const served = await serve({ data: temporaryFolder() });
    const strange = await nonMembersWorld(served);
    const cases = endpoints
      .filter(({ path }) => /\{(organizationId|spaceId|collectionId)\}/.test(path))
      .map((endpoint) => ({
        endpoint,
        path: withSearch(endpoint, filled(endpoint, strange.idOf)),
        body: valid(endpoint),
      }));

    assert.deepEqual(await unexpected(served, cases, () => [403]), []);
    assert.deepEqual(await unexpected(strange.client, cases.slice(0, 1), () => [200]), []);
  });

  test.each(['{"a":', 'nonsense', "{'a': 1}", '{"a": undefined}', '\u0000'])(
    'the body %j, which is invalid JSON',
    async (body) => {
      const served = await serve();
      const cases = withBody().map((endpoint) => ({ endpoint, path: filled(endpoint, () => 'nothing'), body }));

      assert.deepEqual(await unexpected(served, cases, () => [400]), []);
    },
  );

  test.each([[[]], ['"text"'], [5], ['null'], [true], [[[{}]]]])("the body %j, which isn't an object", async (body) => {
    const served = await serve();
    const cases = withBody().map((endpoint) => ({ endpoint, path: filled(endpoint, () => 'nothing'), body }));

    assert.deepEqual(await unexpected(served, cases, () => [422]), []);
  });

  test('fields of a wrong type, and each names the field', async () => {
    const served = await serve();
    const cases = withBody().flatMap((endpoint) =>
      fieldsOf(endpoint.body).map(([name, field]) => ({
        endpoint,
        path: filled(endpoint, () => 'nothing'),
        body: { ...(valid(endpoint) as object), [name]: wrongFor(field) },
        names: `body.${name}`,
      })),
    );
    assert.ok(cases.length > 10);

    assert.deepEqual(await unexpected(served, cases, () => [422]), []);
  });

  test('an unknown field, and each names it', async () => {
    const served = await serve();
    const cases = withBody()
      .filter(isStrict)
      .map((endpoint) => ({
        endpoint,
        path: filled(endpoint, () => 'nothing'),
        body: { ...(valid(endpoint) as object), surprise: 1 },
        names: 'body.surprise',
      }));

    assert.deepEqual(await unexpected(served, cases, () => [422]), []);
  });

  test.each(['-1', '1001', '1e9', '1.5', 'many', '', '0x10', ' 5'])('the limit %j', async (limit) => {
    const served = await serve();
    const cases = endpoints
      .filter(({ query }) => query !== undefined && 'limit' in query.shape)
      .map((endpoint) => ({
        endpoint,
        path: `${filled(endpoint, () => 'nothing')}?query=a&limit=${encodeURIComponent(limit)}`,
        names: 'query.limit',
      }));

    assert.deepEqual(await unexpected(served, cases, () => [400]), []);
  });

  test("query values that aren't allowed", async () => {
    const served = await serve();
    const cases = endpoints.flatMap((endpoint) =>
      Object.entries<z.ZodType>(endpoint.query?.shape ?? {})
        .filter(([, field]) => !['nonsense', ['nonsense']].some((value) => field.safeDecode(value).success))
        .map(([name]) => ({
          endpoint,
          path: `${filled(endpoint, () => 'nothing')}?${name === 'query' ? '' : 'query=a&'}${name}=nonsense`,
          names: `query.${name}`,
        })),
    );
    assert.ok(cases.length > 10);

    assert.deepEqual(await unexpected(served, cases, () => [400]), []);
  });

  const invented = [
    '["a",1,null,"b"]',
    '[-5]',
    '[0.5]',
    '[1e999]',
    '[-5,"a"]',
    '[0.5,"a"]',
    '[1e999,"a"]',
    '[1e999,1]',
    '[5 ]',
  ];
  test.each(['nonsense', 'W10', 'bnVsbA', '%00', ...invented.map((key) => Buffer.from(key).toString('base64url'))])(
    'the invented cursor %j',
    async (cursor) => {
      const served = await serve({ data: temporaryFolder() });
      const strange = await nonMembersWorld(served);
      const cases = endpoints
        .filter(({ method, query }) => method === 'GET' && query !== undefined && 'page' in query.shape)
        .filter(({ path, query }) => !path.endsWith('/pdf') && 'limit' in query!.shape)
        .map((endpoint) => ({
          endpoint,
          path: `${filled(endpoint, strange.idOf)}?query=a&page=${cursor}`,
        }));
      const known = cases.filter(({ path }) => !path.includes('/nothing'));
      const unknown = cases.filter(({ path }) => path.includes('/nothing'));

      assert.deepEqual(await unexpected(strange.client, known, () => [400]), []);
      assert.deepEqual(await unexpected(strange.client, unknown, () => [400, 404]), []);
    },
  );
});

/** Deleting something missing answers 204; integrations and email domains have no parent. */
function expectedOfUnknown({ method, path }: Endpoint): readonly number[] {
  if (!path.includes('{')) return [200, 201];
  if (path.startsWith('/v1/email-domains')) return [200, 400];
  if (method === 'DELETE') return [204, 404];
  return method === 'POST' && path === '/v1/integrations/{integrationName}' ? [404, 400, 422] : [404];
}

async function unexpected(
  client: Client,
  cases: readonly (Case & { names?: string })[],
  expected: (endpoint: Endpoint) => readonly number[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { endpoint, path, body, names } of cases) {
    const reply = await call(client, endpoint.method, path, body);
    const message = (reply.body as Partial<Reply['body']> | undefined)?.error?.message ?? '';
    const isNamed = names === undefined || message.startsWith(names);
    if (expected(endpoint).includes(reply.status) && isNamed) continue;
    found.push(`${endpoint.method} ${path} ${JSON.stringify(body) ?? ''}: ${reply.status} ${message}`);
  }
  return found;
}

function call(client: Client, method: Endpoint['method'], path: string, body: unknown): Promise<Reply> {
  const send = client[method.toLowerCase() as Lowercase<Endpoint['method']>];
  return send(path, body);
}

/** Settings that are read, changed and sent as a whole keep unknown fields. */
function isStrict({ path }: Endpoint): boolean {
  return !path.endsWith('/customization');
}

function withSearch({ query }: Endpoint, path: string): string {
  return query !== undefined && 'query' in query.shape ? `${path}?query=a` : path;
}

function filled({ path }: Endpoint, value: (name: string, path: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = value(name, path);
    return id === '..' ? '%2e%2e%2f' : encodeURIComponent(id);
  });
}

function withBody(): Endpoint[] {
  return endpoints.filter(({ body }) => body !== undefined);
}

function valid({ body }: Endpoint): unknown {
  return body === undefined ? undefined : exampleOf(body);
}

function fieldsOf(body: z.ZodType | undefined): [string, z.ZodType][] {
  return body instanceof z.ZodObject ? Object.entries<z.ZodType>(body.shape) : [];
}

/** Another user's organization with content. */
async function nonMembersWorld(
  served: Served,
): Promise<{ client: Client; idOf: (name: string, path: string) => string }> {
  const database = openDatabase(served.data);
  const organization = { id: 'Strange', title: 'Strange', type: 'business', plan: 'pro_2024', emailDomains: [] };
  database.write(() => {
    addUser(database, { id: 'Stranger', displayName: 'Stranger', email: 'stranger@strange.example' }, 0);
    addOrganization(database, organization, 0);
    addMember(database, { organization: organization.id, user: 'Stranger', role: 'admin' }, 0);
  });
  database.close();
  const client = served.as(served.platform.tokenOf('Stranger'));
  const base = `/v1/orgs/${organization.id}`;
  const ids: Record<string, string> = { organizationId: organization.id };
  const keep = async (name: string, reply: Promise<Reply>) => {
    const { status, body } = await reply;
    if (status < 300) ids[name] = body.id;
  };
  await keep('collectionId', client.post(`${base}/collections`, {}));
  await keep('spaceId', client.post(`${base}/spaces`, {}));
  await keep('changeRequestId', client.post(`/v1/spaces/${ids['spaceId']}/change-requests`, {}));
  const comment = { body: { markdown: 'Hello' } };
  await keep('commentId', client.post(`/v1/spaces/${ids['spaceId']}/comments`, comment));
  await keep('siteId', client.post(`${base}/sites`, { title: 'Site' }));
  await keep('teamId', client.put(`${base}/teams`, { title: 'T' }));
  const comments = `/v1/spaces/${ids['spaceId']}/change-requests/${ids['changeRequestId']}/comments`;
  await keep('commentId of a change request', client.post(comments, comment));
  await client.post(`${base}/openapi`, { slug: 'one', source: { text: '{}' } });
  Object.assign(ids, { userId: 'Stranger', specSlug: 'one' });
  const inChangeRequest = (path: string) => (path.includes('/change-requests/') ? ' of a change request' : '');
  return { client, idOf: (name, path) => ids[`${name}${inChangeRequest(path)}`] ?? ids[name] ?? 'nothing' };
}
