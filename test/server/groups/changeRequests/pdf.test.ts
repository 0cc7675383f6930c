import assert from 'node:assert/strict';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, test } from 'vitest';
import { pdfOf } from '../../../../src/server/formats/pdf/pages.ts';
import { serveFolder, type Json } from '../../serve.ts';

// Section 4.7 of the API document: a PDF of a change request.

const files = {
  'README.md':
    '# Home\n\nWelcome **home** to `code` — “quoted”, see [the site](https://docs.example/x) and [Setup](setup.md).\n',
  'guide/README.md': '# Guide\n\nHow it works.\n',
  'guide/first.md': '# First steps\n\n1. Unpack\n2. Plug in\n   - the cable\n',
  'setup.md': '# Setup\n\n| Name | Value |\n| --- | --- |\n| speed | 5 m/s |\n\n```sh\nnpm install  --save\n```\n',
};

async function serveWithChange(more: Readonly<Record<string, string>> = {}) {
  const served = await serveFolder({ ...files, ...more });
  const base = `/v1/spaces/${served.space}/change-requests`;
  const { body } = await served.post(base, { subject: 'Rewrite setup' });
  const pdf = (query = '') => served.get(`${base}/${body.id}/pdf${query}`);
  return {
    ...served,
    id: body.id,
    pdf,
    update: (changes: object[]) => served.post(`${base}/${body.id}/content`, { changes }),
    /** The text on each sheet of the PDF. */
    sheets: async (query = '') => {
      const { url } = (await pdf(query)).body;
      return (await read(url)).sheets;
    },
  };
}

async function read(url: string): Promise<{ response: Response; sheets: string[]; outline: readonly Outlined[] }> {
  const response = await fetch(url);
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(document);
  return { response, sheets: text, outline: (await document.getOutline()) as unknown as Outlined[] };
}

/** The lines between header and footer of the first sheet. */
async function linesOf(url: string): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  const { items } = await (await document.getPage(1)).getTextContent();
  const rows = new Map<number, string>();
  for (const item of items) {
    if (!('str' in item)) continue;
    const height = Math.round(Number(item.transform[5]));
    rows.set(height, (rows.get(height) ?? '') + item.str);
  }
  return [...rows.values()]
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(1, -1);
}

interface Outlined {
  readonly title: string;
  readonly items: readonly Outlined[];
}

function titlesOf(outline: readonly Outlined[]): unknown[] {
  return outline.map(({ title, items }) => (items.length === 0 ? title : [title, titlesOf(items)]));
}

describe('the PDF of a change request', () => {
  test('contains every page of the change request, with an outline', async () => {
    const served = await serveWithChange();
    const { id } = await served.page('setup');
    await served.update([
      { operation: 'update_page', page: id, document: { markdown: 'Now it is **changed**.\n' } },
      { operation: 'insert_page', title: 'Brand new', document: { markdown: 'Something new.' } },
    ]);

    const { status, body } = await served.pdf();
    const { response, sheets, outline } = await read(body.url);

    assert.deepEqual([status, response.status, response.headers.get('Content-Type')], [200, 200, 'application/pdf']);
    assert.deepEqual(titlesOf(outline), ['Home', ['Guide', ['First steps']], 'Setup', 'Brand new']);
    assert.equal(sheets.length, 5);
    assert.match(sheets[0] ?? '', /#1 Rewrite setup/);
    assert.match(sheets[0] ?? '', /Home\s+Welcome\s+home\s+to\s+code\s+— “quoted”, see\s+the site/);
    assert.match(sheets[2] ?? '', /First steps\s+1\.\s+Unpack\s+2\.\s+Plug in\s+•\s+the cable/);
    assert.match(sheets[3] ?? '', /Setup\s+Now it is\s+changed/);
    assert.match(sheets[4] ?? '', /5 \/ 5/);
  });

  test('shows the titles of tabs, and their content on separate lines', async () => {
    const tabs =
      '{% tabs %}\n{% tab title="At 100% speed" %}\nGo **fast**.\n{% endtab %}\n{% tab title="Slow" %}\nGo.\n{% endtab %}\n{% endtabs %}';
    const served = await serveWithChange({
      'tabs.md': `# Ways\n\nThese:\n\n${tabs}\n\n{% hint style="info" %}\nMind.\n{% endhint %}\n`,
    });
    const { id } = await served.page('ways');

    const { url } = (await served.pdf(`?page=${id}`)).body;

    assert.deepEqual(await linesOf(url), ['Ways', 'These:', 'At 100% speed', 'Go fast.', 'Slow', 'Go.', 'Mind.']);
  });

  test('shows tables and code', async () => {
    const served = await serveWithChange();
    const { id } = await served.page('setup');

    const [sheet = ''] = await served.sheets(`?page=${id}&only=true`);

    assert.match(sheet, /Name\s+Value\s+speed\s+5 m\/s\s+npm install --save/);
  });

  test('contains one page with its descendants, or only that page', async () => {
    const served = await serveWithChange();
    const { id } = await served.page('guide');

    const both = await served.sheets(`?page=${id}`);
    const only = await served.sheets(`?page=${id}&only=true`);

    assert.deepEqual([both.length, only.length], [2, 1]);
    assert.match(both[1] ?? '', /First steps/);
    assert.match(only[0] ?? '', /Guide\s+How it works/);
  });

  test.each<[string, number, string]>([
    ['?only=true', 400, 'query.page: is required if query.only is set'],
    ['?page=nothing', 404, 'Page not found'],
    ['?only=perhaps', 400, 'query.only: '],
  ])('is refused for %s', async (query, expected, message) => {
    const served = await serveWithChange();

    const { status, body } = await served.pdf(query);

    assert.equal(status, expected);
    assert.ok(body.error.message.startsWith(message), body.error.message);
  });

  test('stays the same when the change request changes', async () => {
    const served = await serveWithChange();
    const { id } = await served.page('setup');
    const { url } = (await served.pdf(`?page=${id}`)).body;

    await served.update([{ operation: 'update_page', page: id, document: { markdown: 'Later.' } }]);

    assert.match((await read(url)).sheets.join(''), /npm install/);
  });

  test("has a URL that needs no token, expires, and can't be forged", async () => {
    const served = await serveWithChange();
    const { url } = (await served.pdf()).body;

    const statuses = [
      (await fetch(url)).status,
      (await fetch(url.replace(/signature=.*/, 'signature=abc'))).status,
      (await fetch(url.replace('/all?', '/only?'))).status,
    ];
    served.wait(2 * 60 * 60 * 1000);

    assert.deepEqual([...statuses, (await fetch(url)).status], [200, 403, 403, 403]);
  });

  test('of too many pages is refused with a suggestion', async () => {
    const served = await serveWithChange(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`many/${at}.md`, 'x'])),
    );

    const { status, body } = await served.pdf();

    assert.equal(status, 422);
    assert.equal(body.error.message, 'query.page: is required because the change request has more than 500 pages');
  });
});

