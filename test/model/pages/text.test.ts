import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { File, Page } from '../../../src/contract/spaces/content.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';
import { fileNames } from '../../../src/model/pages/fileNames.ts';
import type { LinkContext } from '../../../src/model/pages/links.ts';
import { headingsOf, mayShowFiles, pageText } from '../../../src/model/pages/text.ts';
import { keepParsed } from '../../../src/model/text/parsedAhead.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { spaceOf } from '../../client/samples.ts';
import { cpuTime } from '../../cpuTime.ts';

const tree = pageTree([
  page('home', 'welcome', { git: { path: 'README.md' } }),
  page('guides', 'guides', {
    git: { path: 'docs/guides/README.md' },
    pages: [
      page('install', 'guides/install', { git: { path: 'docs/guides/install.md' } }),
      page('unusual', 'guides/Größe & Maß', { title: 'Größe & Maß' }),
      page('folder', 'guides/deep', { type: 'group', pages: [page('deep', 'guides/deep/page', {})] }),
    ],
  }),
  page('group', 'reference', { type: 'group', pages: [page('api', 'reference/api', {})] }),
  page('vendor', 'vendor', { type: 'link', path: undefined, href: 'https://vendor.example/a (b)' }),
]);
const otherTree = pageTree([
  page('first', 'start', {}),
  page('topics', 'topics', { pages: [page('other', 'topics/other', {})] }),
]);

const files = fileNames([
  file('f1', 'diagram.png', {
    downloadURL: 'https://files.example/f1/diagram.png?sig=1',
    git: { path: 'docs/.gitbook/assets/diagram.png' },
  }),
  file('f2', 'Photo of a robot (1).JPG', {}),
  file('f3', '../../etc/passwd', {}),
]);

const spaces = [
  { ...spaceOf('s1'), urls: { app: 'https://app.example/o/1/s/s1', published: 'https://docs.example/handbook' } },
  { ...spaceOf('S2'), urls: { app: 'https://app.example/o/1/s/S2' } },
  { ...spaceOf('s3'), urls: { app: 'https://app.example/o/1/s/s3' } },
];

