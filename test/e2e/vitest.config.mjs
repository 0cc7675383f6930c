import { defineConfig } from 'vitest/config';
import { longestTest, patience } from '../patience.ts';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/globalSetup.ts',
    setupFiles: 'test/e2e/screenshotOnFailure.ts',
    // The files that run in one process share a VS Code and a browser, which end with the process.
    pool: 'forks',
    isolate: false,
    // A VS Code and its browser wait half of the time.
    maxWorkers: 2,
    testTimeout: longestTest,
    hookTimeout: longestTest,
    expect: { poll: { timeout: patience, interval: 100 } },
  },
});
