import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { median, type Figure } from './figure.ts';
import { filledPlatform } from './filling.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The time to open the sample workspace for the first time in a new process, and the memory of one that serves 100,000
 * pages, with the bundled platform as it ships.
 */
export async function* platformStart(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-bench-'));
  try {
    yield* figures(await bundled(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'platform.mjs');
  const entryPoints = [join(root, 'src/server/localPlatform.ts')];
  await build({ entryPoints, outfile, bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node22' });
  return outfile;
}

async function* figures(platform: string): AsyncGenerator<Figure> {
  const openings = Array.from(
    { length: 7 },
    () => inFreshProcess(opening(platform)) as { open: number; answer: number },
  );
  yield {
    name: 'platform with the sample workspace, opened',
    value: median(openings.map(({ open }) => open)),
    unit: 'ms',
  };
  yield {
    name: 'platform with the sample workspace, until its first answer',
    value: median(openings.map(({ answer }) => answer)),
    unit: 'ms',
    limit: 300,
  };
  const commands: number[] = [];
  for (let round = 0; round < 5; round += 1) commands.push(await commandStart());
  yield { name: 'npm run platform, from the process to listening', value: median(commands), unit: 'ms' };

  using filled = await filledPlatform({ pages: 100_000 });
  const memory = inFreshProcess(serving(platform, filled.data, filled.space)) as {
    idle: number;
    read: number;
    tree: number;
  };
  yield { name: 'memory of the platform with 100,000 pages, opened', value: memory.idle, unit: 'MB', limit: 150 };
  yield { name: 'memory of the platform with 100,000 pages, pages read', value: memory.read, unit: 'MB', limit: 150 };
  yield { name: 'memory of the platform with 100,000 pages, tree read whole', value: memory.tree, unit: 'MB' };
}

function opening(platform: string): string {
  return `
  const { openLocalPlatform } = await import(${JSON.stringify(platform)});
  const start = performance.now();
  const platform = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: ${JSON.stringify(join(root, 'media/sample'))} });
  const open = performance.now() - start;
  const headers = { Authorization: 'Bearer ' + platform.token };
  const reply = await platform.handle(new Request('http://a.invalid/v1/orgs', { headers }));
  await reply.json();
  console.log(JSON.stringify({ open, answer: performance.now() - start }));`;
}

/** Single pages as readers open them, and finally all in one response. */
function serving(platform: string, data: string, space: string): string {
  return `
  const { openLocalPlatform } = await import(${JSON.stringify(platform)});
  const platform = openLocalPlatform({ data: ${JSON.stringify(data)} });
  const memory = () => process.memoryUsage().rss / 1024 / 1024;
  const headers = { Authorization: 'Bearer ' + platform.token };
  const read = async (path) => {
    const reply = await platform.handle(new Request('http://a.invalid/v1/spaces/${space}/content/' + path, { headers }));
    if (reply.status !== 200) throw new Error(await reply.text());
    await reply.text();
  };
  const idle = memory();
  for (let number = 0; number < 2000; number += 1) await read('page/Page' + (20_000 + number * 37) + '?format=markdown');
  const pagesRead = memory();
  await read('pages');
  console.log(JSON.stringify({ idle, read: pagesRead, tree: memory() }));`;
}

function inFreshProcess(code: string): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

async function commandStart(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('listening')) break;
  const time = performance.now() - start;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return time;
}