describe('a link of a page', () => {
  test.each([
    ['install.md', 'install.md'],
    ['./install', 'install.md'],
    ['install.md#step-2', 'install.md#step-2'],
    ['install.md?query=1#a', 'install.md#a'],
    ['INSTALL.md', 'install.md'],
    ['../welcome.md', '../welcome.md'],
    ['/welcome', '../welcome.md'],
    ['/guides/install.md#x', 'install.md#x'],
    ['%2Fguides%2Finstall', 'install.md'],
    ['README.md', '../guides.md'],
    ['..', '../welcome.md'],
    ['../README.md', '../welcome.md'],
    ['Gr%C3%B6%C3%9Fe%20&%20Ma%C3%9F.md', 'Größe-Maß.md'],
    ['deep/page.md', 'deep/page.md'],
    ['page-of-nobody.md', undefined],
    ['https://app.example/o/1/s/s1/guides/install#a#a', 'install.md#a'],
    ['https://app.example/o/1/s/s1/guides/install#:~:text=a', 'install.md'],
    ['https://app.example/o/1/s/s1/~/changes/5/guides/install', undefined],
    ['https://docs.example/handbook/~/revisions/r/guides/install', undefined],
    ['https://app.example/o/1/s/s1/~/settings', undefined],
    ['install', 'install.md'],
    ['/reference', '../reference/api.md'],
    ['api', '../reference/api.md'],
    ['/pages/api#get', '../reference/api.md#get'],
    ['deep.md', 'deep/page.md'],
    ['page.md', undefined],
    ['/spaces/s1/welcome#top', '../welcome.md#top'],
    ['/spaces/S2/topics/other#top', '../../S2/topics/other.md#top'],
    ['/spaces/S2', '../../S2/start.md'],
    ['/spaces/s3/any/page#top', '../../s3/any/page.md#top'],
    ['/spaces/s3', 'https://app.example/o/1/s/s3'],
    ['/spaces/unknown/a/b.md', '../../unknown/a/b.md'],
    ['https://app.example/o/1/s/s1/guides/install', 'install.md'],
    ['https://docs.example/handbook/guides/install/#step-2', 'install.md#step-2'],
    ['https://docs.example/handbook', '../welcome.md'],
    ['https://app.example/o/1/s/S2/topics/other', '../../S2/topics/other.md'],
    ['https://app.example/o/1/s/s3/topics/other', undefined],
    ['https://elsewhere.example/guides/install', undefined],
    ['mailto:ada@example.com', undefined],
    ['#section', undefined],
    ['/files/f1', '_files/diagram.png'],
    ['/files/f2', '_files/Photo-of-a-robot-1.JPG'],
    ['../.gitbook/assets/diagram.png', '_files/diagram.png'],
    ['assets/Photo%20of%20a%20robot%20(1).JPG', '_files/Photo-of-a-robot-1.JPG'],
    ['https://files.example/f1/diagram.png?sig=2', '_files/diagram.png'],
    ['_files/diagram.png', '_files/diagram.png'],
    ['/files/unknown', '../files/unknown'],
    ['/etc/passwd', '../etc/passwd'],
    ['/home/user/secret.txt', '../home/user/secret.txt'],
    ['//share/folder/x.png', 'https://share/folder/x.png'],
    ['\\\\\\\\share\\\\x', '#blocked-%5C%5Cshare%5Cx'],
    ['command:workbench.action.quit', '#blocked-command%3Aworkbench.action.quit'],
    ['COMMAND:x', '#blocked-COMMAND%3Ax'],
    ['tel:+49111', undefined],
    ['sms:+49111?body=a', undefined],
    ['xmpp:ada@example.com', undefined],
    ['wsrep://10.0.0.1', '#blocked-wsrep%3A//10.0.0.1'],
    ['javascript:alert(1)', '#blocked-javascript%3Aalert%281%29'],
    ['file:///etc/passwd', '#blocked-file%3A///etc/passwd'],
    ['vscode://publisher.name/do', '#blocked-vscode%3A//publisher.name/do'],
    ['vscode-insiders:x', '#blocked-vscode-insiders%3Ax'],
    ['data:text/html,x', '#blocked-data%3Atext/html,x'],
    ['data:image/png;base64,AAAA', '#blocked-data%3Aimage/png;base64,AAAA'],
    ['docs-platform://other/space/page.md', '#blocked-docs-platform%3A//other/space/page.md'],
    ['ms-msdt:/id', '#blocked-ms-msdt%3A/id'],
    ['&#99;ommand:x', '#blocked-command%3Ax'],
    ['&#x6a;avascript&colon;x', '#blocked-javascript%3Ax'],
  ])('to %s becomes %s', (from, to) => {
    assert.equal(rendered(`[a](${from})`), `[a](${to ?? from})`);
    assert.equal(rendered(`[a]: ${from} "title"\n`), `[a]: ${to ?? from} "title"\n`);
  });

  test("to a link page leads to that page's target", () => {
    assert.equal(rendered('[a](/pages/vendor)'), '[a](https://vendor.example/a%20%28b%29)');
  });

  test('in brackets or with a title keeps both', () => {
    assert.equal(rendered('[a](</guides/install> "T (x)")'), '[a](<install.md> "T (x)")');
  });

  test('in quotes, lists and tables is found', () => {
    const text = '> * [a](/welcome)\n>   ```\n>   [b](/welcome)\n>   ```\n\n| a |\n|---|\n| `x` [c](/welcome) \\| |\n';

    assert.equal(
      rendered(text),
      text.replace('[a](/welcome)', '[a](../welcome.md)').replace('[c](/welcome)', '[c](../welcome.md)'),
    );
  });

  test('in angle brackets is made inert too', () => {
    assert.equal(
      rendered('<command:quit> <https://a.example> <ada@example.com>'),
      '<#blocked-command%3Aquit> <https://a.example> <ada@example.com>',
    );
  });

  test('keeps an inline image in place', () => {
    assert.equal(
      rendered('![a](data:image/png;base64,AAAA) ![b](/files/f1)'),
      '![a](data:image/png;base64,AAAA) ![b](_files/diagram.png)',
    );
  });

  test('by reference can show an inline image, but not lead to one', () => {
    assert.equal(
      rendered('![x][i] [l]\n\n[i]: data:image/gif;base64,A\n[l]: data:image/gif;base64,A\n'),
      '![x][i] [l]\n\n[i]: data:image/gif;base64,A\n[l]: #blocked-data%3Aimage/gif;base64,A\n',
    );
  });

  test('that an editor could take for a link is made inert', () => {
    assert.equal(rendered('[a](command:quit now)'), '[a](#blocked-command%3Aquit now)');
  });
});

