import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Space } from '../../../src/contract/spaces/spaces.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { pageAtUrl, pastedAddress } from '../../../src/model/pages/webAddress.ts';
import { spaceOf } from '../../client/samples.ts';

const tree = pageTree([
  { id: 'p1', title: 'Install', type: 'document', path: 'install' },
  { id: 'p2', title: 'Größe', type: 'document', path: 'größe' },
]);
const spaces: Space[] = [
  space('docs', { app: 'https://app.example/o/1/s/docs', published: 'https://site.example/' }),
  space('api', {
    app: 'https://app.example/o/1/s/api',
    published: 'https://site.example/api/',
    public: 'https://api.example',
  }),
  space('sdk', { published: 'https://site.example/dev/sdk' }),
  space('cli', { published: 'https://site.example/dev/cli', location: 'https://server.example/v1/spaces/cli' }),
  space('bare', { location: '/v1/spaces/bare' }),
];

describe('a URL of the browser', () => {
  test.each([
    ['https://app.example/o/1/s/docs/install#step-2', 'docs', 'p1', 'step-2'],
    ['https://app.example/o/1/s/docs/gr%C3%B6%C3%9Fe', 'docs', 'p2', undefined],
    ['  <HTTPS://App.Example/o/1/s/docs/install?q=1>  ', 'docs', 'p1', undefined],
    ['app.example/o/1/s/docs/install', 'docs', 'p1', undefined],
    ['http://site.example/install', 'docs', 'p1', undefined],
    ['https://site.example/api/install', 'api', 'p1', undefined],
    ['https://api.example/install', 'api', 'p1', undefined],
    ['https://server.example/v1/spaces/cli/p1', 'cli', 'p1', undefined],
    ['https://anywhere.example/s/bare/install', 'bare', 'p1', undefined],
    ['http://localhost:4010/spaces/bare/install', 'bare', 'p1', undefined],
    ['/s/bare/install#a', 'bare', 'p1', 'a'],
    ['/o/1/s/bare/install', 'bare', 'p1', undefined],
    ['//app.example/o/1/s/docs/install/', 'docs', 'p1', undefined],
    ['https://APP.example/o/1/s/docs/install/?q=1&r=%23x#a%20b', 'docs', 'p1', 'a b'],
    ['https%3A%2F%2Fapp.example%2Fo%2F1%2Fs%2Fdocs%2Finstall%23a', 'docs', 'p1', 'a'],
    ['https://app.example/o%2F1%2Fs%2Fdocs%2Finstall', 'docs', 'p1', undefined],
    ['https://app.example/o/1/s/docs/install#a#a', 'docs', 'p1', 'a'],
    ['https://app.example/o/1/s/docs/install##a', 'docs', 'p1', 'a'],
    ['https://app.example/o/1/s/docs/install#a%23a', 'docs', 'p1', 'a'],
    ['https://app.example/o/1/s/docs/install#:~:text=two%20words', 'docs', 'p1', undefined],
    ['https://app.example/o/1/s/docs/install#a:~:text=%23b', 'docs', 'p1', 'a'],
    ['https://app.example/o/1/s/docs/install/~/comments', 'docs', 'p1', undefined],
  ])('such as %s leads to a page', (text, spaceId, page, anchor) => {
    const found = pageAtUrl(text, spaces, () => tree);

    assert.ok(found.kind === 'page');
    assert.deepEqual([found.space.id, found.node.id, found.anchor], [spaceId, page, anchor]);
  });

  test.each([
    ['https://app.example/o/1/s/docs', 'docs', ''],
    ['https://site.example/api/gone', 'api', 'gone'],
    ['https://site.example/apis', 'docs', 'apis'],
  ])('such as %s leads to a space', (text, spaceId, path) => {
    const found = pageAtUrl(text, spaces, () => tree);

    assert.ok(found.kind === 'space');
    assert.deepEqual([found.space.id, found.path], [spaceId, path]);
  });

  test.each([
    ['[x](URL)', 'in Markdown'],
    ['See [the page](URL "Title"), please.', 'in a sentence'],
    ['[URL](URL).', 'in a link with the same text'],
    ['<URL>', 'in angle brackets'],
    ['<URL|Install>', 'in angle brackets, with a text'],
    ['[x]: URL', 'in a definition'],
    ['"URL"', 'in quotes'],
    ['“URL”,', 'in curly quotes'],
    ["'URL';", 'in apostrophes'],
    ['«URL»', 'in guillemets'],
    ['(URL)', 'in parentheses'],
    ['(see URL).', 'at the end of a sentence in parentheses'],
    ['[URL]', 'in brackets'],
    ['{URL}', 'in braces'],
    ['`URL`', 'in code'],
    ['**URL**!', 'in bold'],
    ['- URL', 'in a list'],
    ['URL。', 'before a Chinese period'],
    ['\u200bURL\u00a0\u200b', 'among invisible characters'],
    ['<a href="URL">x</a>', 'in HTML'],
  ])('is understood as %s: %s', (around) => {
    const url = 'https://app.example/o/1/s/docs/install#a_b';
    for (const written of [url, url.replace('_', String.raw`\_`)]) {
      const found = pageAtUrl(around.replaceAll('URL', written), spaces, () => tree);

      assert.ok(found.kind === 'page');
      assert.deepEqual([found.node.id, found.anchor], ['p1', 'a_b']);
    }
  });

  test('keeps brackets that belong to it', () => {
    assert.equal(pastedAddress('(https://a.example/b_(c))'), 'https://a.example/b_(c)');
    assert.equal(pastedAddress('[x](https://a.example/b_(c)_)'), 'https://a.example/b_(c)_');
    assert.equal(pastedAddress('http://[::1]:4010/s/x]'), 'http://[::1]:4010/s/x');
    assert.equal(pastedAddress('http://[::1]'), 'http://[::1]');
  });

  test.each([
    ['https://app.example/o/1/s/docs/~/changes/42/guide/one#a#a', 'docs', 'changeRequest 42', 'guide/one', 'a'],
    ['https://app.example/o/1/s/docs/~/changes/42/', 'docs', 'changeRequest 42', '', undefined],
    ['https://anywhere.example/s/bare/~/changes/42/install', 'bare', 'changeRequest 42', 'install', undefined],
    ['https://app.example/o/1/s/docs/%7E/changes/42/install', 'docs', 'changeRequest 42', 'install', undefined],
    ['https://app.example/o/1/s/docs/~%2Fchanges%2F42%2Finstall', 'docs', 'changeRequest 42', 'install', undefined],
    ['https://app.example/o/1/s/docs/~/change-requests/cr1/install', 'docs', 'changeRequest cr1', 'install', undefined],
    ['https://app.example/o/1/s/docs/~/revisions/r1/install', 'docs', 'revision r1', 'install', undefined],
    ['https://app.example/o/1/s/docs/~/revisions/r1', 'docs', 'revision r1', '', undefined],
    ['https://site.example/api/~/changes/42/install?x=1', 'api', 'changeRequest 42', 'install', undefined],
    ['https://site.example/~/changes/42/api/install', 'api', 'changeRequest 42', 'install', undefined],
    ['https://site.example/~/revisions/r1/install', 'docs', 'revision r1', 'install', undefined],
    ['https://site.example/~/changes/42/~/revisions/r1/install', 'docs', 'revision r1', 'install', undefined],
    ['https://site.example/~/changes/42/install/~/diff', 'docs', 'changeRequest 42', 'install', undefined],
    ['[x](https://site.example/~/changes/42/install).', 'docs', 'changeRequest 42', 'install', undefined],
  ])('such as %s leads to a version of a space', (text, spaceId, version, path, anchor) => {
    const found = pageAtUrl(text, spaces, () => tree);

    assert.ok(found.kind === 'version');
    const { kind, id } = found.version;
    assert.deepEqual([found.space.id, `${kind} ${id}`, found.path, found.anchor], [spaceId, version, path, anchor]);
  });

  test.each([
    ['https://app.example/o/1/s/docs/~/settings', 'browserOnly'],
    ['https://app.example/o/1/s/docs/~/changes', 'browserOnly'],
    ['https://app.example/o/1/s/docs/~', 'browserOnly'],
    ['https://app.example/o/1/s/docs/~/constructor/1', 'browserOnly'],
    ['https://site.example/dev/~/gitbook/pdf', 'browserOnly'],
    ['https://site.example/dev/~/changes/42/install', 'noSpaceAtAddress'],
  ])('such as %s leads to what only a browser shows: %s', (text, code) => {
    const found = pageAtUrl(text, spaces.slice(1).concat(text.includes('/dev/') ? [] : spaces[0]!), () => tree);

    assert.deepEqual(found, { kind: 'none', reason: { code } });
  });

  test("leads to a path in a space whose pages aren't known yet", () => {
    const found = pageAtUrl('https://site.example/api/install#a', spaces, () => undefined);

    assert.deepEqual(found, { kind: 'space', space: spaces[1], path: 'install', anchor: 'a' });
  });

  test('of a site leads to the spaces that it shows', () => {
    const found = pageAtUrl('https://site.example/dev', spaces.slice(1), () => undefined);

    assert.ok(found.kind === 'site');
    assert.deepEqual(
      found.spaces.map(({ id }) => id),
      ['sdk', 'cli'],
    );
  });

  test.each([
    '',
    'install',
    'two words',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://unknown.example/install',
    '/install',
    'https://unknown.example/~/changes/42/install',
    'https://',
  ])('such as %j leads nowhere, and says why', (text) => {
    const found = pageAtUrl(text, spaces.slice(1), () => tree);

    assert.ok(found.kind === 'none');
    assert.match(found.reason.code, /^(notPageAddress|noSpaceAtAddress)$/);
  });
});

function space(id: string, urls: NonNullable<Space['urls']>): Space {
  return { ...spaceOf(id), urls };
}
