import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**', 'test/vscode/**'],
    pool: 'threads',
    testTimeout: 20_000,
  },
});