describe('HTML and template tags', () => {
  test.each([
    ['<a href="/guides/install">x</a>', '<a href="install.md">x</a>'],
    ["<a class=x href='/guides/install'>x</a>", "<a class=x href='install.md'>x</a>"],
    ['text <a href=/guides/install>x</a>', 'text <a href=install.md>x</a>'],
    [
      '<figure><img src="/files/f1" alt="a > b"><figcaption>x</figcaption></figure>',
      '<figure><img src="_files/diagram.png" alt="a > b"><figcaption>x</figcaption></figure>',
    ],
    [
      '<table data-view="cards"><tr>\n<td><a href="install.md">a</a></td>\n<td><a href="/files/f2">b</a></td></tr></table>',
      '<table data-view="cards"><tr>\n<td><a href="install.md">a</a></td>\n<td><a href="_files/Photo-of-a-robot-1.JPG">b</a></td></tr></table>',
    ],
    ['<a href="jav&#x09;ascript&#58;alert(1)">x</a>', '<a href="#blocked-javascript%3Aalert%281%29">x</a>'],
    ['<a href="java&Tab;script:alert(1)">x</a>', '<a href="#blocked-java%26Tab;script%3Aalert%281%29">x</a>'],
    ['<img src="data:image/png;base64,AA">', '<img src="data:image/png;base64,AA">'],
    ['<iframe src="file:///etc/passwd"></iframe>', '<iframe src="#blocked-file%3A///etc/passwd"></iframe>'],
    ['<a\nhref=command:a/b>x</a>', '<a\nhref=#blocked-command%3Aa/b>x</a>'],
    ['<!--> <a href="command:x"> -->', '<!--> <a href="#blocked-command%3Ax"> -->'],
    [
      '{% content-ref url="/guides/install" %}\n[install](/guides/install)\n{% endcontent-ref %}',
      '{% content-ref url="install.md" %}\n[install](install.md)\n{% endcontent-ref %}',
    ],
    ['{% file src="/files/f1" %}', '{% file src="_files/diagram.png" %}'],
    [
      '<picture><source srcset="/files/f1 2x, /files/f2,\nhttps://a.example/b.png 3x"><img src=/files/f1></picture>',
      '<picture><source srcset="_files/diagram.png 2x, _files/Photo-of-a-robot-1.JPG,\nhttps://a.example/b.png 3x"><img src=_files/diagram.png></picture>',
    ],
    [
      '<source srcset="/files/f1 1x,/files/f2 2x">',
      '<source srcset="_files/diagram.png 1x,_files/Photo-of-a-robot-1.JPG 2x">',
    ],
    ['<img srcset="a.png 2x, command:x" src="">', '<img srcset="a.png 2x, #blocked-command%3Ax" src="">'],
    [`<video poster='/files/f1' title="it's">`, `<video poster='_files/diagram.png' title="it's">`],
    ['{% openapi src="/files/f1" path="/a" %}', '{% openapi src="_files/diagram.png" path="/a" %}'],
    ['{% openapi src="install" path="/a" %}', '{% openapi src="install" path="/a" %}'],
    [`{% embed caption='100% "sure"' url="/guides/install" %}`, `{% embed caption='100% "sure"' url="install.md" %}`],
    [
      '{% content-ref caption="a \\"b\\" 5" c" url="/guides/install" %}',
      '{% content-ref caption="a \\"b\\" 5" c" url="install.md" %}',
    ],
    ['{% file src="/files/f1', '{% file src="/files/f1'],
    ['{% embed url="https://video.example/1" %}', '{% embed url="https://video.example/1" %}'],
    ['`{% content-ref url="/guides/install" %}`', '`{% content-ref url="/guides/install" %}`'],
  ])('%s', (text, expected) => {
    assert.equal(rendered(text), expected);
  });
});

