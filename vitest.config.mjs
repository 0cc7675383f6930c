import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { vscode: fileURLToPath(new URL('test/fakes/vscode/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**', 'test/vscode/**', 'test/**/*.chromium.test.ts'],
    setupFiles: ['test/fakes/setup.ts'],
    pool: 'threads',
    // One load of the modules per worker: a third of the time. No test keeps anything outside of itself.
    isolate: false,
    testTimeout: 20_000,
  },
});
