import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { settingsAddressOf, settingsUriOf } from '../../../src/model/settings/address.ts';
import { repositoryAddress } from '../../../src/model/library/repositoryAddress.ts';

const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });

test('kind and ids survive the URI, whatever they contain', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('organizationId', 'siteId', 'siteSpaceId', 'userId'), id, {
        minKeys: 1,
        noNullPrototype: true,
      }),
      fc.string(),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.boolean(),
      (ids, title, within, details) => {
        const wanted = { account: 'host-1a', kind: 'siteSpace', ids, title, within };
        const uri = settingsUriOf({ ...wanted, ...(details && { details }) });
        const address = settingsAddressOf({ ...uri, path: decodeURIComponent(encodeURI(uri.path)) });
        assert.deepEqual([address?.kind, address?.ids, address?.details], ['siteSpace', ids, details || undefined]);
        assert.ok(uri.path.split('/').every((segment, at) => at === 0 || (segment !== '' && !segment.startsWith('.'))));
      },
    ),
    { numRuns: 200 },
  );
});

test('a path consists of names, and the query of ids', () => {
  const { path, query } = settingsUriOf({
    account: 'a',
    kind: 'space',
    ids: { spaceId: 'Sp1' },
    title: 'Operator Handbook',
    within: ['Northwind Robotics', '🤖', 'Products'],
  });

  assert.equal(path, '/Settings/Northwind-Robotics/Products/Operator-Handbook.space.docs.json');
  assert.equal(query, 'spaceId=Sp1');
});

test.each([
  ['file', '/Settings/x.space.docs.json', 'spaceId=a'],
  ['docs-platform-settings', '/Settings/x.space.docs.json', ''],
  ['docs-platform-settings', '/Settings/x.json', 'spaceId=a'],
  ['docs-platform-settings', '/Details/x.details.json', 'spaceId=a'],
  ['docs-platform-settings', '/Elsewhere/x.space.docs.json', 'spaceId=a'],
  ['docs-platform-settings', '/Settings/x.space.docs.json', '=a'],
  ['docs-platform-settings', '/.vscode/settings.json', 'spaceId=a'],
])('%s:%s?%s is not a settings URI', (scheme, path, query) => {
  assert.equal(settingsAddressOf({ scheme, authority: 'a', path, query }), undefined);
});

test.each([
  [
    { url: 'https://git.example/a/b.git', installationProvider: 'github' },
    'docs/x y.md',
    'https://git.example/a/b/blob/HEAD/docs/x%20y.md',
  ],
  [
    { url: 'https://git.example/a/b', installationProvider: 'gitlab' },
    'x.md',
    'https://git.example/a/b/-/blob/HEAD/x.md',
  ],
  [{ url: 'https://git.example/a/b/tree/main/docs' }, 'x.md', 'https://git.example/a/b/blob/main/docs/x.md'],
  [{ url: 'https://user:secret@git.example/a/b?x=1' }, undefined, 'https://git.example/a/b'],
  [{ url: 'command:do.it' }, undefined, undefined],
  [{ url: 'no address' }, undefined, undefined],
  [undefined, 'x.md', undefined],
])('the repository %o and the file %s open at %s', (gitSync, path, address) => {
  assert.equal(repositoryAddress(gitSync, path), address);
});

test('a name is never cut within a character, which no URI could contain', () => {
  const name = `${'a'.repeat(79)}\u{20000}b`;

  const { path } = settingsUriOf({ account: 'a', kind: 'space', ids: { spaceId: 'x' }, title: name, within: [name] });

  assert.ok(path.isWellFormed());
});
