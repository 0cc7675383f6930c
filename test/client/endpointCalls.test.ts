import assert from 'node:assert/strict';
import { afterAll, describe, test } from 'vitest';
import * as z from 'zod';
import { createApi } from '../../src/client/createApi.ts';
import { createEndpointCalls, type EndpointReply } from '../../src/client/endpointCalls.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { organizationId, spaceId } from '../../src/server/sample/seeding.ts';

const platform = openLocalPlatform({
  data: ':memory:',
  seed: 'sample',
  sampleFolder: 'media/sample',
  appUrl: 'https://app.example',
});
afterAll(() => platform.close());
const base = 'https://docs.example/api';
const api = createApi({
  base: 'http://localhost',
  platform: platform.handle,
  token: async () => platform.token,
});
const calls = createEndpointCalls({ api, base });
const path = { spaceId: spaceId('operator-handbook') };

describe('every endpoint', () => {
  test.each(calls.all())('$id returns its schema, and a request to start with', ({ id, parameters }) => {
    const schema = calls.schemaOf(id) as { properties: { path?: { required: string[] } } };

    const draft = calls.draftOf(id, { spaceId: 'S1' });

    assert.deepEqual(schema.properties.path?.required ?? [], parameters);
    assert.deepEqual(Object.keys(draft.path ?? {}), parameters);
    if (parameters.includes('spaceId')) assert.equal(draft.path?.['spaceId'], 'S1');
  });

  test.each(calls.all())('$id has no problems in a request to start with', ({ id }) => {
    const schema = JSON.parse(JSON.stringify(calls.schemaOf(id))) as Parameters<typeof z.fromJSONSchema>[0];

    const { error } = z.fromJSONSchema(schema).safeParse(calls.draftOf(id, {}));

    assert.deepEqual(error?.issues ?? [], []);
  });

  test('of the document is included: more than 126 with the optional ones', () => {
    const all = calls.all();
    assert.equal(all.filter(({ isOptional }) => !isOptional).length, 126);
    assert.ok(all.length > 126);
  });
});

test('a call returns the reply', async () => {
  const space = (await calls.call('spaces.get', { path })) as { id: string };

  assert.equal(space.id, path.spaceId);
});

test('a query has types as in code: a limit is a number', async () => {
  const list = (await calls.call('changeRequests.list', { path, query: { limit: 1, status: 'open' } })) as {
    items: unknown[];
  };

  assert.equal(list.items.length, 1);
});