describe('the text of a page', () => {
  test('is unchanged byte for byte if no link has a known target', () => {
    const harmless = fc.oneof(
      piece,
      fc.constantFrom('[a](x.md)', '![a](y.png "t")', '[a][r]', '\n[r]: z.md\n', '<a href="q.md">', '<https://a.example>', '{% embed url="https://b.example" %}'), // prettier-ignore
    );
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(pageText(text, { ...context, tree: pageTree([]), files: fileNames([]) }), text);
      }),
    );
  });

  test('stays the same if it is converted twice', () => {
    const links = fc.constantFrom(
      '[a](/guides/install)',
      '[a](install.md#x)',
      '![](/files/f1)',
      '[a](command:x)',
      '[a](https://docs.example/handbook/welcome)', // prettier-ignore
      '\n[r]: /spaces/S2/start\n',
      '<a href="/reference">',
      '{% content-ref url="deep/page" %}',
      '[a](/nowhere/x y)',
      '<vscode:x>',
      '[a](//b/c)',
      '[a](/spaces/s3/x)', // prettier-ignore
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, links), { maxLength: 30 }), (pieces) => {
        const once = rendered(pieces.join(''));
        assert.equal(rendered(once), once);
      }),
    );
  });

  test('never contains a harmful address, whatever surrounds the link', () => {
    const harmful = fc.constantFrom(
      '[a](command:x)',
      '![a](file:///x)',
      '<javascript:x>',
      '\n\n[r]: vscode://x/y\n\n',
      '<a href="command:x">b</a>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, harmful), { maxLength: 30 }), (pieces) => {
        assert.doesNotMatch(rendered(pieces.join(' ')), /command:|file:|javascript:|vscode:/);
      }),
    );
  });

  test.each(['[a](b', '*a_ ', '- ', 'a <?', '<![CDATA[', '![[a]', '> ', '<a x="', '](command:', '{% file ', '(((('])(
    'with %j a hundred thousand times is converted quickly and without harm',
    (piece) => {
      const text = rendered(`${piece.repeat(100_000)}\n\n[a](command:x) <a href="file:///x">`);

      assert.doesNotMatch(text, /\(command:x|file:/);
      assert.deepEqual(headingsOf(text), []);
    },
  );

  test('can have many rows, items and lines of code', () => {
    const rows = '| [a](/welcome) | `x` |\n'.repeat(3000);
    const items = '* [a](/welcome) and some more words\n'.repeat(3000);
    const text = `| a | b |\n|---|---|\n${rows}\n${items}\n\`\`\`\n${'[a](/welcome)\n'.repeat(20_000)}\`\`\`\n`;

    assert.equal(rendered(text).split('../welcome.md').length - 1, 6000);
  });

  test('with many code spans and many addresses in HTML is converted at once', () => {
    const text = '`a` <a href=x>\n\n'.repeat(60_000);
    // Parsed as in a separate thread.
    const code = Array.from({ length: 60_000 }, (_, at) => ({ start: at * 16, end: at * 16 + 3 }));
    keepParsed('destinations', text, { addresses: [], code });
    const start = cpuTime();

    assert.equal(destinationsOf(text).length, 60_000);
    assert.ok(cpuTime() - start < 2000);
  });

  test('keeps a byte order mark and line endings', () => {
    assert.equal(
      rendered('\ufeff# T\r\n\r\n\t[a](/welcome)\r\n[b](/welcome)\r\n'),
      '\ufeff# T\r\n\r\n\t[a](/welcome)\r\n[b](../welcome.md)\r\n',
    );
  });
});

describe('the file list of a space', () => {
  test.each(['![](/files/f1)', '![](a.png)', '[a](manual.pdf)', '<img src="x">'])('is needed for %s', (text) => {
    assert.equal(mayShowFiles(text, context), true);
  });

  test.each(['no link', '[a](install.md)', '[a](https://a.example/b.png)', '`![](a.png)`', '[a](/spaces/s3/x.md)'])(
    "isn't needed for %s",
    (text) => {
      assert.equal(mayShowFiles(text, context), false);
    },
  );
});

describe('headings', () => {
  test('have the anchors, titles and lines of their sections', () => {
    const text =
      '# A page\n\n## Set `x` & *go*\n\n```\n# no heading\n```\n\nUnder\nlined\n---\n\n## A page\n\n### Own <a href="#way" id="way"></a>\n';

    assert.deepEqual(headingsOf(text), [
      // The platform gives its id to the section with the same title.
      { slug: '', title: 'A page', line: 0 },
      { slug: 'set-x-and-go', alias: 'set-x--go', title: 'Set x & go', line: 2 },
      { slug: 'under-lined', title: 'Under lined', line: 8 },
      { slug: 'a-page', alias: 'a-page-1', title: 'A page', line: 12 },
      { slug: 'way', title: 'Own', line: 14 },
    ]);
  });
});

test('include a complete first one in a text with a byte order mark', () => {
  assert.deepEqual(headingsOf('\ufeff# Title\n'), [{ slug: 'title', title: 'Title', line: 0 }]);
});

const context: LinkContext = {
  spaceId: 's1',
  page: tree.byId.get('install')!,
  tree,
  files,
  spaces,
  treeOf: (id) => ({ s1: tree, S2: otherTree })[id],
};

const words = fc.constantFrom(
  'a',
  'word',
  '*b*',
  '**',
  '_',
  '1.',
  '-',
  '>',
  '#',
  '|',
  '\\',
  '&amp;',
  '(',
  ')',
  '\n',
  '\n\n',
);
const piece = fc.oneof(
  words,
  fc.constantFrom('[', ']', '](', '](x', '<', '>', '!', '`', '```\n', '\t', '    ', '{%', '%}', '[^1]: x.md\n', '\r\n'),
);

function rendered(text: string): string {
  return pageText(text, context);
}

function page(id: string, path: string, fields: Partial<Page>): Page {
  return { type: 'document', title: id, path, ...fields, id };
}

function file(id: string, name: string, fields: Partial<File>): File {
  return { name, ...fields, id };
}
