import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { documentInUrl } from '../../../../src/server/http/dataUrl.ts';
import { flat, serveFolder, type Reply } from '../../serve.ts';
import { redirectTo, serveWeb, type Page } from '../../serveWeb.ts';
import { zipOf, type Zipped } from '../../zipOf.ts';
import { cpuTime } from '../../../cpuTime.ts';

// Section 4.6 of the API document.

const undici = join(import.meta.dirname, '../../../../node_modules/undici/docs');

/** A local platform with one space of one page, and a web with these documents. */
async function serveImporting(
  pages: Readonly<Record<string, Page>>,
  { allowPrivateFetch = true, importTime }: { allowPrivateFetch?: boolean; importTime?: number } = {},
) {
  const served = await serveFolder(
    { 'home.md': '# Home\n\nWelcome.\n', 'intro.md': '# Intro\n\n[Home](home.md)\n' },
    { allowPrivateFetch, importTime },
  );
  const web = await serveWeb(pages);
  const base = `/v1/spaces/${served.space}`;
  const tree = async () => (await served.get(`${base}/content/pages`)).body.pages;
  return {
    ...served,
    base,
    web,
    import: (path: string, source: string): Promise<Reply> =>
      served.post(`${base}/content/import`, { url: web + path, source }),
    tree,
    titles: async () => (await tree()).map((page) => page.title),
    text: async (path: string) => {
      const page = flat(await tree()).find((each) => each.path === path);
      assert.ok(page, `There is no page ${path}`);
      return (await served.get(`${base}/content/page/${page.id}?format=markdown`)).body.markdown;
    },
    state: async () =>
      JSON.stringify((await served.get(`${base}/content`)).body) + (await served.get(base)).body.updatedAt,
  };
}

function refusal({ status, body }: Reply): [number, string] {
  return [status, body.error.message];
}

