import assert from 'node:assert/strict';
import { test } from 'vitest';
import { importReport } from '../../../src/model/pages/importReport.ts';
import { nameEndings } from '../../../src/model/pages/importSources.ts';
import { reportWords } from '../../../src/server/reportWords.ts';

test('the report of an import lists each kind of note once, and text of others is no markup', () => {
  const notes = [
    { kind: 'skipped', path: 'a`b.md', detail: 'not a text file' },
    { kind: 'file', path: 'c.md', detail: '[x](command:y).png' },
    { kind: 'file', path: 'c.md', detail: '[x](command:y).png' },
    { kind: 'skipped', path: 'd.md' },
  ] as const;

  assert.equal(
    importReport({ name: '$& *Docs*', pages: 3, files: 1, notes }, reportWords),
    `# Import of \\$\\& \\*Docs\\*

Pages: 3. Files: 1.

## ${reportWords.skipped} (2)

- \`\`a\`b.md\`\`: not a text file
- \`d.md\`

## ${reportWords.file} (1)

- \`c.md\`: \\[x\\]\\(command:y\\)\\.png
`,
  );
});

test('the report of an import that took everything says so', () => {
  assert.match(importReport({ name: 'a', pages: 1, files: 0, notes: [] }, reportWords), /Nothing was changed/);
});

test.each([
  ['![](img/map.png)', 'map.png'],
  ['<img src="a%20b/caf%C3%A9%20two.PNG?x=1">', 'café two.PNG'],
  ['[x](<my file (1).tar.gz>)', 'my file (1).tar.gz'],
  ['cover: ../.gitbook/assets/a\\_b.svg', 'a_b.svg'],
  ["{% file src='it\\'s a film.mp4' %}", "it's a film.mp4"],
  ['![](图片/圖1.png)', '圖1.png'],
  ['![](u\u0308ber.png)', '\u00fcber.png'],
])('a file that a text names is found by the end of its name: %s', (text, name) => {
  const ending = nameEndings(name).at(-1) ?? '';

  assert.ok(nameEndings(text).includes(ending), ending);
});
