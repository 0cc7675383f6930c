import assert from 'node:assert/strict';
import { describe, onTestFinished, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { main } from '../../../src/model/shared/address.ts';
import { createDownload } from '../../../src/client/download.ts';
import { headingsOf } from '../../../src/model/pages/text.ts';
import { tagProblems } from '../../../src/model/tags/problems.ts';
import { createParseAhead } from '../../../src/composition/parseAhead.ts';
import { openLocalPlatform } from '../../../src/server/localPlatform.ts';
import { openContent } from '../openContent.ts';
import type { ParseAhead } from '../../../src/store/shared/parseAhead.ts';
import { runInWorker } from '../../../src/workers/runInWorker.ts';
import { folderWith } from '../../server/serve.ts';
import { memory } from '../openLibrary.ts';
import { cpuTime } from '../../cpuTime.ts';
import { longestTest } from '../../patience.ts';

const base = 'http://127.0.0.1:4010';

/** About 130,000 letters, which take 100 ms and more to parse. Each call returns another text. */
function largeMarkdown(name: string): string {
  const part = (at: number) =>
    `## Step ${at} of ${name}\n\nRead *this* and \`that\` in [a small page](small.md#${at}), then [go on](https://a.example/${at}).\n\n- One\n- Two, with ![a picture](p.png)\n\n`;
  return `# Large\n\n{% hint %}\n${Array.from({ length: 800 }, (_, at) => part(at)).join('')}`;
}

/** A page of a space on the local platform, read through the library. */
async function open(markdown: string, parseAhead?: ParseAhead) {
  const folder = folderWith({ 'docs/small.md': '# A small page', 'docs/large.md': markdown, 'docs/p.png': 'x' });
  const platform = openLocalPlatform({ data: ':memory:', imports: [`${folder}/docs`], origin: base });
  onTestFinished(() => platform.close());
  const connection = { base, platform: platform.handle, token: async () => platform.token };
  const { library, content } = openContent({
    api: createApi(connection),
    download: createDownload(connection),
    account: '127.0.0.1-1',
    now: Date.now,
    storage: memory(),
    log: { warn: (message) => assert.fail(message) },
    parseAhead,
  });
  const { spaces } = await library.availableSpaces();
  const space = spaces[0]!.id;
  const page = [...(await library.pages(space)).byId.values()].find(({ title }) => title === 'Large')!;
  return { library, read: async () => (await content.at(space, main).text(page.id)).text };
}

/** CPU time of this thread during the work, in ms; other processes don't count. */
async function laborOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('a large page', () => {
  test('reads the same when another thread parses it, and takes little time here', async () => {
    const warnings: string[] = [];
    const parseAhead = createParseAhead({ warn: (message) => warnings.push(message) }, longestTest);
    const here = await open(largeMarkdown('a tour'));
    const there = await open(largeMarkdown('a tour'), parseAhead);

    let expected = '';
    let text = '';
    const laborHere = await laborOf(async () => (expected = await here.read()));
    const laborThere = await laborOf(async () => (text = await there.read()));

    assert.equal(text, expected);
    assert.ok(text.includes('[a small page](a-small-page.md#7)'));
    assert.ok(text.includes('](_files/'), 'the picture has a name of its own');
    assert.ok(laborThere < laborHere / 2, `${Math.round(laborThere)} ms, and ${Math.round(laborHere)} ms without`);
    assert.deepEqual(warnings, []);
  });

  test('has the same headings and tags when another thread parses it', async () => {
    const parseAhead = createParseAhead({ warn: (message) => assert.fail(message) }, longestTest);
    const text = largeMarkdown('an outline');
    const expected = [headingsOf(text), tagProblems(text)];
    assert.deepEqual([expected[0]?.length, expected[1]?.length], [801, 1]);

    await Promise.all([parseAhead('headings', text), parseAhead('tags', text)]);

    const start = cpuTime();
    assert.deepEqual([headingsOf(text), tagProblems(text)], expected);
    assert.ok(cpuTime() - start < 500);
  });

  test('is shown as plain Markdown with a log entry if it misses its deadline', async () => {
    const warnings: string[] = [];
    const parseAhead = createParseAhead({ warn: (message) => warnings.push(message) }, 1);
    const { read } = await open(largeMarkdown('a deadline'), parseAhead);

    const text = await read();

    assert.ok(text.includes('Step 799 of a deadline'));
    assert.match(text, /!\[a picture\]\(\/files\/\w+\)/);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^A page of \d+ characters has no destinations: .*takes too long/);
  });

  test('is parsed where it is shown if all threads are busy', async () => {
    const warnings: string[] = [];
    const parseAhead = createParseAhead({ warn: (message) => warnings.push(message) }, 200);
    const text = largeMarkdown('busy threads');
    const done = new AbortController();
    const options = { kind: 'short', deadline: 60_000, signal: done.signal } as const;
    const file = new URL('../../workers/task.ts', import.meta.url);
    const others = Promise.allSettled([1, 2].map(() => runInWorker(file, 'for ever', options)));

    await parseAhead('headings', text);

    done.abort();
    await others;
    assert.equal(headingsOf(text).length, 801);
    assert.deepEqual(warnings, [`The headings of ${text.length} characters were not parsed in another thread: busy`]);
  });

  test.each([100_000, 990_000])('with a line of %d spaces is read at once', async (length) => {
    const blanks = `Text.\n\n${' '.repeat(length)}x\n\n[a](small.md)\n`;
    const { read } = await open(`# Large\n\n${blanks}`);

    let text = '';
    const labor = await laborOf(async () => (text = await read()));

    assert.ok(text.includes(' '.repeat(length)));
    assert.ok(labor < 1000, `took ${Math.round(labor)} ms`);
  });

  test('of normal size is parsed on the main thread', async () => {
    const asked: string[] = [];
    const { read } = await open('# Large\n\n[a](small.md)', async (what) => void asked.push(what));

    assert.ok((await read()).includes('[a](a-small-page.md)'));
    assert.deepEqual(asked, ['destinations']);
  });
});
