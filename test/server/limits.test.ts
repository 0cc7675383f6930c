import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { serve, type Reply, type Served } from './serve.ts';

// Section 8 of the API document: the value of each limit, and one beyond. Written from the document, without the
// contract.

/** `METHOD path`, the field of the body, its shortest and longest length, and the other required fields. */
type Row = readonly [endpoint: string, field: string, least: number, most: number, rest?: object, value?: Value];
type Value = (length: number) => unknown;

const org = '/v1/orgs/{organizationId}';
const site = `${org}/sites/{siteId}`;
const url: Value = (length) => 'https://a.example/'.padEnd(length, 'a');
const proxy: Value = (length) => 'a.example/'.padEnd(length, 'a');
const list: Value = (length) => Array.from({ length }, () => 'aGk=');
/** By its code points, with optional leading zeros. */
const emoji: Value = (length) =>
  length === 0 ? '' : '1f469-1f3fd-200d-2764-200d-1f48b-200d-1f468-1f3ff'.padStart(length, '0');
const source = { source: { url: 'https://a.example/openapi.yaml' } };
const integration = { title: 'Title', description: 'D', script: 's', organization: '{organizationId}' };

const rows: readonly Row[] = [
  [`POST ${org}/collections`, 'title', 0, 50],
  ['PATCH /v1/collections/{collectionId}', 'title', 0, 50],
  ['PATCH /v1/collections/{collectionId}', 'description', 0, 100],
  ['PATCH /v1/spaces/{spaceId}', 'title', 0, 50],
  ['PATCH /v1/spaces/{spaceId}', 'emoji', 0, 50, {}, emoji],
  [`POST ${org}/spaces`, 'title', 0, 50],
  [`POST ${org}/spaces`, 'emoji', 0, 50, {}, emoji],
  ['POST /v1/spaces/{spaceId}/change-requests', 'subject', 0, 100],
  ['PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}', 'subject', 0, 100],
  [`POST ${org}/sites`, 'title', 2, 128],
  [`PATCH ${site}`, 'title', 2, 128],
  [`PATCH ${site}`, 'basename', 1, 100],
  [`PATCH ${site}`, 'proxy', 11, 512, {}, proxy],
  [`POST ${site}/sections`, 'title', 2, 128, { spaceId: '{spaceId}' }],
  [`PATCH ${site}/sections/{siteSectionId}`, 'title', 2, 128],
  [`PATCH ${site}/sections/{siteSectionId}`, 'path', 1, 100],
  [`PATCH ${site}/sections/{siteSectionId}`, 'description', 0, 256],
  [`PATCH ${site}/sections/{siteSectionId}`, 'condition', 1, 1024],
  [`POST ${site}/section-groups`, 'title', 1, 100],
  [`POST ${site}/section-groups`, 'icon', 0, 50, { title: 'T' }],
  [`PATCH ${site}/section-groups/{siteSectionGroupId}`, 'title', 1, 100],
  [`PATCH ${site}/section-groups/{siteSectionGroupId}`, 'icon', 0, 50],
  [`PATCH ${site}/site-spaces/{siteSpaceId}`, 'path', 1, 100],
  [`PATCH ${site}/site-spaces/{siteSpaceId}`, 'condition', 1, 1024],
  [`POST ${site}/share-links`, 'name', 0, 50],
  [`PATCH ${site}/share-links/{shareLinkId}`, 'name', 0, 50],
  [`POST ${org}/openapi`, 'slug', 1, 100, source],
  [`POST ${org}/openapi`, 'source.url', 19, 2048, { slug: '{slug}' }, url],
  [`PUT ${org}/openapi/one`, 'source.url', 19, 2048, {}, url],
  [`PUT ${org}/teams`, 'title', 1, 64],
  [`PATCH ${org}/teams/{teamId}`, 'title', 1, 64],
  [`POST ${org}/translations`, 'title', 1, 100],
  [`PUT ${org}/translations/{translationSettingsId}`, 'title', 1, 100],
  [`PATCH ${org}`, 'title', 2, 255],
  [`PATCH ${org}`, 'hostname', 3, 32],
  [`PATCH ${org}`, 'logo', 19, 2048, {}, url],
  ['POST /v1/integrations/one', 'title', 2, 30, integration],
  ['POST /v1/integrations/one', 'description', 0, 100, integration],
  ['POST /v1/integrations/one', 'summary', 0, 2048, integration],
  ['POST /v1/integrations/one', 'previewImages', 0, 3, integration, list],
];

