import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApi } from '../../src/client/createApi.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import type { Page } from '../../src/contract/spaces/content.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Library } from '../../src/store/library/library.ts';
import { spaceOf } from '../client/samples.ts';
import { type Figure, median } from './figure.ts';

const base = 'https://docs.example';

/**
 * The cost of the page tree of a space with 10,000 pages: the time that our part (client, contract, tree, paths) adds
 * to fetching the response and JSON.parse, and the memory it uses.
 */
export async function* pageTree(): AsyncGenerator<Figure> {
  const reply = JSON.stringify({ pages: pages(10_000) });
  const plain: number[] = [];
  const ours: number[] = [];
  // The last result is held while the next is read, as if the user had opened other spaces before.
  const held: unknown[] = [];
  for (let round = 0; round < 20; round++) {
    const library = open(reply);
    await library.space('space');
    const [fetched, fetching] = await timed(() => justParsed(reply));
    const [, whole] = await timed(() => library.pages('space'));
    plain.push(fetching);
    ours.push(whole - fetching);
    held.splice(0, held.length, library, fetched);
  }
  yield { name: 'page tree of 10,000 pages, fetch and JSON.parse', value: median(plain), unit: 'ms' };
  yield { name: 'page tree of 10,000 pages, our part', value: median(ours), unit: 'ms', limit: 50 };
  yield { name: 'page tree of 10,000 pages, our part the first time', value: ours[0] ?? NaN, unit: 'ms' };
  yield { name: 'page tree of 10,000 pages, kept', value: await stored(reply), unit: 'MB', limit: 25 };
}

async function stored(reply: string): Promise<number> {
  const library = open(reply);
  await library.space('space');
  const before = heap();
  await library.pages('space');
  const after = heap();
  if (library.cachedPages('space')?.byId.size !== 10_000) throw new Error('The tree is not whole.');
  return (after - before) / 1024 / 1024;
}

async function timed<Result>(action: () => Promise<Result>): Promise<[Result, number]> {
  collectGarbage();
  const start = performance.now();
  const result = await action();
  return [result, performance.now() - start];
}

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function justParsed(reply: string): Promise<unknown> {
  const response = await platformOf(reply)(new Request(`${base}/v1/spaces/space/content/pages`));
  return JSON.parse(await response.text());
}

function open(reply: string): Library {
  return createLibrary({
    api: createApi({ base, platform: platformOf(reply), token: async () => 'token' }),
    account: 'docs.example-1',
    now: Date.now,
    storage: { read: async () => undefined, write: async () => undefined },
    log: { warn: (message) => console.warn(message) },
  });
}

function platformOf(reply: string): Platform {
  const space = JSON.stringify(spaceOf('space'));
  const headers = { 'content-type': 'application/json' };
  return async ({ url }) => new Response(url.endsWith('/pages') ? reply : space, { headers });
}

/** Documents and groups, some ten per level, with all fields of a real page. */
function pages(count: number): Page[] {
  const made: Page[] = [];
  const roots: Page[] = [];
  for (let index = 0; index < count; index++) {
    const above = index === 0 ? undefined : made[Math.floor((index - 1) / 10)];
    const title = index % 7 === 0 ? 'Überblick' : `Getting to know part ${index} of the robot`;
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const page: Page = {
      id: `Kx${index}Zq7mWn3RtYv`,
      title,
      type: index % 25 === 0 ? 'group' : 'document',
      createdAt: '2025-03-01T09:00:00.000Z',
      updatedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      urls: { app: `https://app.docs.example/o/organization/s/space/${slug}-${index}` },
      slug,
      path: above?.path ? `${above.path}/${slug}` : slug,
      documentId: `doc${index}`,
      description: 'What it is for, and where to look when it does not do it.',
      layout: { cover: true, title: true, description: true, tableOfContents: true, outline: true, pagination: true },
      git: { oid: 'da39a3ee5e6b4b0d3255bfef95601890afd80709', path: `${slug}.md` },
      pages: [],
    };
    made.push(page);
    (above?.pages ?? roots).push(page);
  }
  return roots;
}
