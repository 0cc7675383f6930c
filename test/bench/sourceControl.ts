import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from './figure.ts';

/**
 * How long the extension host is busy registering a change request in Source Control when its first editable page
 * opens, in the real VS Code, in milliseconds. The slowest of the six that `test/host/sourceControl.test.ts` opens.
 */
export async function* sourceControl(): AsyncGenerator<Figure> {
  const scratch = await mkdtemp('/tmp/dp-bench-');
  try {
    const result = path.join(scratch, 'times.json');
    const run = path.join(import.meta.dirname, '../host/run.ts');
    const { status, stdout } = spawnSync(process.execPath, [run, '--grep', 'Source control'], {
      env: { ...process.env, DOCS_PLATFORM_BENCH_RESULT: result },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The tests of source control failed:\n${stdout}`);
    const times = JSON.parse(await readFile(result, 'utf8')) as number[];
    if (times.length < 6) throw new Error(`Only ${times.length} source controls were registered.`);
    yield { name: 'registering source control', value: Math.max(...times), unit: 'ms', limit: 10 };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
