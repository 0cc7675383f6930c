import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { File, Page } from '../../../src/contract/spaces/content.ts';
import { brokenLinks, pagesLinkedAtAnchors, type BrokenLinkContext } from '../../../src/model/pages/brokenLinks.ts';
import { fileNames } from '../../../src/model/pages/fileNames.ts';
import { pageMeant } from '../../../src/model/pages/links.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { spaceOf } from '../../client/samples.ts';

const tree = pageTree([
  page('home', 'welcome'),
  page('guides', 'guides', [page('install', 'guides/install'), page('setup', 'guides/set-up')]),
  { ...page('group', 'reference', [page('api', 'reference/api')]), type: 'group' },
]);
const otherTree = pageTree([page('start', 'start')]);
const files = fileNames([file('f1', 'diagram.png'), file('f2', 'manual.pdf')]);

describe('a link of an edited page', () => {
  test.each([
    'install.md',
    'set-up.md#first-steps',
    '../welcome.md',
    '../guides.md',
    '../reference/api.md',
    './install',
    '/guides/install',
    '/pages/api',
    '/reference',
    '../_files/diagram.png',
    '_files/manual.pdf',
    '/files/f2',
    '#own',
    '#OWN',
    '#',
    '../../other/start.md#any',
    '../../unknown/any.md',
    'https://a.example/gone.md',
    '//a.example/gone.md',
    'mailto:ada@example.com',
    'tel:+49111',
    '#blocked-wsrep%3A//10.0.0.1',
    '#:~:text=any',
    'set-up.md#first-steps:~:text=any',
    'https://www.example.com',
  ])('works: %s', (url) => {
    assert.deepEqual(broken(`[a](${url})`), []);
  });

  test.each([
    ['[a](gone.md)', 'page: gone.md'],
    ['[a](gone.md#part)', 'page: gone.md'],
    ['[a](../install.md "title")', 'page: ../install.md'],
    ['[a](/gone/page)', 'page: /gone/page'],
    ['[a](<gone page.md>)', 'page: gone page.md'],
    ['[a](../../other/gone.md)', 'page: ../../other/gone.md'],
    ['![a](../_files/gone.png)', 'file: ../_files/gone.png'],
    ['![a](gone.png)', 'file: gone.png'],
    ['[a](_files/gone.pdf)', 'file: _files/gone.pdf'],
    ['<img src="_files/gone.png" alt="">', 'file: _files/gone.png'],
    ['<source srcset="_files/gone.png 2x">', 'file: _files/gone.png'],
    ['<video poster="_files/gone.png">', 'file: _files/gone.png'],
    ['{% content-ref url="gone.md" %}', 'page: gone.md'],
    ['{% content-ref url="gone\\_too.md" %}', 'page: gone\\_too.md'],
    ['{% openapi src="_files/gone.yaml" path="/a" method="get" %}', 'file: _files/gone.yaml'],
    ['[a][b]\n\n[b]: gone.md', 'page: gone.md'],
    ['[a](#gone)', 'heading: gone'],
    ['[a](www.example.com)', 'web: www.example.com'],
    ['[a](WWW.Example.co.uk/path/page.md?x=1#part)', 'web: WWW.Example.co.uk/path/page.md?x=1'],
    ['[a](<www.example.museum/a page>)', 'web: www.example.museum/a page'],
    ['[a](example.com)', 'web: example.com'],
    ['[a](docs.example.io/guide.md)', 'web: docs.example.io/guide.md'],
    ['[a](exam\\_ple.com)', 'file: exam\\_ple.com'],
    ['[a][b]\n\n[b]: bücher.de "title"', 'web: bücher.de'],
    ['![a](www.example.com/a.png)', 'web: www.example.com/a.png'],
    ['<a href="example.com/path">a</a>', 'web: example.com/path'],
    ['{% embed url="www.example.com/watch" %}', 'web: www.example.com/watch'],
    ['[a](guide.md)', 'page: guide.md'],
    ['[a](api.v2/page)', 'page: api.v2/page'],
    ['[a](v1.0/page)', 'page: v1.0/page'],
    ['[a](guide.html)', 'page: guide.html'],
    ['[a](setup.sh)', 'file: setup.sh'],
    ['[a](../example.com)', 'file: ../example.com'],
    ['[a](/example.com/x)', 'page: /example.com/x'],
    ['[a](www.md)', 'page: www.md'],
    ['[a](.com/x)', 'page: .com/x'],
    ['[a](set-up.md#gone)', 'heading: gone'],
  ])('is broken: %s', (text, expected) => {
    assert.deepEqual(broken(text), [expected]);
  });

  test('has its heading checked only if that page is known', () => {
    assert.deepEqual(broken('[a](../welcome.md#gone)'), []);
    assert.deepEqual(pagesLinkedAtAnchors('[a](../welcome.md#gone) [b](set-up.md) [c](#own)', context), ['home']);
  });

  test('looks like a web address only if no page is there', () => {
    const pages = pageTree([page('home', 'welcome'), page('node', 'node.io', [page('install', 'node.io/install')])]);

    assert.deepEqual(
      brokenLinks('[a](node.io/install) [b](/node.io)', { ...context, tree: pages, page: pages.byId.get('home')! }),
      [],
    );
  });

  test('to a file is only checked if the files are known', () => {
    const text = '![a](_files/gone.png) [b](manual.pdf)';

    assert.deepEqual(brokenLinks(text, { ...context, files: undefined }), []);
  });

  test('is ignored in code', () => {
    assert.deepEqual(broken('`[a](gone.md)`\n\n```\n[a](gone.md)\n```'), []);
  });
});

