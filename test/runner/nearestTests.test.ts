import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nearestTests } from './nearestTests.ts';

const sources = [
  { file: 'src/model/text.ts', text: `export const text = '';` },
  { file: 'src/model/page.ts', text: `import type { A } from './types.ts';\nimport { text } from './text.ts';` },
  { file: 'src/store/lazy.ts', text: `const { page } = await import('../model/page.ts');` },
  { file: 'test/model/text.test.ts', text: `import {\n  text,\n} from '../../src/model/text.ts';` },
  { file: 'test/model/page.test.ts', text: `import '../../src/model/page.ts';` },
  { file: 'test/store/lazy.test.ts', text: `export { lazy } from '../../src/store/lazy.ts';` },
  { file: 'test/host/text.test.ts', text: `import { text } from '../../src/model/text.ts';` },
  { file: 'test/webview/text.chromium.test.ts', text: `import { text } from '../../src/model/text.ts';` },
];

test('the unit tests of a file are those that import it, the nearest first', () => {
  assert.deepEqual(nearestTests(['src/model/text.ts'], sources), {
    tests: ['test/model/text.test.ts', 'test/model/page.test.ts', 'test/store/lazy.test.ts'],
    reach: 3,
  });
});

test('a changed test is run itself', () => {
  assert.deepEqual(nearestTests(['test/model/page.test.ts'], sources), {
    tests: ['test/model/page.test.ts'],
    reach: 1,
  });
});

test('a file without importers, or with importers of its types only, has no tests', () => {
  assert.deepEqual(nearestTests(['README.md', 'src/model/types.ts'], sources), { tests: [], reach: 0 });
});

test('tests of the same room come first among those that are as near, and those that are too many are left out', () => {
  const many = Array.from({ length: 6 }, (_, index) => ({
    file: `test/extension/${index}.test.ts`,
    text: `import '../../src/model/page.ts';`,
  }));

  const { tests, reach } = nearestTests(['src/model/page.ts'], [...many, ...sources]);

  assert.deepEqual(tests, ['test/model/page.test.ts', ...many.slice(0, 4).map(({ file }) => file)]);
  assert.equal(reach, 8);
});

test('a test of very many files is not run for each of them', () => {
  const files = Array.from({ length: 41 }, (_, index) => `import '../../src/model/${index}.ts';`);
  const broad = { file: 'test/model/all.test.ts', text: files.join('\n') };

  assert.deepEqual(nearestTests(['src/model/7.ts'], [broad]), { tests: [], reach: 1 });
  assert.deepEqual(nearestTests([broad.file], [broad]), { tests: [broad.file], reach: 1 });
});
