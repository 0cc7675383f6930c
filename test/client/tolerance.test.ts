import { ApiError } from '../../src/model/shared/failure.ts';
import { wordsOf } from '../../src/extension/ground/words/reason.ts';
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
import { slowness } from '../slowness.ts';
import { arbitraryOf } from './arbitraryOf.ts';
import { spaceOf } from './samples.ts';
import { cpuTime } from '../cpuTime.ts';

function apiThatGets(reply: unknown): Api {
  return createApi({ base: 'http://here', platform: async () => Response.json(reply), token: async () => 'secret' });
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

describe("content that can't be read fails the reply instead of passing for the whole:", () => {
  const change = { type: 'page_edited', page: { id: 'p' } };
  const conflict = { page: 'p', base: 'b', main: 'm', own: 'o', attributes: ['document'] };
  const changes = (api: Api) => api.changeRequestContent.changes({ spaceId: 's', changeRequestId: '1' });
  const page = (api: Api) => api.content.page({ spaceId: 's', pageId: 'p' });
  const revision = (api: Api) => api.revisions.get({ spaceId: 's', revisionId: 'r' });
  const cases: [string, unknown, (api: Api) => Promise<unknown>, string][] = [
    ['a change without a type', { changes: [change, { page: { id: 'q' } }] }, changes, 'changes.1.type'],
    ['a change that is a text', { changes: [change, 'odd'] }, changes, 'changes.1'],
    ['the page of a change', { changes: [{ ...change, page: { id: 7 } }] }, changes, 'changes.0.page.id'],
    [
      'a conflict without attributes',
      { changes: [], conflicts: [conflict, { ...conflict, attributes: undefined }] },
      changes,
      'conflicts.1.attributes',
    ],
    ['conflicts as a number', { changes: [], conflicts: 1 }, changes, 'conflicts'],
    ['the number of further changes', { changes: [change], more: 'c2' }, changes, 'more'],
    ['the Markdown of a page', { id: 'p', markdown: { text: 'Hello' } }, page, 'markdown'],
    [
      'a page of a revision',
      { id: 'r', pages: [{ id: 'p', pages: [{ title: 'Q' }] }] },
      revision,
      'pages.0.pages.0.id',
    ],
    ['a file of a revision', { id: 'r', files: [{ id: 'f' }, { name: 'g' }] }, revision, 'files.1.id'],
    ['the files of a revision', { id: 'r', files: 7 }, revision, 'files'],
    ['the parents of a revision', { id: 'r', parents: ['q', 7] }, revision, 'parents.1'],
  ];
  test.each(cases)('%s', async (_, reply, call, field) => {
    await assert.rejects(
      call(apiThatGets(reply)),
      (error) =>
        error instanceof ApiError && error.reason.code === 'unexpectedReply' && error.reason.violation.field === field,
    );
  });

  test('but not a field of such content', async () => {
    const reply = { id: 'r', pages: [{ id: 'p', title: 7 }], files: [{ id: 'f', size: 'large' }] };

    assert.deepEqual(await revision(apiThatGets(reply)), { id: 'r', pages: [{ id: 'p' }], files: [{ id: 'f' }] });
  });
});

test("a page of a tree whose children can't be read is shown without them, and reported", async () => {
  const reply = { pages: [{ id: 'p', pages: 7 }, { id: 'q' }, { title: 'R' }] };

  const { pages, skipped } = await apiThatGets(reply).content.pages({ spaceId: 's' });

  assert.deepEqual(pages, [{ id: 'p', pages: [] }, { id: 'q' }]);
  assert.deepEqual(
    skipped?.map(({ index }) => index),
    [0, 2],
  );
});

describe('a reply that is nested deeply', () => {
  const nested = (depth: number): object => {
    let page: object = { id: 'deepest', title: 7 };
    for (let level = 0; level < depth; level += 1) page = { id: 'p', title: 7, pages: [page] };
    return page;
  };
  const tooDeep = (error: unknown) =>
    error instanceof ApiError &&
    error.reason.code === 'unexpectedReply' &&
    error.reason.violation.rule.is === 'shallow';

  // 500 levels took 1.6 s for each of up to 20 rounds.
  test.each([500, 5000, 200_000])('(%i levels) is refused at once', async (depth) => {
    // Serialized by hand, because JSON.stringify is limited by the call stack.
    const body = `${'{"id":"p","title":7,"pages":['.repeat(depth)}${']}'.repeat(depth)}`;
    const api = createApi({ base: 'http://here', platform: async () => new Response(body), token: async () => 't' });
    const begun = cpuTime();

    await assert.rejects(api.content.page({ spaceId: 's', pageId: 'p' }), tooDeep);

    assert.ok(cpuTime() - begun < 1000 * slowness);
  });

  test('and often is refused at once unless it has the expected form', async () => {
    const pages = Array.from({ length: 1000 }, () => nested(45));
    const begun = cpuTime();

    await assert.rejects(apiThatGets({ id: 'p', pages }).content.page({ spaceId: 's', pageId: 'p' }), tooDeep);

    assert.ok(cpuTime() - begun < 1000 * slowness);
    const readable = JSON.parse(JSON.stringify({ id: 'p', pages }).replaceAll('"title":7', '"title":"T"')) as object;
    const page = await apiThatGets(readable).content.page({ spaceId: 's', pageId: 'p' });
    assert.equal(page.pages?.length, 1000);
  });

  test("doesn't hide the other items of a list", async () => {
    const list = await apiThatGets({
      items: [{ id: 'o', title: 7, pages: [nested(500)] }, { id: 'q' }],
    }).organizations.search({ organizationId: 'o', query: 'q' });

    assert.deepEqual([list.items.map(({ id }) => id), list.skipped?.length], [['q'], 1]);
  });

  test('is read if it is a page tree', async () => {
    const { pages, skipped } = await apiThatGets({ pages: [nested(500)] }).content.pages({ spaceId: 's' });

    assert.deepEqual([pages.length, skipped], [1, undefined]);
  });

  test('is read as before up to 40 levels of pages', async () => {
    const page = await apiThatGets(nested(40)).content.page({ spaceId: 's', pageId: 'p' });

    assert.equal(page.pages?.[0]?.title, undefined);
  });
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
