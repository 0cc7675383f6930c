import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestTest } from './test/patience.ts';

export default defineConfig({
  resolve: { alias: { vscode: fileURLToPath(new URL('test/fakes/vscode/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**', 'test/vscode/**', 'test/**/*.chromium.test.ts'],
    setupFiles: ['test/fakes/setup.ts'],
    pool: 'threads',
    // One load of the modules per worker: a third of the time. No test keeps anything outside of itself.
    isolate: false,
    // They give way to browsers, and then take several times as long.
    testTimeout: longestTest,
    env: { TMPDIR: temporaryFolder() },
  },
});

/** In memory where there is room: the platform waits for the disk at each change, which takes a third of its tests' time. */
function temporaryFolder() {
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
