import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { request } from 'undici';
import { createApi } from '../../src/client/createApi.ts';
import { createTransport } from '../../src/client/network/transport.ts';
import { pagesOf } from '../../src/store/shared/pagesOf.ts';
import { median, type Figure } from './figure.ts';

const pages = 100;
const perPage = 1000;

if (!isMainThread && parentPort) await answer();

/**
 * The time that the client adds to undici and JSON.parse when it lists 100,000 comments, each checked with its whole
 * schema.
 */
export async function* clientListing(): AsyncGenerator<Figure> {
  const worker = new Worker(new URL(import.meta.url));
  const transport = createTransport({ systemCertificates: false });
  try {
    const [base] = (await once(worker, 'message')) as [string];
    const plain: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      plain.push(await timed(() => listedPlainly(base)));
      whole.push(await timed(() => listed(base, transport.platform)));
    }
    // The first round warms up.
    const [bare, ours] = [median(plain.slice(1)), median(whole.slice(1))];
    yield { name: 'listing 100,000 comments by undici and JSON.parse', value: bare, unit: 'ms' };
    yield { name: 'listing 100,000 comments through the client', value: ours, unit: 'ms' };
    yield { name: 'listing 100,000 comments, client to plain', value: ours / bare, unit: 'times', limit: 1.4 };
  } finally {
    await transport.close();
    await worker.terminate();
  }
}

async function listedPlainly(base: string): Promise<void> {
  let count = 0;
  let page: string | undefined = '';
  while (page !== undefined) {
    const { body } = await request(`${base}/v1/spaces/s/comments?limit=${perPage}${page && `&page=${page}`}`);
    const list = JSON.parse(await body.text()) as { items: unknown[]; next?: { page: string } };
    count += list.items.length;
    page = list.next?.page;
  }
  if (count !== pages * perPage) throw new Error(`Only ${count} came.`);
}

async function listed(base: string, platform: Parameters<typeof createApi>[0]['platform']): Promise<void> {
  const api = createApi({ base, platform, token: async () => 'token' });
  let count = 0;
  for await (const { list } of pagesOf((page) => api.spaceComments.list({ spaceId: 's', limit: perPage, page }))) {
    for (const comment of list.items) if (comment.postedBy?.id !== undefined) count += 1;
  }
  if (count !== pages * perPage) throw new Error(`Only ${count} came.`);
}

async function timed(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Runs in a thread of its own: the pages of one list, as bytes that are already there. */
async function answer(): Promise<void> {
  const replies = Array.from({ length: pages }, (_, number) =>
    Buffer.from(
      JSON.stringify({
        items: Array.from({ length: perPage }, (_, at) => comment(number * perPage + at)),
        ...(number + 1 < pages && { next: { page: String(number + 1) } }),
        count: pages * perPage,
      }),
    ),
  );
  const server = createServer((asked, response) => {
    const number = Number(new URL(asked.url ?? '', 'http://here').searchParams.get('page') ?? 0);
    response.writeHead(200, { 'content-type': 'application/json' }).end(replies[number]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function comment(number: number): unknown {
  const user = {
    object: 'user',
    id: `User${number % 50}`,
    displayName: `Somebody ${number % 50}`,
    email: `somebody${number % 50}@docs.example`,
    photoURL: `https://docs.example/photos/${number % 50}.png`,
    urls: { location: `https://docs.example/v1/users/User${number % 50}` },
  };
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  return {
    object: 'comment',
    id: `Comment${number}`,
    postedBy: user,
    postedAt: at,
    reactions: number % 3 === 0 ? [{ emoji: '1f44d', count: 1, users: [{ user, reactedAt: at }] }] : [],
    replies: number % 4,
    body: { markdown: `It should say **${number}** here, as [the guide](guide.md) does.` },
    target: {
      page: {
        id: `Page${number % 900}`,
        title: 'Getting started',
        path: 'guides/getting-started',
        createdAt: at,
        updatedAt: at,
        outdated: false,
      },
      space: 's',
      revision: 'Revision1',
    },
    urls: { location: `https://docs.example/v1/spaces/s/comments/Comment${number}` },
    permissions: { view: true, edit: false, reply: true, delete: false },
    status: number % 5 === 0 ? 'resolved' : 'open',
    ...(number % 5 === 0 && { resolvedAt: at, resolvedBy: user }),
  };
}
