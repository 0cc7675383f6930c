import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { addUser } from '../../src/server/sample/members.ts';
import { exampleOf } from './exampleOf.ts';
import { secondOrganization, serve, temporaryFolder, type Reply, type Served } from './serve.ts';
import { made } from './sites.ts';

// Ids of another organization, one at a time among valid ids: 403 in every position. The caller is an admin of both
// organizations. Each test covers all endpoints and lists all wrong answers.

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));

/**
 * Ids that are scoped by the preceding one: pages and files by their space; users, slugs and names belong to no
 * organization.
 */
const free = new Set(['pageId', 'fileId', 'pagePath', 'userId', 'specSlug', 'integrationName', 'emailDomain']);

/** Every endpoint, once for each id after the first one of its path. */
const cases = endpoints.flatMap((endpoint) =>
  below(endpoint.path)
    .filter((name) => !free.has(name))
    .map((name) => ({ endpoint, name })),
);

test('an id of another organization in a URL is refused, and nothing happens', async () => {
  const { served, own, theirs } = await world();
  assert.ok(cases.length > 60);
  const found: string[] = [];

  for (const { endpoint, name } of cases) {
    const path = filled(endpoint.path, (each) => (each === name ? theirs : own)(each, endpoint.path));
    const reply = await send(served, endpoint.method, path, endpoint.body && exampleOf(endpoint.body));
    if (reply.status !== 403) found.push(reported(endpoint, name, reply));
  }

  assert.deepEqual(found, []);
});

test("an unknown id isn't found, and deleting it succeeds", async () => {
  const { served, own } = await world();
  const found: string[] = [];

  for (const { endpoint, name } of cases) {
    const path = filled(endpoint.path, (each) => (each === name ? 'nothing' : own(each, endpoint.path)));
    const reply = await send(served, endpoint.method, path, endpoint.body && exampleOf(endpoint.body));
    const isLast = below(endpoint.path).at(-1) === name;
    const expected = endpoint.method === 'DELETE' && (isLast || reply.status !== 404) ? 204 : 404;
    if (reply.status !== expected) found.push(reported(endpoint, name, reply));
  }

  assert.deepEqual(found, []);
});

test("a user who isn't a member is simply not a member", async () => {
  const { served, own } = await world();
  const database = openDatabase(served.data);
  addUser(database, { id: 'Stranger', displayName: 'Stranger', email: 'stranger@a.example' }, 0);
  database.close();
  const org = `/v1/orgs/${served.organization}`;
  const team = `${org}/teams/${own('teamId', '')}`;

  assert.equal((await served.get(`${org}/members/Stranger`)).status, 404);
  assert.equal((await served.delete(`${org}/members/Stranger`)).status, 204);
  assert.equal((await served.put(`${team}/members/Stranger`, { role: 'member' })).status, 404);
  assert.equal((await served.put(`${team}/members`, { add: ['Stranger'] })).status, 422);
});

const org = '/v1/orgs/{organizationId}';
const site = `${org}/sites/{siteId}`;
const near = (neighbour: object) => ({ position: { after: neighbour } });

describe('in a body', () => {
  test('an id of another organization is refused', async () => {
    const { served, own, theirs } = await world();
    const [space, collection] = [theirs('spaceId', ''), theirs('collectionId', '')];
    const [section, siteSpace] = [theirs('siteSectionId', ''), theirs('siteSpaceId', '')];
    const bodies: [Endpoint['method'], string, object][] = [
      ['POST', `${org}/sites`, { title: 'Docs', spaces: [space] }],
      ['PATCH', org, { defaultContent: { type: 'site', site: theirs('siteId', '') } }],
      ['PATCH', site, { defaultSiteSection: section }],
      ['PATCH', site, { defaultSiteSpace: siteSpace }],
      ['POST', `${site}/sections`, { spaceId: space }],
      ['PATCH', `${site}/sections/{siteSectionId}`, { defaultSiteSpace: siteSpace }],
      ['POST', `${site}/section-groups`, { title: 'G', sections: [section] }],
      ['POST', `${site}/section-groups/{siteSectionGroupId}/sections`, { sectionId: section }],
      ['POST', `${site}/site-spaces`, { spaceId: space }],
      ['POST', `${site}/site-spaces`, { spaceId: own('spaceId', ''), sectionId: section }],
      ['PATCH', `${site}/site-spaces/{siteSpaceId}`, { spaceId: space }],
      ['PATCH', `${site}/structure/sort`, { item: { type: 'site-space', id: siteSpace } }],
      ['PATCH', `${site}/structure/sort`, { item: { type: 'site-section', id: section } }],
      ['POST', `${org}/spaces`, { parent: collection }],
      ['POST', `${org}/collections`, { parent: collection }],
      ['POST', '/v1/spaces/{spaceId}/move', { parent: collection }],
      ['POST', '/v1/collections/{collectionId}/move', { parent: collection }],
    ];
    const found: string[] = [];

    for (const [method, path, body] of bodies) {
      const reply = await send(
        served,
        method,
        filled(path, (name) => own(name, path)),
        body,
      );
      if (reply.status !== 403) found.push(reported({ method, path }, JSON.stringify(body), reply));
    }

    assert.deepEqual(found, []);
  });

  test('a position next to it is refused as a mistake', async () => {
    const { served, own, theirs } = await world();
    const move = async (path: string, neighbour: object) =>
      (await served.post(`${filled(path, (name) => own(name, path))}/move`, near(neighbour))).status;
    const [section, group] = [theirs('siteSectionId', ''), theirs('siteSectionGroupId', '')];

    assert.deepEqual(
      [
        await move('/v1/spaces/{spaceId}', { type: 'space', space: theirs('spaceId', '') }),
        await move(`${site}/site-spaces/{siteSpaceId}`, { type: 'site-space', siteSpace: theirs('siteSpaceId', '') }),
        await move(`${site}/sections/{siteSectionId}`, { type: 'site-section', siteSection: section }),
        await move(`${site}/section-groups/{siteSectionGroupId}`, { type: 'site-section-group', id: group }),
      ],
      [400, 400, 400, 400],
    );
  });
});

