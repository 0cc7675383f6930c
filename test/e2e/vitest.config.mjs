import { defineConfig } from 'vitest/config';
import { longestTest, patience } from '../patience.ts';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/globalSetup.ts',
    setupFiles: 'test/e2e/screenshotOnFailure.ts',
    // A process of its own, which stops the servers and browsers it started when it ends.
    pool: 'forks',
    // Each has a VS Code and a browser of its own, which wait half of the time.
    maxWorkers: 2,
    testTimeout: longestTest,
    hookTimeout: longestTest,
    expect: { poll: { timeout: patience } },
  },
});
