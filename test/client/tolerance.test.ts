import { ApiError } from '../../src/model/shared/failure.ts';
import { wordsOf } from '../../src/extension/words/reason.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type * as z from 'zod';
import { ChangeRequest } from '../../src/contract/changeRequests/changeRequests.ts';
import { Collection } from '../../src/contract/spaces/collections.ts';
import { File, Page, Revision, SpaceSearchResult } from '../../src/contract/spaces/content.ts';
import { LinkReport } from '../../src/contract/spaces/links.ts';
import { Organization, OrganizationSearchResult } from '../../src/contract/organizations/organizations.ts';
import { Space } from '../../src/contract/spaces/spaces.ts';
import { User } from '../../src/contract/organizations/users.ts';
import type { Api } from '../../src/client/api.ts';
import { nameOf } from '../../src/client/apiOf.ts';
import { createApi } from '../../src/client/createApi.ts';
import { parseReply } from '../../src/client/replies.ts';
import { secretsOf } from '../../src/client/secrets.ts';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint, Group } from '../../src/contract/shared/endpoint.ts';
import { arbitraryOf } from './arbitraryOf.ts';
import { spaceOf } from './samples.ts';

function apiThatGets(reply: unknown): Api {
  return createApi({ base: 'http://here', platform: async () => Response.json(reply), token: async () => 't' });
}

/** Serialized to JSON, because the client only has to handle replies that a server can send. */
function overTheWire(schema: z.ZodType): fc.Arbitrary<unknown> {
  return arbitraryOf(schema).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

describe('a reply of a newer or older server arrives completely', () => {
  const cases: [string, z.ZodType, (api: Api) => Promise<unknown>][] = [
    ['organization', Organization, (api) => api.organizations.get({ organizationId: 'o' })],
    ['collection', Collection, (api) => api.collections.get({ collectionId: 'c' })],
    ['space', Space, (api) => api.spaces.get({ spaceId: 's' })],
    ['revision', Revision, (api) => api.content.revision({ spaceId: 's' })],
    ['page', Page, (api) => api.content.page({ spaceId: 's', pageId: 'p' })],
    ['file', File, (api) => api.content.file({ spaceId: 's', fileId: 'f' })],
    ['link report', LinkReport, (api) => api.spaces.links({ spaceId: 's' })],
    ['change request', ChangeRequest, (api) => api.changeRequests.get({ spaceId: 's', changeRequestId: '1' })],
    ['user', User, (api) => api.users.me({})],
  ];
  test.each(cases)('%s', async (_, schema, call) => {
    await fc.assert(
      fc.asyncProperty(overTheWire(schema), async (value) => {
        assert.deepEqual(await call(apiThatGets(value)), value);
      }),
    );
  });
});

describe('a field of an unexpected form is ignored and logged', () => {
  const elsewhere = { kind: 'page', organization: { object: 'organization', id: 'o' }, space: 's' };
  const link = { status: 'broken', targetReference: elsewhere, locationReferences: [{ kind: 'page', space: 's' }] };
  const cases: [string, unknown, (api: Api) => Promise<unknown>, unknown, string[]][] = [
    [
      'an organization as an object inside a link report',
      { items: [link] },
      (api) => api.spaces.links({ spaceId: 's' }),
      { items: [{ ...link, targetReference: { kind: 'page', space: 's' } }] },
      ['items[0].targetReference.organization'],
    ],
    [
      'an organization as an object inside backlinks',
      { items: [link] },
      (api) => api.content.pageLinks({ spaceId: 's', pageId: 'p' }),
      { items: [{ ...link, targetReference: { kind: 'page', space: 's' } }] },
      ['items[0].targetReference.organization'],
    ],
    [
      'a translation without a title',
      { items: [{ id: 't', languages: ['de'] }] },
      (api) => api.translations.list({ organizationId: 'o' }),
      { items: [{ id: 't', title: '', languages: ['de'] }], dropped: [{ index: 0, field: 'title' }] },
      ['item 0: title'],
    ],
    [
      'a content security policy as an object',
      { id: 'i', name: 'i', contentSecurityPolicy: { 'default-src': 'none' } },
      (api) => api.integrations.get({ integrationName: 'i' }),
      { id: 'i', name: 'i' },
      ['contentSecurityPolicy'],
    ],
    [
      'an e-mail domain without its organizations',
      { object: 'email-domain' },
      (api) => api.organizations.ofEmailDomain({ emailDomain: 'example.com' }),
      { object: 'email-domain', organizations: [] },
      ['organizations'],
    ],
  ];
  test.each(cases)('%s', async (_, reply, call, arrives, fields) => {
    const logged: string[] = [];
    const api = createApi({
      base: 'http://here',
      platform: async () => Response.json(reply),
      token: async () => 'secret',
      onDropped: (_, first) => void logged.push(...first),
    });

    assert.deepEqual(await call(api), arrives);

    assert.deepEqual(logged, fields);
  });

  test('whatever a server names it', async () => {
    const reply = { ...spaceOf('s'), urls: 7, dropped: 'x', skipped: [7] };

    assert.equal((await apiThatGets(reply).spaces.get({ spaceId: 's' })).title, 'Space s');
    const list = await apiThatGets({ items: [reply], dropped: 'x', skipped: [7] }).spaces.list({ organizationId: 'o' });
    assert.deepEqual([list.items.length, list.skipped, list.dropped], [1, undefined, [{ index: 0, field: 'urls' }]]);
  });
});

describe('the cursor of a list', () => {
  const list = (next: unknown) =>
    apiThatGets({ items: [spaceOf('s')], next, count: 'many' }).spaces.list({ organizationId: 'o' });

  test('may be a number', async () => {
    assert.deepEqual((await list({ page: 2 })).next, { page: '2' });
  });

  test.each([null, {}, { page: null }, { page: '' }, '', false])('says in %j that the list ends', async (next) => {
    const { next: cursor, isCut, skipped } = await list(next);

    assert.deepEqual([cursor?.page || undefined, isCut, skipped], [undefined, undefined, undefined]);
  });

  test.each([{ page: { after: 's' } }, 'c2', 7])(
    "in a form that can't be read (%j) doesn't end the list unnoticed",
    async (next) => {
      const { items, next: cursor, isCut, skipped } = await list(next);

      assert.deepEqual([items.length, cursor, isCut, skipped], [1, undefined, true, undefined]);
    },
  );
});

describe('a web page never counts as success', () => {
  const endpoints: Endpoint[] = Object.values<Group>(contract).flatMap((group) => Object.values(group));
  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
    const reply = {
      status: 200,
      headers: new Headers(),
      bytes: Buffer.from('\n<!doctype html><p>Sign in to the network'),
    };

    assert.throws(
      () => parseReply(endpoint, reply, secretsOf('t', {}), 0),
      (error) =>
        error instanceof ApiError &&
        error.reason.code === 'webPageReply' &&
        error.details.mayHaveHappened === (endpoint.method === 'GET' ? undefined : true),
    );
  });

  const page = '<!doctype html><p>Sign in to the network';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, 'utf16le')]);
  test.each([
    ['as plain text', 'text/plain', page],
    ['after blank lines', '', `${'\r\n'.repeat(300)}${page}`],
    ['after a byte order mark', '', `\uFEFF ${page}`],
    ['in UTF-16', '', utf16],
    ['after a comment', '', `<!-- gateway -->${page}`],
    ['that begins with text', 'Text/HTML; charset=utf-8', 'Sign in. <a href="/login">Here</a>'],
  ])('%s', (_, type, body) => {
    const headers = new Headers(type === '' ? {} : { 'content-type': type });
    const reply = { status: 200, headers, bytes: Buffer.from(body as string) };

    for (const endpoint of [contract.spaces.delete, contract.spaces.get])
      assert.throws(
        () => parseReply(endpoint, reply, secretsOf('t', {}), 0),
        (error) => error instanceof ApiError && error.reason.code === 'webPageReply',
      );
  });

  test.each([404, 410])('that says %i deletes nothing, not even what the server may lack', (status) => {
    const reply = { status, headers: new Headers({ 'content-type': 'text/html' }), bytes: Buffer.from(page) };
    const deletions = endpoints.filter(({ method }) => method === 'DELETE');

    for (const endpoint of deletions)
      assert.throws(
        () => parseReply(endpoint, reply, secretsOf('t', {}), 0),
        (error) => error instanceof ApiError && error.kind === 'unreadable',
      );
  });

  test('unless it is JSON by another name', () => {
    const headers = new Headers({ 'content-type': 'text/html' });

    parseReply(
      contract.spaces.delete,
      { status: 200, headers, bytes: Buffer.from('{"ok":true}') },
      secretsOf('t', {}),
      0,
    );
  });

  test('unless it is empty', () => {
    const headers = new Headers({ 'content-type': 'text/html' });

    parseReply(contract.spaces.delete, { status: 205, headers, bytes: new Uint8Array() }, secretsOf('t', {}), 0);
  });
});

