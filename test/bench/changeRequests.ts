import { createApi } from '../../src/client/createApi.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import type { ChangeRequestPlace } from '../../src/store/changeRequests/changeRequests.ts';
import { createCurrentUser } from '../../src/store/account/currentUser.ts';
import { createChangeRequests } from '../../src/store/changeRequests/createChangeRequests.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Figure } from './figure.ts';
import { ask } from './filling.ts';

const spaces = 200;
const each = 10;

const waiting: ChangeRequestPlace = { kind: 'waiting', key: 'waiting' };
const open: ChangeRequestPlace = { kind: 'status', key: 'open', status: 'open' };

/**
 * The requests and the time of the Change Requests view with 2,000 change requests in 200 spaces. The account's
 * organizations are cached.
 */
export async function* changeRequests(): AsyncGenerator<Figure> {
  const local = openLocalPlatform({ data: ':memory:', seed: 'empty' });
  try {
    const currentUserId = await fill(local);
    const { store, taken } = await view(local, currentUserId);

    const screen = await measured(() => Promise.all([store.children(undefined), store.children(open)]));
    // The open ones, and those that wait on the current user.
    yield requests('the first screen', taken(), 2);
    yield {
      name: 'change requests: the first screen, over the local platform',
      value: screen,
      unit: 'ms',
      limit: 1000,
    };
    await store.children(waiting);
    yield requests('what waits on me', taken(), 1);
    if (store.cachedChildren(waiting)?.places.length !== 20) throw new Error('Not all that waits on me is shown.');
    await store.more(open);
    yield requests('the next hundred', taken(), 1);
    store.arrange({ grouping: 'space', filter: {} });
    await store.children(undefined);
    yield requests('grouped by space', taken(), 0);
  } finally {
    local.close();
  }
}

function requests(what: string, taken: string[], limit: number): Figure {
  return { name: `change requests: requests of ${what}`, value: taken.length, unit: 'requests', limit };
}

async function measured(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** All of them are open, and twenty request a review of the caller. Returns the caller's id. */
async function fill(local: LocalPlatform): Promise<string> {
  const { id: currentUserId } = await ask<{ id: string }>(local, '/v1/user');
  const { items } = await ask<{ items: { id: string }[] }>(local, '/v1/orgs');
  for (let number = 0; number < spaces; number++) {
    const path = `/v1/orgs/${items[0]?.id ?? ''}/spaces`;
    const space = await send<{ id: string }>(local, 'POST', path, { title: `Space ${number}` });
    for (let count = 0; count < each; count++) {
      const all = `/v1/spaces/${space.id}/change-requests`;
      const { id } = await send<{ id: string }>(local, 'POST', all, { subject: `Change ${count} of space ${number}` });
      await send(local, 'PATCH', `${all}/${id}`, { status: 'open' });
      if (number % 10 === 0 && count === 0)
        await send(local, 'POST', `${all}/${id}/requested-reviewers`, { users: [currentUserId] });
    }
  }
  return currentUserId;
}

async function send<Reply>(local: LocalPlatform, method: string, path: string, body: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${local.token}`, 'content-type': 'application/json' };
  const request = new Request(`http://a.invalid${path}`, { method, headers, body: JSON.stringify(body) });
  const response = await local.handle(request);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

async function view(local: LocalPlatform, userId: string) {
  const requests: string[] = [];
  const api = createApi({
    base: 'http://a.invalid',
    platform: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return local.handle(request);
    },
    token: async () => local.token,
  });
  const parts = {
    api,
    download: async () => new Uint8Array(),
    now: Date.now,
    serverNow: Date.now,
    storage: { read: async () => undefined, write: async () => undefined },
    log: { warn: (message: string) => console.warn(message) },
  };
  const library = createLibrary({ ...parts, account: 'local' });
  await library.organizations();
  requests.length = 0;
  const currentUser = createCurrentUser({ ...parts, userId });
  return { store: createChangeRequests({ ...parts, library, currentUser }), taken: () => requests.splice(0) };
}