type IdOf = (name: string, path: string) => string;

/** Two organizations with one of each resource, and a caller who is an admin of both. */
async function world(): Promise<{ served: Served; own: IdOf; theirs: IdOf }> {
  const served = await serve({ data: temporaryFolder() });
  const other = secondOrganization(served);
  return { served, own: await filledWith(served, served.organization), theirs: await filledWith(served, other) };
}

async function filledWith(served: Served, organizationId: string): Promise<IdOf> {
  const base = `/v1/orgs/${organizationId}`;
  const id = async (path: string, body: object = {}) => (await made(served, path, body)).id;
  const space = await made(served, `${base}/spaces`);
  const changeRequestId = await id(`/v1/spaces/${space.id}/change-requests`);
  const siteId = await id(`${base}/sites`, { title: 'Site' });
  const siteSectionId = await id(`${base}/sites/${siteId}/sections`, { spaceId: space.id });
  const siteSpaces = (await served.get(`${base}/sites/${siteId}/site-spaces`)).body.items;
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'One', version: '1' }, paths: {} });
  const spec = await made(served, `${base}/openapi`, { slug: 'one', source: { text } });
  const inviteId = `invite of ${organizationId}`;
  const database = openDatabase(served.data);
  database.run('INSERT INTO invites (id, organization_id, created_at) VALUES (?, ?, 0)', inviteId, organizationId);
  database.close();
  const discussed = async (path: string) => {
    const said = { body: { markdown: 'Hello' } };
    const commentId = (await served.post(`${path}/comments`, said)).body.id;
    const commentReplyId = (await served.post(`${path}/comments/${commentId}/replies`, said)).body.id;
    return { commentId, commentReplyId };
  };
  const ids: Record<string, string> = {
    ...{ organizationId, changeRequestId, siteId, siteSectionId, inviteId },
    collectionId: await id(`${base}/collections`),
    spaceId: space.id,
    revisionId: space.revision,
    siteSpaceId: siteSpaces[0].id,
    siteSectionGroupId: await id(`${base}/sites/${siteId}/section-groups`, { title: 'G' }),
    shareLinkId: await id(`${base}/sites/${siteId}/share-links`, { name: 'L' }),
    teamId: (await served.put(`${base}/teams`, { title: 'T' })).body.id,
    translationSettingsId: await id(`${base}/translations`, { title: 'T' }),
    specSlug: 'one',
    versionId: spec['lastVersion'] as string,
    ...(await discussed(`/v1/spaces/${space.id}`)),
  };
  const inChangeRequest = await discussed(`/v1/spaces/${space.id}/change-requests/${changeRequestId}`);
  for (const [name, value] of Object.entries({ ...ids, ...inChangeRequest })) assert.ok(value, name);
  return (name, path) => {
    const own: Record<string, string> = path.includes('{changeRequestId}') ? { ...ids, ...inChangeRequest } : ids;
    return own[name] ?? 'any';
  };
}

/** The ids of a path except its first one. */
function below(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).slice(1);
}

function filled(path: string, idOf: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name)));
}

function send(served: Served, method: Endpoint['method'], path: string, body: unknown): Promise<Reply> {
  return served[method.toLowerCase() as Lowercase<Endpoint['method']>](path, body);
}

function reported({ method, path }: Pick<Endpoint, 'method' | 'path'>, what: string, { status, body }: Reply): string {
  return `${method} ${path} with ${what}: ${status} ${JSON.stringify(body)}`;
}
