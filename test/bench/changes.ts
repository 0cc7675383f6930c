import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApi } from '../../src/client/createApi.ts';
import { createTransport } from '../../src/client/network/transport.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import type { Contents } from '../../src/store/content/content.ts';
import { createContents } from '../../src/store/content/createContents.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Figure } from './figure.ts';

const pages = 2000;
const changed = 1500;
const opened = 50;

/**
 * The cost of listing the changes of a change request with 1,500 pages, and of reading the 50 pages of a diff, over
 * HTTP from the local platform. Each page has some 20 kB of text.
 */
export async function* changes(): AsyncGenerator<Figure> {
  await using server = await serve();
  const { content, space, taken } = server;
  const start = performance.now();
  const set = await content.changes(space, 1);
  yield { name: 'changes: list of 1,500 changed pages', value: performance.now() - start, unit: 'ms', limit: 250 };
  if (set.pages.length !== changed) throw new Error(`There are ${set.pages.length} changes.`);
  const listing = taken();
  yield { name: 'changes: requests for the list', value: listing.length, unit: 'requests', limit: 6 };
  yield { name: 'changes: pages read for the list', value: pageReads(listing), unit: 'pages', limit: 0 };

  const before = heap();
  const reading = performance.now();
  const reads = set.pages
    .slice(0, opened)
    .flatMap(({ id }) =>
      (['base', 'changeRequest'] as const).map((kind) => content.text(space, { kind, number: 1 }, id)),
    );
  await Promise.all(reads);
  yield { name: 'changes: reading 50 of them', value: performance.now() - reading, unit: 'ms' };
  yield { name: 'changes: pages read for 50 of them', value: pageReads(taken()), unit: 'pages', limit: 2 * opened };
  yield { name: 'changes: pages read at the same time', value: server.most(), unit: 'pages', limit: 8 };
  yield { name: 'changes: kept of 50 of them', value: (heap() - before) / 1024 / 1024, unit: 'MB', limit: 25 };
}

interface Server extends AsyncDisposable {
  readonly content: Contents;
  readonly space: string;
  /** The requests since the last call. */
  readonly taken: () => string[];
  /** The highest number of pages requested at the same time. */
  readonly most: () => number;
}

async function serve(): Promise<Server> {
  await using cleanUp = new AsyncDisposableStack();
  const local = openLocalPlatform({ data: ':memory:' });
  cleanUp.defer(() => local.close());
  const { space } = await filled(local);
  const requests: string[] = [];
  let running = 0;
  let most = 0;
  const server = await listen(local.handle, 0);
  cleanUp.defer(() => server.close());
  const transport = createTransport({ systemCertificates: false });
  cleanUp.defer(() => transport.close());
  const platform: Platform = async (request) => {
    const path = new URL(request.url).pathname;
    requests.push(path);
    if (pageReads([path]) === 0) return transport.platform(request);
    most = Math.max(most, ++running);
    try {
      return await transport.platform(request);
    } finally {
      running -= 1;
    }
  };
  const api = createApi({ base: server.address, platform, token: async () => local.token });
  const parts = {
    api,
    download: async () => new Uint8Array(),
    account: 'local',
    now: Date.now,
    storage: { read: async () => undefined, write: async () => undefined },
    log: { warn: (message: string) => console.warn(message) },
  };
  const content = createContents({ ...parts, library: createLibrary(parts) });
  // First runs everything that is loaded on first use, so that loading isn't measured.
  await content.pages(space, { kind: 'revision', revision: (await api.spaces.get({ spaceId: space })).revision });
  requests.length = 0;
  const owned = cleanUp.move();
  return {
    content,
    space,
    taken: () => requests.splice(0),
    most: () => most,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A space with its pages, and a change request with changes to most of them. */
async function filled(local: LocalPlatform): Promise<{ space: string }> {
  const api = createApi({ base: 'http://127.0.0.1', platform: local.handle, token: async () => local.token });
  const [organization] = (await api.organizations.list({})).items;
  const { id: space } = await api.spaces.create({ organizationId: organization?.id ?? '', body: { title: 'Guide' } });
  const ids = Array.from({ length: pages }, (_, index) => `page${index}`);
  local.edit(
    space,
    ids.map((id, index) => ({
      operation: 'insert_page',
      id,
      title: `Part ${index}`,
      ...(index % 20 > 0 && { into: `page${index - (index % 20)}` }),
      markdown: textOf(index, 'before'),
    })),
  );
  const { id } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Everything' } });
  local.editChangeRequest(
    id,
    ids.slice(0, changed).map((page, index) => ({ operation: 'update_page', page, markdown: textOf(index, 'after') })),
  );
  return { space };
}

function pageReads(paths: readonly string[]): number {
  return paths.filter((path) => /\/page\/[^/]+$/.test(path)).length;
}

function textOf(index: number, when: string): string {
  return Array.from(
    { length: 200 },
    (_, line) =>
      `Step ${line} of part ${index}, ${when}: turn the dial until it says ${line}, then wait for the light.\n`,
  ).join('\n');
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
