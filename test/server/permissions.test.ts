import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { servePeople, type Peopled } from './people.ts';
import type { Client, Json } from './serve.ts';

// Convention 5 of the API document: `permissions` say what the caller can do with the resource. Each one is compared
// with the replies of its calls: 403 or not.

const everybody = ['guest', 'reader', 'commenter', 'editor', 'reviewer', 'creator', 'admin'] as const;
type Caller = (typeof everybody)[number];

/** The resources for the calls, created by an admin for each caller. */
interface Workspace extends Peopled {
  readonly org: string;
  readonly collection: string;
  readonly changeRequest: string;
  readonly comment: string;
  readonly reply: string;
  readonly team: string;
  readonly site: string;
  readonly spec: string;
  readonly translation: string;
  readonly client: Client;
  readonly caller: Caller;
}

const markdown = { body: { markdown: 'text' } };
const integration = { title: 'Issues', description: 'Shows issues', script: 'export default {}' };

async function open(caller: Caller): Promise<Workspace> {
  const served = await servePeople();
  const { organization, space, post, put, patch } = served;
  const org = `/v1/orgs/${organization}`;
  const made = async (path: string, body: unknown, method = post) => {
    const reply = await method(path, body);
    assert.ok(reply.status < 300, `${reply.status} of ${path}`);
    return reply.body;
  };
  const collection = `/v1/collections/${(await made(`${org}/collections`, { title: 'C' })).id}`;
  const { id: spaceIn } = await made(`${org}/spaces`, { title: 'In', parent: collection.split('/').at(-1) });
  const changeRequest = `${space}/change-requests/${(await made(`${space}/change-requests`, {})).id}`;
  await made(`${changeRequest}/content`, {
    changes: [{ operation: 'insert_page', title: 'P', document: { markdown: '' } }],
  });
  await made(changeRequest, { status: 'open' }, patch);
  const client = caller === 'admin' ? served : served.by(caller);
  const comment = `${space}/comments/${(await made(`${space}/comments`, markdown)).id}`;
  const reply = `${comment}/replies/${(await made(`${comment}/replies`, markdown)).id}`;
  const team = `${org}/teams/${(await made(`${org}/teams`, { title: 'T' }, put)).id}`;
  const site = `${org}/sites/${(await made(`${org}/sites`, { title: 'Site', spaces: [space.split('/').at(-1)] })).id}`;
  const spec = `${org}/openapi/${(await made(`${org}/openapi`, { slug: 'api', source: { text: '{}' } })).slug}`;
  const translation = `${org}/translations/${(await made(`${org}/translations`, { title: 'German' })).id}`;
  for (const [name, visibility] of Object.entries({ open: 'public', hidden: 'unlisted', closed: 'private' }))
    await made(`/v1/integrations/${name}`, { ...integration, visibility, organization });
  assert.ok(spaceIn);
  return { ...served, org, collection, changeRequest, comment, reply, team, site, spec, translation, client, caller };
}

/** Whether the call is answered. A refusal for another reason than permissions shows that the call itself is wrong. */
async function may(call: Promise<{ status: number; body: Json | undefined }>): Promise<boolean> {
  const { status, body } = await call;
  assert.ok(status < 300 || status === 403, `${status} ${JSON.stringify(body)}`);
  return status !== 403;
}

type Check = (workspace: Workspace) => Promise<boolean>;

/** No endpoint belongs to these. */
const nothingToCall = Symbol('nothing to call');

interface Resource {
  readonly read: (workspace: Workspace) => Promise<Json>;
  readonly permissions: Readonly<Record<string, readonly Check[] | typeof nothingToCall>>;
}

const get =
  (path: (workspace: Workspace) => string): Check =>
  (all) =>
    may(all.client.get(path(all)));
const newContent = {
  changes: [{ operation: 'insert_page', title: 'N', document: { markdown: '' } }],
};