describe('importing Markdown', () => {
  test('adds a page after existing ones, in one revision that is searchable at once', async () => {
    const served = await serveImporting({
      '/docs/Intro%20two.md': 'Read the [guide](guide.md "Guide") about wolverines.\n',
    });
    const before = await served.get(`${served.base}/content`);
    served.wait(1000);

    const { status, body } = await served.import('/docs/Intro%20two.md', 'markdown');

    const after = await served.get(`${served.base}/content`);
    assert.deepEqual([status, body], [201, { revision: after.body.id, importedResources: 1, totalResources: 1 }]);
    assert.deepEqual(after.body.parents, [before.body.id]);
    assert.deepEqual(await served.titles(), ['Home', 'Intro', 'Intro two']);
    assert.equal(
      await served.text('intro-two'),
      `# Intro two\n\nRead the [guide](${served.web}/docs/guide.md "Guide") about wolverines.\n`,
    );
    assert.equal((await served.get(`${served.base}/search?query=wolverines`)).body.count, 1);
  });

  test('twice creates two pages, with different slugs', async () => {
    const served = await serveImporting({ '/a.md': '# Home\n\nAnother.\n' });

    await served.import('/a.md', 'markdown');
    await served.import('/a.md', 'markdown');

    assert.deepEqual(
      (await served.tree()).map((page) => page.path),
      ['home', 'intro', 'home-1', 'home-2'],
    );
    assert.equal(await served.text('home'), '# Home\n\nWelcome.\n');
  });

  test("uses the encoding from the server's headers", async () => {
    const served = await serveImporting({
      '/a.md': (_, reply) =>
        reply.writeHead(200, { 'Content-Type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('# Café', 'latin1')),
    });

    await served.import('/a.md', 'markdown');

    assert.deepEqual((await served.titles()).at(-1), 'Café');
  });
});

test('importing a single file names what it left out and guessed, too', async () => {
  const served = await serveImporting({
    '/a.md': (_, reply) =>
      reply
        .writeHead(200, { 'Content-Type': 'text/markdown' })
        .end(Buffer.concat([Buffer.from('---\ntags: [x]\n---\n# '), Buffer.from('90dd92e8', 'hex')])),
  });

  const { body } = await served.import('/a.md', 'markdown');

  assert.deepEqual(body['notes'], [
    { kind: 'encoding', path: 'a.md', detail: 'shift_jis' },
    { kind: 'property', path: 'a.md', detail: 'tags' },
  ]);
  assert.equal((await served.titles()).at(-1), '設定');
});

describe('importing a web page', () => {
  const html = `<!doctype html><html><head><title>Fallback</title><script>alert(1)</script><style>p{}</style></head><body>
    <nav><a href="/">Menu</a></nav>
    <main><h1>Set <em>up</em></h1><p>Use <code>npm i</code> &amp; read <a href="../more?a=b#c">more</a>,
    <a href="javascript:alert(1)">never</a> <b onclick="alert(1)">bold</b> <del>old</del>.</p><!-- secret -->
    <img src="p.png" alt="A picture"><img src="data:image/png;base64,AAAA">
    <ul><li>one<ol><li>two</li></ol></li></ul>
    <pre><code class="language-ts">const a = '&lt;b&gt;';</code></pre>
    <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2 | 3</td></tr></table>
    <p>&lt;script&gt;alert(1)&lt;/script&gt;</p><iframe src="https://evil.example"></iframe>
    <script>alert(2)</script><form><input value="x"></form></main><footer>Imprint</footer></body></html>`;

  test('returns Markdown of its main part, without scripts', async () => {
    const served = await serveImporting({ '/docs/a/setup.html': html });

    const { status, body } = await served.import('/docs/a/setup.html', 'html');

    assert.deepEqual([status, body['importedResources'], body['totalResources']], [201, 1, 1]);
    assert.equal(
      await served.text('set-up'),
      `# Set up

Use \`npm i\` & read [more](${served.web}/docs/more?a=b#c), never **bold** old.

![A picture](${served.web}/docs/a/p.png)

- one
  1. two

\`\`\`ts
const a = '<b>';
\`\`\`

| A | B      |
| - | ------ |
| 1 | 2 \\| 3 |

\\<script>alert(1)\\</script>
`,
    );
  });

  test('takes its title from a heading of a lower level at the start of its main part', async () => {
    const served = await serveImporting({ '/a.html': '<title>Install</title><main><h2>Needs</h2><p>x</p></main>' });

    await served.import('/a.html', 'html');

    assert.equal(await served.text('install'), '# Install\n\n## Needs\n\nx\n');
  });

  test('keeps a table with one long cell and many rows short', async () => {
    const long = 'word '.repeat(2000).trim();
    const rows = Array.from({ length: 1000 }, (_, at) => `<tr><td>${at}<td>x`);
    const table = `<table><tr><th>A<th>B<tr><td>${long}<td>b${rows.join('')}</table>`;
    const served = await serveImporting({ '/a.html': `<title>Wide</title>${table}` });

    const { status } = await served.import('/a.html', 'html');

    const text = await served.text('wide');
    assert.equal(status, 201);
    assert.ok(text.includes(`| ${long} | b |`));
    assert.ok(text.length < 20 * (long.length + rows.length));
  });

  test('takes the title of a page without headings, and addresses relative to its base', async () => {
    const served = await serveImporting({
      '/a.html': '<title> The\n title </title><base href="https://docs.example/x/"><p><a href="y">z</a></p>',
    });

    await served.import('/a.html', 'html');

    assert.equal(await served.text('the-title'), '# The title\n\n[z](https://docs.example/x/y)\n');
  });

  test('uses the encoding that the page names', async () => {
    const page = Buffer.from('<meta charset="windows-1252"><h1>Caf\xe9 \x93x\x94</h1>', 'latin1');
    const served = await serveImporting({
      '/a.html': (_, reply) => reply.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    });

    await served.import('/a.html', 'html');

    assert.equal((await served.titles()).at(-1), 'Café “x”');
  });
});

describe('importing an archive', () => {
  test("of a real project's documentation keeps every page and its links", async () => {
    const files = Object.fromEntries(
      readdirSync(undici, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => [`undici-main/docs/${name}`, readFileSync(join(undici, name))]),
    );
    const markdown = Object.keys(files).filter((name) => name.endsWith('.md'));
    const served = await serveImporting({ '/undici.zip': zipOf(files) });

    const { status, body } = await served.import('/undici.zip', 'zip');

    const pages = flat((await served.tree()).slice(2)).filter((page) => page['type'] === 'document');
    const listed = (await served.get(`${served.base}/content/files`)).body.count;
    assert.equal(status, 201);
    assert.ok(markdown.length >= 40);
    assert.equal(pages.length, markdown.length);
    assert.deepEqual(
      [body['importedResources'], body['totalResources']],
      [pages.length + listed, Object.keys(files).length],
    );
    const links = await served.get(`${served.base}/links?status=ok&limit=1000`);
    assert.ok(links.body.items.filter((item) => item.targetReference['kind'] === 'page').length > 20);
    for (const { id, git } of pages as unknown as { id: string; git: { path: string } }[]) {
      const { body: page } = await served.get(`${served.base}/content/page/${id}?format=markdown`);
      assert.ok(page.markdown.length > 5, git.path);
    }
  });

  test('imports its folders, its order and its used pictures', async () => {
    const served = await serveImporting({
      '/a.zip': zipOf({
        'docs/SUMMARY.md': '* [Second](two.md)\n* [Guide](guide/README.md)\n    * [First](guide/first.md)\n',
        'docs/one.md': '# One',
        'docs/two.md': '# Two\n\n![Shown](img/p.svg) [One](one.md)\n',
        'docs/guide/README.md': '# Guide',
        'docs/guide/first.md': '# First',
        'docs/img/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
        'docs/img/unseen.svg': '<svg/>',
        'docs/.github/secret.md': '# Secret',
        '__MACOSX/docs/._one.md': 'x',
      }),
    });

    const { body } = await served.import('/a.zip', 'zip');

    assert.deepEqual([body['importedResources'], body['totalResources']], [5, 7]);
    assert.deepEqual(await served.titles(), ['Home', 'Intro', 'Second', 'Guide', 'One']);
    const [file] = (await served.get(`${served.base}/content/files`)).body.items;
    assert.equal(await served.text('second'), `# Second\n\n# Two\n\n![Shown](/files/${file.id}) [One](one.md)\n`);
  });
});

test('an import names what it left out, and no bad file ends it', async () => {
  const bad = Buffer.from('ffd8ffc0001108ffff', 'hex');
  const served = await serveImporting({
    '/a.zip': zipOf({
      'a.md': '---\ntags: [x]\n---\n# A\n\n![](a.png) ![](b.gif) ![](c.jpg) ![](d.svg) ![](gone.png)',
      'a.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      'b.gif': 'GIF',
      'c.jpg': bad,
      'd.svg': '<svg width="1e400" height="-3.5" viewBox="0 0 nan 1.5e9"/>',
      'b.md': bad,
    }),
  });

  const { status, body } = await served.import('/a.zip', 'zip');

  assert.deepEqual([status, body['importedResources'], body['files']], [201, 5, 4]);
  assert.deepEqual(body['notes'], [
    { kind: 'skipped', path: 'b.md', detail: 'not a text file' },
    { kind: 'property', path: 'a.md', detail: 'tags' },
    { kind: 'file', path: 'a.md', detail: 'gone.png' },
  ]);
  assert.deepEqual((await served.titles()).slice(2), ['A']);
});

describe('an archive', () => {
  test('can start every name with ./', async () => {
    const files = {
      './docs/README.md': '# Home page\n\n[A](guide/a.md)',
      './docs/guide/a.md': '# A',
      './.git/b.md': '# B',
    };
    const served = await serveImporting({ '/a.zip': zipOf(files) });

    const { status, body } = await served.import('/a.zip', 'zip');

    assert.deepEqual([status, body['importedResources'], body['totalResources']], [201, 2, 2]);
    assert.equal(await served.text('home-page'), '# Home page\n\n[A](guide/a.md)');
  });

  test('can have decomposed accents in names unlike in links', async () => {
    const served = await serveImporting({
      '/a.zip': zipOf({
        'README.md': '# Start\n\n[a](%C3%BCber.md) [b](\u00fcber.md) [c](u\u0308ber.md) ![d](bl\u00e4tter/p.svg)',
        'u\u0308ber.md': '# About',
        'bla\u0308tter/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
      }),
    });

    await served.import('/a.zip', 'zip');

    const [file] = (await served.get(`${served.base}/content/files`)).body.items;
    assert.equal(
      await served.text('start'),
      `# Start\n\n[a](about.md) [b](about.md) [c](about.md) ![d](/files/${file.id})`,
    );
  });

  test('is read in the encoding of each file, without non-text files', async () => {
    const served = await serveImporting({
      '/a.zip': zipOf({
        'eight.md': '\ufeff# Eight\n\ncafé',
        'sixteen.md': Buffer.from('\ufeff# Sixteen\n\ncafé', 'utf16le'),
        'latin.md': Buffer.from('# Latin\n\ncafé', 'latin1'),
        'bad.md': Buffer.concat([Buffer.from('# Bad\n\ncafé größer '), Buffer.from([0xff]), Buffer.from(' ende')]),
        'windows.md': '# Windows\r\n\r\nOne\r\nTwo\r\n',
        'picture.md': Buffer.from([0x89, 0x50, 0, 1, 2]),
      }),
    });

    const { body } = await served.import('/a.zip', 'zip');

    const texts = await Promise.all(['eight', 'sixteen', 'latin', 'bad', 'windows'].map((slug) => served.text(slug)));
    assert.deepEqual([body['importedResources'], body['totalResources']], [5, 6]);
    assert.deepEqual(texts, [
      '# Eight\n\ncafé',
      '# Sixteen\n\ncafé',
      '# Latin\n\ncafé',
      '# Bad\n\ncafé größer \ufffd ende',
      '# Windows\n\nOne\nTwo\n',
    ]);
  });
});

describe('a failed import leaves the space unchanged:', () => {
  const zip = (files: Readonly<Record<string, string>> | readonly Zipped[]) => zipOf(files);
  const pages: Readonly<Record<string, Page>> = {
    '/page.html': '<p>x</p>',
    '/empty.md': ' \n',
    '/binary.md': Buffer.from([35, 32, 0, 1, 2]),
    '/strange.md': (_, reply) => reply.writeHead(200, { 'Content-Type': 'text/plain; charset=klingon' }).end('x'),
    '/large.md': 'x'.repeat(5_000_001),
    '/long.md': 'x '.repeat(500_001),
    '/long.html': `<p>${'x '.repeat(500_001)}</p>`,
    '/long.zip': zip({ 'a.md': 'x '.repeat(500_001) }),
    '/scripts.html': '<script>alert(1)</script><nav>Menu</nav>',
    '/deep.html': '<div>'.repeat(20_000),
    '/open.html': '<a>x'.repeat(100_000),
    '/many.html': '<p>x'.repeat(100_000),
    '/wide.html': `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(' ')}>x`,
    '/spanning.html': '<table><tr><td colspan=100000000>x</table>',
    '/covering.html': `<table>${'<tr><td rowspan=2000 colspan=60>x'.repeat(2000)}</table>`,
    '/ragged.html': `<table><tr>${'<td>x'.repeat(20_000)}${'<tr>'.repeat(20_000)}</table>`,
    '/away': redirectTo('http://127.0.0.1:9/x'),
    '/no.zip': '# No archive',
    '/none.zip': zip({ 'a.txt': 'x' }),
    '/up.zip': zip({ 'a.md': '# A', '../../etc/b.md': '# B' }),
    '/root.zip': zip({ '/etc/b.md': '# B' }),
    '/drive.zip': zip({ 'C:/b.md': '# B' }),
    '/back.zip': zip({ '..\\b.md': '# B' }),
    '/liar.zip': zip([{ name: 'a.md', content: 'x'.repeat(1_000_000), saidSize: 10 }]),
    '/bomb.zip': zip(Array.from({ length: 5 }, (_, at) => ({ name: `${at}.md`, content: 'x', saidSize: 21_000_000 }))),
    '/much.zip': zip(Array.from({ length: 21 }, (_, at) => ({ name: `${at}.md`, content: 'x'.repeat(1_000_000) }))),
    '/many.zip': zip(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`${at}.md`, '']))),
    '/half.zip': zip({ 'a.md': '# A', 'b.md': '# B' }).subarray(0, 60),
  };

  test.each([
    ['/page.html', 'markdown', 'is a web page. Import it as html'],
    ['/empty.md', 'markdown', 'is empty'],
    ['/binary.md', 'markdown', 'is not a text file'],
    ['/strange.md', 'markdown', 'has an unknown encoding (klingon)'],
    ['/large.md', 'markdown', 'is larger than 5 MB'],
    ['/long.md', 'markdown', 'is longer than 1000000 characters'],
    ['/long.html', 'html', 'is longer than 1000000 characters as Markdown'],
    ['/long.zip', 'zip', 'has no Markdown files'],
    ['/gone.md', 'markdown', 'answers with 404'],
    ['/away', 'markdown', "can't be reached: the connection was refused"],
    ['/scripts.html', 'html', 'has no text'],
    ['/deep.html', 'html', 'is nested too deeply'],
    ['/open.html', 'html', 'has too many elements, or too many unclosed ones'],
    ['/many.html', 'html', 'has too many elements, or too many unclosed ones'],
    ['/wide.html', 'html', 'has too many elements, or too many unclosed ones'],
    ['/spanning.html', 'html', 'has a table with too many cells'],
    ['/covering.html', 'html', 'has a table with too many cells'],
    ['/ragged.html', 'html', 'has a table with too many cells'],
    ['/no.zip', 'zip', /is not a readable zip archive/],
    ['/half.zip', 'zip', /is not a readable zip archive/],
    ['/none.zip', 'zip', 'has no Markdown files'],
    ['/up.zip', 'zip', /is not a readable zip archive: .*relative path/],
    ['/root.zip', 'zip', /is not a readable zip archive: absolute path/],
    ['/drive.zip', 'zip', /is not a readable zip archive: absolute path/],
    ['/back.zip', 'zip', /is not a readable zip archive: .*relative path/],
    ['/liar.zip', 'zip', /is not a readable zip archive: too many bytes/],
    ['/bomb.zip', 'zip', 'is larger than 100 MB when unpacked'],
    ['/many.zip', 'zip', 'has more than 5000 files'],
    ['/much.zip', 'zip', 'has more than 20 MB of Markdown'],
  ])('%s as %s', async (path, source, reason) => {
    const served = await serveImporting(pages);
    const before = await served.state();
    served.wait(1000);

    const [status, message] = refusal(await served.import(path, source));

    assert.equal(status, 422);
    assert.match(message, /^body\.url: /);
    if (typeof reason === 'string') assert.equal(message, `body.url: ${reason}`);
    else assert.match(message, reason);
    assert.equal(await served.state(), before);
  });

  test('from an address outside the public web', async () => {
    const served = await serveImporting({ '/a.md': '# A' }, { allowPrivateFetch: false });
    const before = await served.state();

    const refused = refusal(await served.import('/a.md', 'markdown'));

    assert.deepEqual(refused, [422, 'body.url: leads to 127.0.0.1, which is not on the public web']);
    assert.equal(await served.state(), before);
  });

  test('when the space was locked during the import', async () => {
    const served = await serveImporting({
      '/a.md': (_, reply) =>
        void served.patch(served.base, { editMode: 'locked' }).then(() => reply.writeHead(200).end('# A')),
    });

    const refused = refusal(await served.import('/a.md', 'markdown'));

    assert.deepEqual(refused, [409, 'The space is locked, so nobody can change its content. Unlock the space first.']);
    assert.deepEqual(await served.titles(), ['Home', 'Intro']);
  });

  test('when the caller has disconnected', async () => {
    const stop = new AbortController();
    let finish: () => void = () => undefined;
    const served = await serveImporting({
      '/a.md': (_, reply) => {
        finish = () => reply.writeHead(200).end('# A');
        stop.abort();
      },
    });
    const request = new Request(`${served.address}${served.base}/content/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.platform.token}` },
      body: JSON.stringify({ url: `${served.web}/a.md`, source: 'markdown' }),
      signal: stop.signal,
    });

    await served.platform.handle(request);

    finish();
    assert.deepEqual(await served.titles(), ['Home', 'Intro']);
  });
});

