import path from 'node:path';
import { withCapabilities, type Lacking } from '../../src/client/capabilities.ts';
import { main } from '../../src/model/shared/address.ts';
import { createApi } from '../../src/client/createApi.ts';
import { createTransport } from '../../src/client/network/transport.ts';
import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { openContent } from '../store/openContent.ts';
import type { Contents } from '../../src/store/content/content.ts';
import type { Library, Place } from '../../src/store/library/library.ts';
import type { Figure } from './figure.ts';

/**
 * The number of requests that browsing costs, counted at the server: client and library as the extension connects them,
 * over the network, with the sample workspace on the local platform as `npm run platform` serves it. Each figure is the
 * maximum of all organizations, collections, spaces or pages of the sample. Then the same for a server with only the
 * documented endpoints.
 */
export async function* requests(): AsyncGenerator<Figure> {
  yield* browsing({ specOnly: false, name: 'requests' });
  yield* browsing({ specOnly: true, name: 'requests by the API document alone' });
}

async function* browsing({ specOnly, name }: { specOnly: boolean; name: string }): AsyncGenerator<Figure> {
  await using server = await serve(specOnly);
  const { library, content, clock, taken } = server;
  const figure = (what: string, counts: number[], limit?: number): Figure => ({
    name: `${name}: ${what}`,
    value: Math.max(...counts),
    unit: `at most, of ${counts.length}`,
    ...(limit !== undefined && { limit }),
  });
  const opened = async (place: Place | undefined) => {
    const { places } = await library.children(place);
    return { places, count: taken().length };
  };

  const root = await opened(undefined);
  yield figure('the organizations', [root.count], 1);

  const counts: Record<'organization' | 'collection' | 'space', number[]> = {
    organization: [],
    collection: [],
    space: [],
  };
  const spaces: string[] = [];
  const closed = [...root.places];
  for (let place = closed.pop(); place !== undefined; place = closed.pop()) {
    if (place.kind !== 'organization' && place.kind !== 'collection' && place.kind !== 'space') continue;
    const { places, count } = await opened(place);
    counts[place.kind].push(count);
    closed.push(...places);
    if (place.kind === 'space') spaces.push(place.space.id);
  }
  yield figure('an organization', counts.organization, 2);
  yield figure('a collection', counts.collection, 1);
  // Its pages and its files, at the same time: a space without files has no row for them.
  yield figure('a space', counts.space, 2);

  const pages: (readonly [space: string, page: string])[] = [];
  const counted: { page: number[]; files: number[] } = { page: [], files: [] };
  for (const space of spaces) {
    let files = 0;
    for (const { id, path } of (await library.pages(space)).byId.values()) {
      if (!path?.endsWith('.md')) continue;
      await content.at(space, main).text(id);
      pages.push([space, id]);
      const requests = taken();
      const lists = requests.filter((request) => /\/content\/files\?/.test(request)).length;
      counted.page.push(requests.length - lists);
      files += lists;
    }
    counted.files.push(files);
  }
  yield figure('a page', counted.page, 1);
  yield figure('the list of a space’s files, with its first page that shows one', counted.files, 1);

  clock.now += 59_000;
  const readAgain = (space: string) =>
    Promise.all(pages.filter(([of]) => of === space).map(([space, page]) => content.at(space, main).text(page)));
  yield figure('all pages of a space again within a minute', await each(spaces, readAgain), 0);
  clock.now += 60_000;
  yield figure('all pages of a space again later', await each(spaces, readAgain), 1);

  async function each(spaces: readonly string[], read: (space: string) => Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    for (const space of spaces) {
      await read(space);
      const requests = taken();
      const others = requests.filter((request) => !/^GET \/v1\/spaces\/[^/]+$/.test(request));
      if (others.length > 0) throw new Error(`Not only spaces were asked for: ${others.join(', ')}`);
      counts.push(requests.length);
    }
    return counts;
  }
}

interface Server extends AsyncDisposable {
  readonly library: Library;
  readonly content: Contents;
  readonly clock: { now: number };
  /** The requests since the last call. */
  readonly taken: () => string[];
}

async function serve(specOnly: boolean): Promise<Server> {
  await using cleanUp = new AsyncDisposableStack();
  const sampleFolder = path.join(import.meta.dirname, '../../media/sample');
  const local = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder, specOnly });
  cleanUp.defer(() => local.close());
  const received: string[] = [];
  const server = await listen((request) => {
    const { pathname, search } = new URL(request.url);
    received.push(`${request.method} ${pathname}${search}`);
    return local.handle(request);
  }, 0);
  cleanUp.defer(() => server.close());
  const transport = createTransport({ systemCertificates: false });
  cleanUp.defer(() => transport.close());

  const clock = { now: Date.now() };
  const now = () => clock.now;
  let learned: Lacking | undefined;
  const storage = { get: () => learned, set: (lacking: Lacking) => void (learned = lacking) };
  const base = server.address;
  const { api } = withCapabilities(
    createApi({ base, platform: transport.platform, token: async () => local.token, now }),
    {
      storage,
      now,
    },
  );
  const { library, content } = openContent({
    api,
    download: async () => new Uint8Array(),
    account: 'local',
    now,
    storage: { read: async () => undefined, write: async () => undefined },
    log: { warn: (message) => console.warn(message) },
  });
  const owned = cleanUp.move();
  return {
    library,
    content,
    clock,
    taken: () => received.splice(0),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