test('a body that breaks a limit is refused before it is sent', async () => {
  const body = { title: 'x'.repeat(51) };

  await assert.rejects(calls.call('spaces.update', { path, body }), /notSent \{"violation":\{"field":"body\.title"/);
});

test('a query without a required field names its place in the request', async () => {
  await assert.rejects(
    calls.call('content.search', { path, query: {} }),
    /notSent \{"violation":\{"field":"query\.query","rule":\{"is":"required"\}\}\}/,
  );
});

test.each([
  ['content.search', { query: { query: '' } }],
  ['spaceComments.create', { body: { body: { markdown: '' } } }],
])('a request for %s starts with its required fields', (id, expected) => {
  const { query, body } = calls.draftOf(id, {});

  assert.deepEqual(
    { ...(query && Object.keys(query).length > 0 && { query }), ...(body !== undefined && { body }) },
    expected,
  );
});

test('a call reports status and size of the reply, even for an error', async () => {
  const reported: EndpointReply[] = [];
  const options = { onReply: (reply: EndpointReply) => void reported.push(reply) };

  await calls.call('spaces.get', { path }, options);
  await assert.rejects(calls.call('spaces.get', { path: { spaceId: 'NoSuchSpace' } }, options));

  assert.deepEqual(
    reported.map(({ status }) => status),
    ['200 OK', '404 Not Found'],
  );
  assert.ok(reported.every(({ size }) => size > 10));
});

test('reports the reply to each of two simultaneous calls', async () => {
  let count = 0;
  const options = { onReply: () => void count++ };

  await Promise.all([calls.call('spaces.get', { path }, options), calls.call('spaces.get', { path }, options)]);

  assert.equal(count, 2);
});

test('a missing id is reported', async () => {
  await assert.rejects(
    calls.call('spaces.get', { path: { spaceId: '' } }),
    /notSent \{"violation":\{"field":"path\.spaceId","rule":\{"is":"notEmpty"\}\}\}/,
  );
});

test('an unknown endpoint name throws', async () => {
  await assert.rejects(calls.call('constructor.name', {}), /unknownEndpoint \{"id":"constructor\.name"\}/);
  assert.throws(() => calls.schemaOf('spaces'), /unknownEndpoint \{"id":"spaces"\}/);
});

test("the claims of a visitor aren't shown", async () => {
  const reply = await calls.call('members.ping', { path: { organizationId: organizationId('northwind') } });

  assert.deepEqual(reply, { serviceVisitorClaims: '…' });
});

test('the key of a share link is shown neither on creation nor in its list', async () => {
  const organization = { organizationId: organizationId('northwind') };
  const { items } = (await calls.call('sites.list', { path: organization })) as { items: { id: string }[] };
  const site = { ...organization, siteId: items[0]?.id ?? '' };
  const published = async () => {
    const { items } = await api.shareLinks.list(site);
    return items.map(({ urls }) => urls?.['published'] ?? '');
  };

  const made = (await calls.call('shareLinks.create', { path: site, body: { name: 'Press' } })) as {
    name: string;
    urls: { published: string };
  };
  const listed = JSON.stringify(await calls.call('shareLinks.list', { path: site }));

  assert.equal(made.name, 'Press');
  assert.match(made.urls.published, /^https:\/\/app\.example\/…$/);
  for (const url of await published()) {
    const key = url.split('/').at(-1) ?? '';
    assert.ok(key.length > 5 && !listed.includes(key) && !JSON.stringify(made).includes(key));
  }
});

test('a key of the request is hidden wherever the reply repeats it', async () => {
  const echoing = createApi({
    base: 'http://localhost',
    token: async () => platform.token,
    platform: async (request) => {
      const reply = (await (await platform.handle(request)).json()) as object;
      return Response.json({
        ...reply,
        title: 'Shown by hush-hush',
        urls: { published: 'https://x.example/hush-hush' },
      });
    },
  });

  const space = await createEndpointCalls({ api: echoing, base }).call('spaces.get', {
    path,
    query: { shareKey: 'hush-hush' },
  });

  assert.doesNotMatch(JSON.stringify(space), /hush/);
  assert.equal((space as { title: string }).title, 'Shown by …');
});

describe('a curl command', () => {
  test('has a placeholder for the token and survives a shell', () => {
    const curl = calls.curlOf('spaces.update', { path: { spaceId: 'S1' }, body: { title: "Bo's" } });

    assert.equal(
      curl,
      `curl -X PATCH -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' ` +
        `-d '{"title":"Bo\\u0027s"}' 'https://docs.example/api/v1/spaces/S1'`,
    );
  });

  test('has no nested quotes', () => {
    const curl = calls.curlOf('spaces.update', {
      path: { spaceId: "S'(calc)'" },
      body: { title: "'; calc; '", emoji: 'f' },
    });

    const [, ...parts] = curl.split(/ (?=-[HdX] |'https)/);
    assert.deepEqual(
      parts.map((part) => part.split("'").length - 1),
      [0, 0, 2, 2, 2],
    );
    const [, body = ''] = /-d '([^']*)'/.exec(curl) ?? [];
    assert.deepEqual(JSON.parse(body), { title: "'; calc; '", emoji: 'f' });
    assert.ok(curl.endsWith(`/v1/spaces/S%27(calc)%27'`));
  });

  test('contains no share key and no secret of an integration', () => {
    const read = calls.curlOf('spaces.get', { path: { spaceId: 'S1' }, query: { shareKey: 'hush-hush' } });
    const published = calls.curlOf('integrations.publish', {
      path: { integrationName: 'bridge' },
      body: { title: 'Bridge', description: '', script: 'x', organization: 'o', secrets: { KEY: 'hush-hush' } },
    });

    assert.doesNotMatch(read + published, /hush/);
  });

  test('contains no URL-encoded or JSON-encoded secret', () => {
    const read = calls.curlOf('spaces.get', { path: { spaceId: 'S1' }, query: { shareKey: 'hush hush+/ü' } });
    const published = calls.curlOf('integrations.publish', {
      path: { integrationName: 'bridge' },
      body: {
        title: 'Bridge',
        description: '',
        script: 'x',
        organization: 'o',
        secrets: { KEY: '-----BEGIN KEY-----\nhush "hush"\\' },
      },
    });

    assert.doesNotMatch(read + published, /hush/);
  });
});
