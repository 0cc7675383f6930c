import { createApi } from '../../src/client/createApi.ts';
import { placerIn } from '../../src/model/comments/quotePlace.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { createThreads } from '../../src/store/comments/createThreads.ts';
import { median, type Figure } from './figure.ts';

/**
 * The requests that it costs to place the threads of a page, counted at the server, for every page with threads in the
 * sample's handbook: when it is first opened, when it is opened again, and when all threads of the space are cached.
 * Then the time to find the quoted words of comments in a page.
 */
export async function* threads(): AsyncGenerator<Figure> {
  const local = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' });
  try {
    yield* placing(local);
  } finally {
    local.close();
  }
  yield finding();
}

async function* placing(local: ReturnType<typeof openLocalPlatform>): AsyncGenerator<Figure> {
  const place = { space: spaceId('operator-handbook') };
  let requests = 0;
  const api = createApi({
    base: 'http://127.0.0.1:4010',
    platform: (request) => {
      requests += 1;
      return local.handle(request);
    },
    token: async () => local.token,
  });
  const open = () => {
    const opened = createThreads({
      api,
      currentUserId: async () => userId('mara'),
      now: Date.now,
      serverNow: Date.now,
      drafts: {
        names: async () => [],
        read: async () => undefined,
        write: async () => undefined,
        delete: async () => undefined,
        claim: async () => async () => undefined,
        watch: () => ({ dispose: () => undefined }),
      },
      log: console,
    });
    return opened.of(place);
  };
  const counted = async (action: () => Promise<unknown>) => {
    requests = 0;
    await action();
    return requests;
  };

  const whole = open();
  const { threads: all } = await whole.load();
  const pages = [...new Set(all.flatMap(({ page }) => page?.id ?? []))];
  const first: number[] = [];
  const again: number[] = [];
  const known: number[] = [];
  const comments = open();
  for (const page of pages) {
    first.push(await counted(() => comments.ofPage(page)));
    again.push(await counted(() => comments.ofPage(page)));
    known.push(await counted(() => whole.ofPage(page)));
  }
  const figure = (what: string, counts: number[], limit: number): Figure => ({
    name: `threads: ${what}`,
    value: Math.max(...counts),
    unit: `requests at most, of ${counts.length} pages`,
    limit,
  });
  yield figure('placing those of a page', first, 1);
  yield figure('placing those of a page that was opened before', again, 0);
  yield figure('placing those of a page when those of the space are known', known, 0);
}

/** A page of 5,000 words with 200 comments. Half of their words have changed since. */
function finding(): Figure {
  const words = Array.from({ length: 5000 }, (_, index) => `word${(index * 7919) % 1700}`);
  const text = words.join(' ');
  const quotes = Array.from({ length: 200 }, (_, index) => {
    const quote = words.slice(index * 20, index * 20 + 8);
    return (index % 2 ? quote.with(4, 'changed') : quote).join(' ');
  });
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now();
    const place = placerIn(text);
    for (const quote of quotes) if (!place(quote)) throw new Error(`Not found: ${quote}`);
    return performance.now() - started;
  });
  return {
    name: 'threads: finding the words of 200 comments in a page of 5,000 words, half of them changed',
    value: median(times),
    unit: 'ms (median of 9)',
    limit: 250,
  };
}