describe('unusual text in a PDF', () => {
  const strange: Readonly<Record<string, string>> = {
    'in other scripts': 'Привет мир, 日本語, مرحبا, Łódź, naïve → done ✓ 🚀',
    'of one long word': 'x'.repeat(20_000),
    'that takes long to parse': '[a]('.repeat(20_000),
    'of very many lines': 'a\n'.repeat(10_000),
    'of endless code': `\`\`\`\n${'y'.repeat(5000)}\n${'z\n'.repeat(300)}\`\`\``,
    'of deep quotes and lists': `${'> '.repeat(90)}deep\n\n${Array.from({ length: 90 }, (_, at) => `${'  '.repeat(at)}- item ${at}`).join('\n')}`,
    'of a wide table': `|${' a |'.repeat(60)}\n|${' - |'.repeat(60)}\n|${' word |'.repeat(60)}`,
    'of a tall cell': `| a | b |\n| - | - |\n| ${'word '.repeat(3000)} | b |`,
    'of markup':
      '<script>alert(1)</script>\n\n<figure><img src="/files/x" alt="A drawing"></figure>\n\n{% hint style="info" %}\nMind the gap.\n{% endhint %}',
    'with PDF operators': ') Tj ET endstream endobj (\\\\) %PDF-1.7 <</JS (app.alert(1))>>',
  };

  test.each(Object.entries(strange))('is printed: %s', async (_, markdown) => {
    const served = await serveWithChange({ 'zz.md': `# Strange\n\n${markdown}\n` });
    const { id } = await served.page('strange');

    const sheets = await served.sheets(`?page=${id}`);

    assert.match(sheets[0] ?? '', /Strange/);
    assert.ok(sheets.length <= 1001, `${sheets.length} sheets`);
  });

  test('reports missing characters', async () => {
    const served = await serveWithChange({ 'a.md': '# Strange\n\n日本語\n', 'b.md': '# Łódź\n\nnaïve → done 🚀\n' });
    const [lossy, whole]: Json[] = [await served.page('strange'), await served.page('łódź')];

    assert.match((await served.sheets(`?page=${lossy?.id}`)).join(''), /question mark replaces[^]*\?\?\?/);
    assert.doesNotMatch((await served.sheets(`?page=${whole?.id}`)).join(''), /question mark/);
  });

  const markdown = 'Привет, **мир**, *Ελλάδα*, *שלום*, `код`\n\n```\nпечать(да)\nשלום\n```\n';

  test('of other scripts is printed in its characters', async () => {
    const served = await serveWithChange({ 'a.md': `# Łódź\n\n${markdown}` });
    const { body } = await served.pdf(`?page=${(await served.page('łódź')).id}`);

    const { sheets, outline } = await read(body.url);

    assert.match(sheets[0] ?? '', /Łódź\s+Привет, мир,\s+Ελλάδα,\s+(?:שלום|םולש),\s+код\s+печать\(да\)/);
    assert.doesNotMatch(sheets[0] ?? '', /\?/);
    assert.equal(outline[0]?.title, 'Łódź');
  });

  test('of other scripts is printed without its characters if there are no fonts for them', async () => {
    const heading = { title: 'Łódź', subtitle: 'naïve → done 🚀', at: 0 };
    const pdf = pdfOf(heading, [{ title: 'Łódź', level: 0, markdown }], false);

    const { text } = await extractText(await getDocumentProxy(pdf));

    assert.match(text[0] ?? '', /naïve -> done\s+A question mark replaces[^]*Lódz\s+\?{6}, \?{3}/);
  });
});