const resources: Readonly<Record<string, Resource>> = {
  'an organization': {
    read: async ({ client, org }) => (await client.get(org)).body,
    // In this order, because the last ones remove what the others need.
    permissions: {
      view: [get(({ org }) => org), get(({ org }) => `${org}/spaces`), get(({ org }) => `${org}/sites`)],
      admin: [
        ({ client, org }) => may(client.patch(org, { title: 'Renamed' })),
        ({ client, org }) => may(client.patch(`${org}/members/reader`, { role: 'comment' })),
        ({ client, org }) => may(client.delete(`${org}/link-invites/none`)),
        ({ client, site }) => may(client.patch(site, { title: 'Renamed' })),
        ({ client, organization }) =>
          may(client.post('/v1/integrations/mine', { ...integration, organization, visibility: 'private' })),
        ({ client, site }) => may(client.delete(site)),
      ],
      ownTeam: [({ client, org }) => may(client.put(`${org}/teams`, { title: 'Mine' }))],
      createContent: [
        ({ client, org }) => may(client.post(`${org}/spaces`, {})),
        ({ client, org }) => may(client.post(`${org}/collections`, {})),
        ({ client, space }) => may(client.post(`${space}/duplicate`)),
        ({ client, org }) => may(client.post(`${org}/sites`, { title: 'Mine' })),
      ],
      createOpenAPISpec: [
        ({ client, org }) => may(client.post(`${org}/openapi`, { slug: 'mine', source: { text: '{}' } })),
      ],
      ingestConversations: nothingToCall,
      viewBilling: nothingToCall,
      listMembers: [get(({ org }) => `${org}/members`), get(({ org }) => `${org}/members/editor/teams`)],
      listTeams: [get(({ org }) => `${org}/teams`), get(({ team }) => `${team}/members`)],
      // Public ones are visible to everyone. The permission is about the rest of an organization's integrations.
      listIntegrations: [
        get(() => '/v1/integrations/closed'),
        async ({ client, organization }) => {
          const { body } = await client.get(`/v1/integrations?owner=${organization}`);
          const names = body.items.map(({ name }) => name);
          assert.ok(names.includes('open'));
          assert.equal(names.includes('closed'), names.includes('hidden'));
          assert.equal(body.count, names.length);
          return names.includes('closed');
        },
      ],
    },
  },

  'a collection': {
    read: async ({ client, collection }) => (await client.get(collection)).body,
    permissions: {
      view: [get(({ collection }) => collection), get(({ collection }) => `${collection}/spaces`)],
      viewInviteLinks: nothingToCall,
      create: [
        ({ client, org, collection }) => may(client.post(`${org}/spaces`, { parent: collection.split('/').at(-1) })),
        ({ client, org, collection }) =>
          may(client.post(`${org}/collections`, { parent: collection.split('/').at(-1) })),
      ],
      admin: [
        ({ client, collection }) => may(client.patch(collection, { title: 'Renamed' })),
        ({ client, collection }) => may(client.delete(collection)),
      ],
    },
  },

  'a space': {
    read: async ({ client, space }) => (await client.get(space)).body,
    permissions: {
      view: [get(({ space }) => space), get(({ space }) => `${space}/content`)],
      access: [get(({ space }) => `${space}/change-requests`)],
      viewInviteLinks: nothingToCall,
      edit: [
        ({ client, space }) => may(client.post(`${space}/change-requests`, {})),
        ({ client, changeRequest }) => may(client.patch(changeRequest, { subject: 'Renamed' })),
        ({ client, changeRequest }) => may(client.post(`${changeRequest}/content`, newContent)),
        ({ client, changeRequest }) => may(client.post(`${changeRequest}/update`)),
        ({ client, changeRequest }) =>
          may(client.post(`${changeRequest}/requested-reviewers`, { users: ['reviewer'] })),
      ],
      triggerGitSync: nothingToCall,
      comment: [
        get(({ space }) => `${space}/comments`),
        ({ client, space }) => may(client.post(`${space}/comments`, markdown)),
        ({ client, changeRequest }) => may(client.post(`${changeRequest}/comments`, markdown)),
      ],
      review: [({ client, changeRequest }) => may(client.post(`${changeRequest}/reviews`, { status: 'approved' }))],
      merge: [({ client, changeRequest }) => may(client.post(`${changeRequest}/merge`))],
      admin: [
        ({ client, space }) => may(client.patch(space, { title: 'Renamed' })),
        async ({ client, space }) => may(client.delete(space)),
      ],
    },
  },

  'a comment of somebody else': {
    read: async ({ client, comment }) => (await client.get(comment)).body,
    permissions: {
      view: [get(({ comment }) => comment)],
      edit: [({ client, comment }) => may(client.put(comment, markdown))],
      reply: [
        ({ client, comment }) => may(client.post(`${comment}/replies`, markdown)),
        ({ client, comment }) => may(client.put(comment, { resolved: true, addedReactions: ['1f44d'] })),
      ],
      delete: [({ client, comment }) => may(client.delete(comment))],
    },
  },

  'a reply of somebody else': {
    read: async ({ client, reply }) => (await client.get(reply)).body,
    permissions: {
      view: [get(({ reply }) => reply)],
      edit: [({ client, reply }) => may(client.put(reply, markdown))],
      reply: [({ client, reply }) => may(client.put(reply, { addedReactions: ['1f44d'] }))],
      delete: [({ client, reply }) => may(client.delete(reply))],
    },
  },

  'a team': {
    read: async ({ client, team }) => (await client.get(team)).body,
    permissions: {
      view: [get(({ team }) => team), get(({ team }) => `${team}/members`)],
      admin: [
        ({ client, team }) => may(client.patch(team, { title: 'Renamed' })),
        ({ client, team }) => may(client.put(`${team}/members/editor`, { role: 'member' })),
        ({ client, team }) => may(client.delete(team)),
      ],
    },
  },

  'an OpenAPI specification': {
    read: async ({ client, spec }) => (await client.get(spec)).body,
    permissions: {
      view: [get(({ spec }) => spec), get(({ spec }) => `${spec}/versions`)],
      edit: [
        ({ client, spec }) => may(client.put(spec, { source: { text: '{}' } })),
        ({ client, spec }) => may(client.delete(spec)),
      ],
    },
  },

  'a translation': {
    read: async ({ client, translation }) => (await client.get(translation)).body,
    permissions: {
      view: [get(({ translation }) => translation)],
      edit: [
        ({ client, translation }) => may(client.put(translation, { title: 'Renamed' })),
        ({ client, translation }) => may(client.delete(translation)),
      ],
    },
  },

  'an integration': {
    read: async ({ client }) => (await client.get('/v1/integrations/open')).body,
    permissions: {
      admin: [
        ({ client, organization }) => may(client.post('/v1/integrations/open', { ...integration, organization })),
        ({ client }) => may(client.delete('/v1/integrations/open')),
      ],
      install: nothingToCall,
    },
  },
};

