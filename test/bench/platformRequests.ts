import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { request, Agent } from 'undici';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { listen } from '../../src/server/listen.ts';
import { median, type Figure } from './figure.ts';
import { ask, filledPlatform } from './filling.ts';

const calls = 2000;

/** Reads of a single item over HTTP, compared with the bare router returning the same prepared body. */
export async function* platformRequests(): AsyncGenerator<Figure> {
  using filled = await filledPlatform({ comments: 10_000, pages: 1000 });
  const { platform, space } = filled;
  const paths = {
    'a space': `/v1/spaces/${space}`,
    'a comment': `/v1/spaces/${space}/comments/Comment0000000000500`,
    'a page': `/v1/spaces/${space}/content/page/Page500?format=markdown`,
  };
  for (const [name, path] of Object.entries(paths)) {
    const bare = bareRouter(JSON.stringify(await ask(platform, path)));
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      theirs.push(await perSecond(bare, path, platform.token));
      ours.push(await perSecond(platform.handle, path, platform.token));
    }
    const [most, bareMost] = [median(ours.slice(2)), median(theirs.slice(2))];
    yield { name: `reads of ${name} per second`, value: most, unit: '1/s' };
    yield { name: `reads of ${name}, bare router to platform`, value: bareMost / most, unit: 'times', limit: 2 };
  }
}

/** The same routes without anything behind them: no token, no database, one body for all. */
function bareRouter(body: string): (asked: Request) => Promise<Response> {
  const app = new Hono({ router: new TrieRouter() });
  const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
  for (const { method, path } of endpoints) {
    app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      context.body(body, 200, { 'Content-Type': 'application/json' }),
    );
  }
  return async (asked) => app.fetch(asked);
}

async function perSecond(handle: (asked: Request) => Promise<Response>, path: string, token: string): Promise<number> {
  const server = await listen(handle, 0);
  const dispatcher = new Agent({ connections: 4 });
  const headers = { authorization: `Bearer ${token}` };
  const start = performance.now();
  let left = calls;
  const caller = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await request(server.address + path, { dispatcher, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(String(statusCode));
    }
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  const time = performance.now() - start;
  await dispatcher.destroy();
  await server.close();
  return (calls / time) * 1000;
}