describe('an import', () => {
  test.each(['website', 'docx', 'notion', 'something-new', 'constructor'])(
    'from %s is refused with the supported sources',
    async (source) => {
      const served = await serveImporting({});

      const refused = refusal(await served.import('/a', source));

      assert.deepEqual(refused, [422, 'body.source: must be one of markdown, html, zip']);
    },
  );

  test.each<[object, string]>([
    [{ url: 'a', source: 'zip' }, 'body.url: must be a URL'],
    [{ source: 'zip' }, 'body.url: is required'],
    [{ url: 'ftp://a.example/x', source: 'zip' }, 'body.url: is not an http or https URL'],
    [{ url: 'file:///etc/passwd', source: 'markdown' }, 'body.url: is not an http or https URL'],
  ])('of %j is refused', async (sent, message) => {
    const served = await serveImporting({});

    const { status, body } = await served.post(`${served.base}/content/import`, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
  });

  test('blocks nobody else', async () => {
    let finish: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let answer: () => void = () => undefined;
    const served = await serveImporting({
      '/a.md': (_, reply) => {
        answer = () => reply.writeHead(200).end('# A');
        finish();
      },
    });
    const importing = served.import('/a.md', 'markdown');
    await isAsked;

    const meanwhile = await served.patch(served.base, { title: 'Renamed' });

    assert.equal(meanwhile.status, 200);
    answer();
    assert.equal((await importing).status, 201);
  });
});

describe('a document that takes long to read', () => {
  /** 5 MB, the size limit: checking its attributes for duplicates takes minutes. */
  const attributes = Array.from({ length: 620_000 }, (_, at) => `a${at}`).join(' ');
  const hostile = `<p title=">" ${attributes}>Text`;

  test('is refused at its deadline with a suggestion, and other calls are answered in the meantime', async () => {
    const served = await serveImporting({ '/hostile.html': hostile }, { importTime: 2000 });
    const before = await served.state();
    let isOver = false;
    const importing = served.import('/hostile.html', 'html').finally(() => (isOver = true));
    const times: number[] = [];
    while (!isOver) {
      const start = cpuTime();
      assert.equal((await served.get(served.base)).status, 200);
      times.push(cpuTime() - start);
    }

    assert.deepEqual(refusal(await importing), [
      422,
      'body.url: takes more than 2 seconds to read. Split it into smaller parts and import them one by one',
    ]);
    assert.ok(times.length > 0);
    assert.ok(Math.max(...times) < 1000, `somebody waited ${Math.round(Math.max(...times))} ms`);
    assert.equal(await served.state(), before);
  });

  test("isn't read further after its caller has disconnected", async () => {
    const pages = { '/hostile.html': hostile, '/small.html': '<h1>Small</h1><p>Text.</p>' };
    const served = await serveImporting(pages, { importTime: 60_000 });
    const gone = new AbortController();
    const request = {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.platform.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${served.web}/hostile.html`, source: 'html' }),
      signal: gone.signal,
    };
    // One is read, and one waits for its turn.
    const importing = [1, 2].map(() => fetch(`${served.address}${served.base}/content/import`, request));
    setTimeout(() => gone.abort(), 1000);
    for (const each of importing) await assert.rejects(each, { name: 'AbortError' });

    const { status } = await served.import('/small.html', 'html');

    assert.equal(status, 201);
  });
});

test('an import is refused if pages with its slugs were added while it was read', async () => {
  // Both are requested before either is answered, and reading one takes more than downloading the other.
  const text = '# Shift plan\n\n' + 'Text with *emphasis*.\n\n'.repeat(10_000);
  const asked: (() => void)[] = [];
  const answerBoth: Page = (_, reply) => {
    asked.push(() => reply.writeHead(200, { 'Content-Type': 'text/markdown' }).end(text));
    if (asked.length === 2) for (const answer of asked) answer();
  };
  const served = await serveImporting({ '/a.md': answerBoth });

  const both = await Promise.all([served.import('/a.md', 'markdown'), served.import('/a.md', 'markdown')]);

  const refused = both.filter(({ status }) => status !== 201).map(refusal);
  assert.deepEqual(refused, [
    [409, 'Pages with the same paths were added to the space during the import. Import again'],
  ]);
  assert.deepEqual(await served.titles(), ['Home', 'Intro', 'Shift plan']);
});

test('a document in a URL has the limits of one on the web', () => {
  const url = `data:;base64,${'A'.repeat(4000)}`;

  assert.equal(documentInUrl(url, { bytes: 3000 })?.bytes.length, 3000);
  assert.throws(() => documentInUrl(url, { bytes: 2999 }), /is larger than/);
});

test('a document in a URL is only preceded by a type and a name', () => {
  assert.throws(() => documentInUrl(`data:${';'.repeat(20_000_000)}base64,AAAA`, { bytes: 3000 }), /is not a document/);
  const name = encodeURIComponent('字'.repeat(255));
  assert.match(documentInUrl(`data:;name=${name};base64,AAAA`, { bytes: 3000 })?.url ?? '', /^file:/);
});

describe('importing a document from a data URL', () => {
  const address = (content: string | Buffer, name: string) =>
    `data:;name=${encodeURIComponent(name)};base64,${Buffer.from(content).toString('base64')}`;
  const send = (served: Awaited<ReturnType<typeof serveImporting>>, url: string, source: string) =>
    served.post(`${served.base}/content/import`, { url, source });

  test('adds the pages of an archive with their files', async () => {
    const served = await serveImporting({});
    const archive = zipOf({
      'guide/README.md': '# Guide\n\n[Next](next.md)\n',
      'guide/next.md': '# Next\n\n![Map](map.png)\n',
      'guide/map.png': Buffer.from('\x89PNG'),
    });

    const { status, body } = await send(served, address(archive, 'guide.zip'), 'zip');

    assert.deepEqual([status, body.importedResources, body.totalResources], [201, 3, 3]);
    assert.match(await served.text('guide'), /\[Next\]\(next\.md\)/);
    assert.match(await served.text('next'), /!\[Map\]\(\/files\/\w+\)/);
  });

  test('keeps relative links of a single file, and names the page by the file', async () => {
    const served = await serveImporting({});

    await send(served, address('Read [on](other.md).\n', 'My notes.md'), 'markdown');

    assert.match(await served.text('my-notes'), /^Read \[on\]\(other\.md\)\.|\n\nRead \[on\]\(other\.md\)\./);
  });

  test('leads nowhere on this computer', async () => {
    const served = await serveImporting({});
    const html = '<h1>Notes</h1><p><a href="/etc/passwd">secret</a> <img src="file:///etc/passwd"></p>';

    await send(served, address(html, 'notes.html'), 'html');

    const text = await served.text('notes');
    assert.match(text, /secret/);
    assert.doesNotMatch(text, /passwd|file:/);
  });

  test.each([
    ['without base64', 'data:text/plain,hello', /is not a document in base64/],
    ['without a comma', 'data:text/plain;base64', /is not a document in base64/],
    ['with an invalid zip', address('no zip', 'a.zip'), /is not a readable zip archive/],
  ])('refuses one %s and changes nothing', async (_, url, reason) => {
    const served = await serveImporting({});
    const before = await served.state();

    const [status, message] = refusal(await send(served, url, 'zip'));

    assert.equal(status, 422);
    assert.match(message, reason);
    assert.equal(await served.state(), before);
  });
});