describe('a list of a newer or older server arrives completely', () => {
  const cases: [string, z.ZodType, (api: Api) => Promise<{ items: unknown[]; skipped?: unknown }>][] = [
    ['organizations', Organization, (api) => api.organizations.list({})],
    [
      'search results',
      OrganizationSearchResult,
      (api) => api.organizations.search({ organizationId: 'o', query: 'q' }),
    ],
    ['collections', Collection, (api) => api.collections.list({ organizationId: 'o' })],
    ['spaces', Space, (api) => api.collections.spaces({ collectionId: 'c' })],
    ['found sections', SpaceSearchResult, (api) => api.content.search({ spaceId: 's', query: 'q' })],
    ['files', File, (api) => api.content.files({ spaceId: 's' })],
    ['change requests', ChangeRequest, (api) => api.changeRequests.list({ spaceId: 's' })],
  ];
  test.each(cases)('%s', async (_, schema, call) => {
    await fc.assert(
      fc.asyncProperty(fc.array(overTheWire(schema), { maxLength: 3 }), async (items) => {
        const list = await call(apiThatGets({ object: 'list', items }));

        assert.deepEqual(list.items, items);
        assert.equal(list.skipped, undefined);
      }),
    );
  });
});

test('a page tree of a newer or older server arrives completely', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(overTheWire(Page), { maxLength: 3 }), fc.jsonValue(), async (pages, other) => {
      const reply = JSON.parse(JSON.stringify({ pages, other })) as unknown;

      assert.deepEqual(await apiThatGets(reply).content.pages({ spaceId: 's' }), reply);
    }),
  );
});

test('any reply gives a value or an ApiError that has words', async () => {
  const reply = fc.record({
    status: fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status)),
    body: fc.oneof(fc.string(), fc.json(), fc.constantFrom('<html>', '{"items":[{}]}', '{"error":{"message":7}}')),
  });
  await fc.assert(
    fc.asyncProperty(reply, async ({ status, body }) => {
      const api = createApi({
        base: 'http://here',
        platform: async () => new Response(body, { status }),
        token: async () => 't',
      });

      const outcome = await api.organizations.list({}).then(
        () => 'a value',
        (error: unknown) => (error instanceof ApiError ? `ApiError: ${wordsOf(error.reason)}` : String(error)),
      );

      assert.match(outcome, /^(a value|ApiError: [A-Z][^]*[.”])$/);
    }),
  );
});
