import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestTest } from './test/patience.ts';

const temporary = mkdtempSync(path.join(fastFolder(), 'dp-units-'));
// For the setup that removes it.
process.env['DOCS_PLATFORM_TEST_FOLDER'] = temporary;

export default defineConfig({
  resolve: { alias: { vscode: fileURLToPath(new URL('test/fakes/vscode/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**', 'test/vscode/**', 'test/**/*.chromium.test.ts'],
    globalSetup: ['test/temporaryFolder.ts'],
    setupFiles: ['test/fakes/setup.ts'],
    pool: 'threads',
    // Nothing else runs beside the workers, and some of their tests wait.
    maxWorkers: availableParallelism() + 1,
    // One load of the modules per worker: a third of the time. No test keeps anything outside of itself.
    isolate: false,
    // They give way to browsers, and then take several times as long.
    testTimeout: longestTest,
    hookTimeout: longestTest,
    // Each start of the platform's command would translate and compile the same files: half of its time.
    env: { TMPDIR: temporary, NODE_COMPILE_CACHE: path.join(temporary, 'compiled') },
  },
});

/** In memory where there is room: the platform waits for the disk at each change, which takes a third of its tests' time. */
function fastFolder() {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 2 * 1024 ** 3) return memory;
  } catch {
    // There is none.
  }
  return tmpdir();
}