describe('a link to a file that a page came from', () => {
  const moved = pageTree([
    { ...page('home', 'welcome'), git: { path: 'docs/README.md' } },
    { ...page('pool', 'guides/connection-pool'), git: { path: 'docs/api/Pool.md' } },
  ]);
  const home = () => ({ ...context, page: moved.byId.get('home')!, tree: moved });

  test('is broken, as on the server, since pages have places of their own', () => {
    assert.deepEqual(
      brokenLinks('[a](api/Pool.md#x)', home()).map(({ kind, written }) => [kind, written]),
      [['page', 'api/Pool.md']],
    );
  });

  test('means that page', () => {
    assert.equal(pageMeant('api/Pool.md#x', home())?.id, 'pool');
    assert.equal(pageMeant('api/Agent.md', home()), undefined);
  });
});

describe('any text', () => {
  const prose = fc.stringMatching(/^[a-z0-9 .,:;!?\n-]{0,80}$/);
  const paths = [...tree.byPath].filter(([path]) => path.endsWith('.md')).map(([path]) => path);

  test('without links has no broken ones', () => {
    fc.assert(
      fc.property(prose, (text) => assert.deepEqual(broken(text), [])),
      { numRuns: 100 },
    );
  });

  test('with links to existing pages has none, and one more for each missing page', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), prose, fc.boolean()), { maxLength: 8 }), (links) => {
        const text = links.map(([path, prose, isThere]) => `${prose}\n\n[a](../${isThere ? '' : 'no/'}${path})`);

        assert.equal(broken(text.join('\n\n')).length, links.filter(([, , isThere]) => !isThere).length);
      }),
      { numRuns: 100 },
    );
  });
});

const context: BrokenLinkContext = {
  spaceId: 's1',
  page: tree.byId.get('install')!,
  tree,
  files,
  spaces: [spaceOf('s1'), spaceOf('other'), spaceOf('unknown')],
  treeOf: (space) => (space === 'other' ? otherTree : undefined),
  anchorsOf: (page) =>
    page === 'install' ? new Set(['own']) : page === 'setup' ? new Set(['first-steps']) : undefined,
};

/** As `kind: marked text`. */
function broken(text: string): string[] {
  return brokenLinks(text, context).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

function page(id: string, path: string, pages: Page[] = []): Page {
  return { object: 'page', id, type: 'document', title: id, path, slug: path.split('/').at(-1)!, pages };
}

function file(id: string, name: string): File {
  return { object: 'file', id, name };
}
