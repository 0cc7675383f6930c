import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { fileNames } from '../../../src/model/pages/fileNames.ts';
import { filesFrom, meantBy, pagesFrom } from '../../../src/model/pages/linkSuggestions.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';

const tree = pageTree([
  page('Welcome', 'welcome'),
  page('Guides', 'guides', [
    page('Install', 'guides/install'),
    page('Battery care', 'guides/battery', [page('Photos', 'guides/battery/photos')]),
    page('Calibrate the arm', 'guides/calibration'),
  ]),
  { ...page('Reference', 'reference', [page('API', 'reference/api')]), type: 'group' },
]);
const install = tree.byPath.get('guides/install.md')!;

test('siblings of the page come first, then pages further away', () => {
  assert.deepEqual(
    pagesFrom(install, tree).map(({ url }) => url),
    ['battery.md', 'calibration.md', '../welcome.md', '../guides.md', 'battery/photos.md', '../reference/api.md'],
  );
});

test('files are those of the directory next to the page, by name', () => {
  const files = fileNames([
    { object: 'file', id: 'f2', name: 'manual.pdf' },
    { object: 'file', id: 'f1', name: 'Arm.PNG' },
  ]);

  assert.deepEqual(
    filesFrom(files).map(({ url, kind }) => ({ url, kind })),
    [
      { url: '_files/Arm.PNG', kind: 'image' },
      { url: '_files/manual.pdf', kind: 'file' },
    ],
  );
});

test.each([
  ['batery.md', 'battery.md'],
  ['../old/calibration', 'calibration.md'],
  ['calibrate-the-arm.md', 'calibration.md'],
  ['/welcome/README.md', '../welcome.md'],
])('%s likely means %s', (written, expected) => {
  assert.equal(meantBy(written, pagesFrom(install, tree))[0]?.url, expected);
});

test('input unrelated to any page has no suggestions', () => {
  assert.deepEqual(meantBy('xyzzy.md', pagesFrom(install, tree)), []);
});

function page(title: string, path: string, pages: Page[] = []): Page {
  return { object: 'page', id: path, type: 'document', title, path, slug: path.split('/').at(-1)!, pages };
}
