import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApi } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import { findIn } from '../../src/composition/find.ts';
import type { FindQuery } from '../../src/model/find/query.ts';
import { createContents } from '../../src/store/content/createContents.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import { memory } from '../store/openLibrary.ts';
import { median, type Figure } from './figure.ts';
import { filledPlatform } from './filling.ts';

const pages = 10_000;
const rounds = 3;

/** A word in about a tenth of the pages of a large space, and then a word in all pages, read one by one. */
export async function* findInPages(): AsyncGenerator<Figure> {
  using filled = await filledPlatform({ pages });
  const firsts: number[] = [];
  const wholes: number[] = [];
  const heaps: number[] = [];
  let hits = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { find } = opened(filled.platform);
    const before = heapUsed();
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 5);
    const start = performance.now();
    let first = NaN;
    hits = 0;
    const outcome = await find.find([{ space: filled.space }], word, {
      onPage({ matches }) {
        if (matches.length === 0) return;
        hits += 1;
        if (Number.isNaN(first)) first = performance.now() - start;
      },
    });
    wholes.push(performance.now() - start);
    firsts.push(first);
    clearInterval(watching);
    if (outcome.failures.length > 0 || hits === 0) throw new Error(`No hits: ${String(outcome.failures[0])}`);
    heaps.push((Math.max(most, heapUsed()) - before) / 1024 / 1024);
  }
  const name = `a word of ${hits} pages among ${pages}`;
  yield { name: `find ${name}: first results`, value: median(firsts), unit: 'ms', limit: 300 };
  yield { name: `find ${name}: all results`, value: median(wholes), unit: 'ms', limit: 3000 };
  yield { name: `find ${name}: memory`, value: median(heaps), unit: 'MB', limit: 60 };
  const { find } = opened(filled.platform);
  const start = performance.now();
  const { searched } = await find.find([{ space: filled.space }], word, { all: true, onPage: () => undefined });
  yield { name: `find in all pages, each of ${searched} read`, value: performance.now() - start, unit: 'ms' };
}

const word: FindQuery = { text: 'babo', isRegex: false, isCaseSensitive: false, isWholeWord: true };

function opened(platform: Awaited<ReturnType<typeof filledPlatform>>['platform']) {
  const connection = { base: 'http://a.invalid', platform: platform.handle, token: async () => platform.token };
  const api = createApi(connection);
  const shared = {
    ...{ api, account: 'bench', now: Date.now, storage: memory(), log: { warn: () => undefined } },
    download: createDownload({ ...connection, elsewhere: undefined }),
  };
  const library = createLibrary(shared);
  const content = createContents({ ...shared, library });
  const edits = () => Promise.reject(new Error('No change request is searched'));
  return { find: findIn({ api, library, content, edits }) };
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
