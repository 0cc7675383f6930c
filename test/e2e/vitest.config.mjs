import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Webviews alone in Chromium are answered by code of the extension.
  resolve: { alias: { vscode: fileURLToPath(new URL('../fakes/vscode/index.ts', import.meta.url)) } },
  test: {
    include: ['test/e2e/**/*.test.ts', 'test/**/*.chromium.test.ts'],
    globalSetup: 'test/e2e/globalSetup.ts',
    setupFiles: 'test/e2e/screenshotOnFailure.ts',
    // A process of its own, which stops the servers and browsers it started when it ends.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A browser on a busy computer sometimes loses a click; real bugs fail twice.
    retry: 1,
    expect: { poll: { timeout: 20_000 } },
  },
});
