import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { onTestFinished, test } from 'vitest';
import type { Transport } from '../src/client/network/transport.ts';
import { pageFacts } from '../src/model/checks/pageFacts.ts';
import { pdfWriter } from '../src/server/formats/pdf/writer.ts';
import { optionsOf, webviewOptions } from './bundle.ts';

// Of some libraries, only parts are shipped. They do the same as the whole.

/** A module of src, bundled as it ships, beside the webviews, from which the extension loads libraries. */
async function shipped<Module>(source: string): Promise<Module> {
  const out = join(import.meta.dirname, '../out');
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(out, 'shipped-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { entryPoints, ...options } = await optionsOf();
  assert.ok(entryPoints);
  await Promise.all([
    build({ ...options, entryPoints: { 'chunks/module': source }, outdir: folder, logLevel: 'silent' }),
    build({ ...(await webviewOptions()), outdir: join(folder, 'webview'), logLevel: 'silent' }),
  ]);
  return (await import(pathToFileURL(join(folder, 'chunks/module.js')).href)) as Module;
}

for (const isWide of [false, true]) {
  test(`the shipped PDF writer writes the same bytes, ${isWide ? 'with fonts of its own' : 'with standard fonts'}`, async () => {
    const { pdfWriter: shippedWriter } = await shipped<{ pdfWriter: typeof pdfWriter }>(
      'src/server/formats/pdf/writer.ts',
    );
    const written = [pdfWriter, shippedWriter].map((writer) => {
      const pdf = writer({ title: 'Heron – Übersicht', at: 0, isWide });
      pdf.outline('Title', 0);
      pdf.paragraph([{ text: 'A ' }, { text: 'link', bold: true, link: 'https://example.com' }], {
        size: 12,
        indent: 0,
      });
      if (isWide) pdf.paragraph([{ text: 'Ελληνικά, кириллица, עברית, العربية' }], { size: 12, indent: 0 });
      pdf.code('const a = 1;', 10);
      pdf.table([[[{ text: 'a' }], [{ text: 'b', italic: true, code: true }]]], 0);
      pdf.quoted(4, () => pdf.rule(0));
      pdf.newPage();
      pdf.outline('Below', 1);
      return withoutId(Buffer.from(pdf.finished()).toString('latin1'));
    });

    assert.ok((written[0]?.length ?? 0) > 1000);
    assert.equal(digest(written[1] ?? ''), digest(written[0] ?? ''));
  });
}

test('the shipped parts of the HTTP library send requests and read compressed replies', async () => {
  const { createTransport } = await shipped<{ createTransport: () => Transport }>('src/client/network/transport.ts');
  const received: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push(`${request.method} ${request.headers.authorization} ${Buffer.concat(pieces).toString()}`);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const transport = createTransport();
  onTestFinished(() => transport.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = { authorization: 'Bearer t' };

  const replies = [
    await transport.platform(new Request(url, { headers })),
    await transport.platform(new Request(url, { method: 'PATCH', headers, body: '{"title":"T"}' })),
  ];

  assert.deepEqual(await Promise.all(replies.map((reply) => reply.text())), ['hello', 'hello']);
  assert.deepEqual(received, ['GET Bearer t ', 'PATCH Bearer t {"title":"T"}']);
});

test('the shipped table of character names has the same characters', async () => {
  type Decode = { decodeNamedCharacterReference(name: string): string | false };
  const library = createRequire(createRequire(import.meta.url).resolve('mdast-util-from-markdown'));
  const file = library.resolve('decode-named-character-reference');
  const whole = (await import(pathToFileURL(file).href)) as Decode;
  const part = await shipped<Decode>('build/characterReference.mjs');
  const { characterEntities } = (await import(
    pathToFileURL(createRequire(file).resolve('character-entities')).href
  )) as { characterEntities: Record<string, string> };
  const names = [...Object.keys(characterEntities), 'unknown', 'ampx', 'constructor'];

  assert.ok(names.length > 2000);
  assert.deepEqual(
    names.map((name) => part.decodeNamedCharacterReference(name)),
    names.map((name) => whole.decodeNamedCharacterReference(name)),
  );
});

test('the shipped parts of markdownlint find and fix the same', async () => {
  const { pageFacts: shippedFacts } = await shipped<{ pageFacts: typeof pageFacts }>('src/model/checks/pageFacts.ts');
  const rules = { DEFAULT: true, MD013: { line_length: 30 } };
  const text = [
    '---\ntitle: a\n---\n\n# A\n\n(text)[https://example.com] and \\(no)[link] \n',
    '[ a ](b) [\tc](d) [e\n](f)\n\n#B\n\n| a | b |\n|--|--|\n| 1 |\nAfter it.\n\n$a * b$\n',
    `${'a '.repeat(20)}https://example.com/${'long'.repeat(20)}\n\n* a\n+ b\n\n\n**a **b ** c**\n[none][no]`,
  ].join('');

  const { problems } = pageFacts(text, { rules });

  assert.ok(problems.length > 20);
  assert.deepEqual(shippedFacts(text, { rules }).problems, problems);
});

/** Each PDF has a random id. */
function withoutId(pdf: string): string {
  return pdf.replace(/\/ID \[[^\]]*\]/, '');
}

function digest(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}
