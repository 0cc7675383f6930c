import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { listen } from '../../src/server/listen.ts';
import { runInWorker } from '../../src/workers/runInWorker.ts';
import { median, type Figure } from './figure.ts';
import { ask, filledPlatform } from './filling.ts';
import type { Calls } from './platformCaller.ts';

const calls = 2000;
const rounds = 9;
/**
 * A space costs 1.9 times as much, a comment 1.8 times, and a page 1.5 times: the token, the membership and the
 * permissions of the caller are read as well, and a space has only one short query to compare with.
 */
const limit = 2;
const caller = new URL('platformCaller.ts', import.meta.url);

/**
 * The processor time that the server's thread takes to read a single item over HTTP, compared with a bare router that
 * runs the query of the item and returns the same body. The caller has a thread of its own, so it costs neither of them
 * anything. On a busy computer, both take longer, and the ratio is lower than on a calm one.
 */
export async function* platformRequests(): AsyncGenerator<Figure> {
  using filled = await filledPlatform({ comments: 10_000, pages: 1000 });
  const { platform, space } = filled;
  using database = new DatabaseSync(join(filled.data, 'platform.sqlite'), { readOnly: true });
  const ours = await listen(platform.handle, 0, platform.refuse);
  for (const [name, { path, query }] of Object.entries(reads(database, space))) {
    const bare = await serveBare(query, await ask(platform, path));
    const cost = (server: { readonly address: string }) => costOfCall(server.address + path, platform.token);
    const costs: number[] = [];
    const bareCosts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bareCosts.push(await cost(bare));
      costs.push(await cost(ours));
    }
    await bare.close();
    const [own, bareOwn] = [median(costs.slice(2)), median(bareCosts.slice(2))];
    yield { name: `read of ${name}`, value: own, unit: 'µs' };
    yield { name: `read of ${name}, bare router`, value: bareOwn, unit: 'µs' };
    yield { name: `read of ${name}, platform to bare router`, value: own / bareOwn, unit: 'times', limit };
  }
  await ours.close();
}

interface Read {
  readonly path: string;
  /** Fetches what the reply shows, and nothing else: no token, permissions, or transaction. */
  readonly query: () => unknown;
}

function reads(database: DatabaseSync, space: string): Readonly<Record<string, Read>> {
  const prepare = (sql: string) => database.prepare(sql);
  const spaceRow = prepare(
    `SELECT spaces.*, revisions.id AS revision FROM spaces JOIN revisions ON revisions.number = head WHERE spaces.id = ?`,
  );
  const commentRow = prepare(
    `SELECT comments.*, users.*, revisions.id, page.title, page.slug, page.parent_id, page.created_at, page.updated_at, spaces.line, spaces.head
     FROM comments JOIN spaces ON spaces.id = space_id JOIN users ON users.id = posted_by
     JOIN revisions ON revisions.number = revision
     JOIN pages AS page ON page.line = spaces.line AND page.id = page_id AND until > head AND since <= head
     WHERE comments.id = ? AND space_id = ?`,
  );
  const reactions = prepare('SELECT emoji, user_id, reacted_at FROM reactions WHERE comment_id = ?');
  const pageRow = prepare(
    `SELECT page.*, markdown, spaces.line, spaces.head FROM spaces
     JOIN pages AS page ON page.line = spaces.line AND page.id = ? AND until > head AND since <= head
     JOIN documents ON documents.id = document_id
     WHERE spaces.id = ?`,
  );
  const children = prepare(
    'SELECT * FROM pages WHERE line = ? AND parent_id = ? AND until > ? AND since <= ? ORDER BY rank, id',
  );
  const ancestor = prepare('SELECT parent_id, slug FROM pages WHERE line = ? AND id = ? AND until > ? AND since <= ?');
  const comment = 'Comment0000000000500';
  return {
    'a space': { path: `/v1/spaces/${space}`, query: () => spaceRow.get(space) },
    'a comment': {
      path: `/v1/spaces/${space}/comments/${comment}`,
      query: () => [reactions.all(comment), pathFrom(ancestor, commentRow.get(comment, space) as unknown as Placed)],
    },
    'a page': {
      path: `/v1/spaces/${space}/content/page/Page500?format=markdown`,
      query: () => {
        const row = pageRow.get('Page500', space) as unknown as Placed;
        return [pathFrom(ancestor, row), children.all(row.line, 'Page500', row.head, row.head)];
      },
    },
  };
}

interface Placed {
  readonly line: number;
  readonly head: number;
  readonly slug: string;
  readonly parent_id: string | null;
}

function pathFrom(ancestor: StatementSync, { line, head, ...page }: Placed): string {
  let path = page.slug;
  for (let parent = page.parent_id; parent !== null;) {
    const row = ancestor.get(line, parent, head, head) as Pick<Placed, 'slug' | 'parent_id'>;
    path = `${row.slug}/${path}`;
    parent = row.parent_id;
  }
  return path;
}

/**
 * Hono with the same routes and nothing else behind them but the query. Its result isn't shaped: the reply is known, and
 * is written as JSON for every call.
 */
async function serveBare(query: () => unknown, reply: unknown) {
  const app = new Hono({ router: new TrieRouter() });
  const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
  for (const { method, path } of endpoints) {
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), (context) => {
      query();
      return context.body(JSON.stringify(reply), 200, { 'Content-Type': 'application/json' });
    });
  }
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Time that this thread computes per call, in µs. */
async function costOfCall(url: string, token: string): Promise<number> {
  const before = process.threadCpuUsage();
  await runInWorker<Calls, void>(caller, { url, token, count: calls }, { kind: 'long', deadline: 60_000 });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / calls;
}