describe.each(everybody)('the permissions of %s', (caller) => {
  test.each(Object.entries(resources))('on %s match the replies of the calls', async (_, { read, permissions }) => {
    const workspace = await open(caller);
    const shown = await read(workspace);
    // A caller who can't see a resource gets no permissions, and can do nothing with it.
    const isSeen = shown['error'] === undefined;
    const reported = isSeen ? shown.permissions : {};
    if (isSeen) assert.deepEqual(Object.keys(reported).sort(), Object.keys(permissions).sort());

    const answered: [string, boolean][] = [];
    for (const [name, checks] of Object.entries(permissions)) {
      if (checks === nothingToCall) continue;
      for (const check of checks) answered.push([name, await check(workspace)]);
    }

    assert.deepEqual(
      answered,
      answered.map(([name]) => [name, reported[name] ?? false]),
    );
  });
});

test('the permissions on a deleted space only allow viewing and restoring it', async () => {
  const { space, comment, reply, get, post, put, delete: remove } = await open('admin');
  await remove(space);

  const { permissions } = (await get(space)).body;

  const allowed = (reported: Readonly<Record<string, boolean>>) =>
    Object.keys(reported).filter((name) => reported[name]);
  assert.deepEqual(allowed(permissions), ['view', 'access', 'admin', 'viewInviteLinks']);
  for (const each of [comment, reply]) assert.deepEqual(allowed((await get(each)).body.permissions), ['view']);
  const statuses = [
    (await post(`${space}/change-requests`, {})).status,
    (await post(`${space}/comments`, markdown)).status,
    (await put(comment, markdown)).status,
    (await remove(reply)).status,
    (await post(`${space}/restore`)).status,
  ];
  assert.deepEqual(statuses, [409, 409, 409, 409, 200]);
});