describe('limits are exact:', () => {
  const cases = rows.map((row) => ({ name: `${row[0]}, ${row[1]}`, row }));
  test.each(cases)('$name', async ({ row: [endpoint, field, least, most, rest, value] }) => {
    const served = await serve();
    const made: Value = value ?? ((length) => 'a'.repeat(length));
    const send = async (length: number) => {
      const ids = await idsIn(served, endpoint);
      return call(served, filled(endpoint, ids), bodyWith(field, made(length), rest, ids));
    };

    const [shortest, longest, beyond] = [await send(least), await send(most), await send(most + 1)];

    assert.deepEqual([shortest, longest].map(isDone), [true, true], message(shortest) ?? message(longest));
    refused(beyond, field);
    if (least > 0 && value === undefined) refused(await send(least - 1), field);
  });

  test.each(['/v1/spaces/{spaceId}/search', `${org}/search`])('GET %s, query', async (path) => {
    const served = await serve();
    const ids = await idsIn(served, path);
    const search = (length: number) => served.get(`${filled(path, ids)}?query=${'a'.repeat(length)}`);

    const statuses = [await search(1), await search(512), await search(513), await search(0)].map(
      ({ status }) => status,
    );

    assert.deepEqual(statuses, [200, 200, 400, 400]);
  });

  test('an integration name has at most 100 characters', async () => {
    const served = await serve();
    const ids = { organizationId: served.organization };
    const send = (length: number) =>
      served.post(`/v1/integrations/${'a'.repeat(length)}`, bodyWith('title', 'Title', integration, ids));

    const [longest, beyond] = [await send(100), await send(101)];

    assert.ok(isDone(longest), message(longest));
    assert.ok([400, 422].includes(beyond.status), String(beyond.status));
  });
});

function refused(reply: Reply, field: string): void {
  assert.equal(reply.status, 422, message(reply));
  assert.match(reply.body.error.message, new RegExp(`^body\\.${field.replaceAll('.', '\\.')}: `));
}

function isDone({ status }: Reply): boolean {
  return status === 200 || status === 201;
}

function message({ body }: Reply): string | undefined {
  return (body as Partial<typeof body> | undefined)?.error?.message;
}

type Ids = Readonly<Record<string, string>>;

function call(served: Served, endpoint: string, body: unknown): Promise<Reply> {
  const [method = '', path = ''] = endpoint.split(' ');
  return served[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body);
}

function filled(text: string, ids: Ids): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(`There is no ${name}`));
}

function bodyWith(field: string, value: unknown, rest: object = {}, ids: Ids): unknown {
  const others = Object.fromEntries(
    Object.entries(rest).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'string' ? filled(one, ids) : one,
    ]),
  );
  const [outer = '', inner] = field.split('.');
  return { ...others, [outer]: inner === undefined ? value : { [inner]: value } };
}

/** Creates the resources in the path. */
async function idsIn(served: Served, endpoint: string): Promise<Ids> {
  const { organization } = served;
  const base = `/v1/orgs/${organization}`;
  const made = async (reply: Promise<Reply>) => {
    const all = await reply;
    assert.ok(isDone(all), message(all));
    return all.body.id;
  };
  const spaceId = await made(served.post(`${base}/spaces`, {}));
  const ids: Record<string, string> = { organizationId: organization, spaceId, slug: spaceId.toLowerCase() };
  const makers: Record<string, () => Promise<string>> = {
    collectionId: () => made(served.post(`${base}/collections`, {})),
    changeRequestId: () => made(served.post(`/v1/spaces/${spaceId}/change-requests`, {})),
    siteId: () => made(served.post(`${base}/sites`, { title: 'Site' })),
    siteSectionId: () => made(served.post(`${base}/sites/${ids['siteId']}/sections`, { spaceId })),
    siteSectionGroupId: () => made(served.post(`${base}/sites/${ids['siteId']}/section-groups`, { title: 'G' })),
    siteSpaceId: () => made(served.post(`${base}/sites/${ids['siteId']}/site-spaces`, { spaceId })),
    shareLinkId: () => made(served.post(`${base}/sites/${ids['siteId']}/share-links`, { name: 'L' })),
    teamId: () => made(served.put(`${base}/teams`, { title: spaceId })),
    translationSettingsId: () => made(served.post(`${base}/translations`, { title: 'T' })),
  };
  for (const [name, make] of Object.entries(makers)) if (endpoint.includes(`{${name}}`)) ids[name] = await make();
  return ids;
}
