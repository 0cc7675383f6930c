import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longestTest, patience } from '../patience.ts';

export default defineConfig({
  // Webviews are answered by code of the extension.
  resolve: { alias: { vscode: fileURLToPath(new URL('../fakes/vscode/index.ts', import.meta.url)) } },
  test: {
    include: ['test/webview/*.chromium.test.ts'],
    globalSetup: 'test/webview/globalSetup.ts',
    setupFiles: ['test/fakes/setup.ts', 'test/webview/shownOnFailure.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // One browser, and one build of the webviews, for all files of a process.
    isolate: false,
    testTimeout: longestTest,
    hookTimeout: longestTest,
    expect: { poll: { timeout: patience } },
  },
});
