import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { accountKey, keyBeside } from '../../../src/model/shared/accountKey.ts';
import { addressOf, editAddressOf, editUriOf, main, uriOf, type Version } from '../../../src/model/shared/address.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';

describe('the address of a page', () => {
  test('has the account as authority, then the space, then the path', () => {
    assert.deepEqual(uriOf({ account: 'docs.example-1', space: 'Kx9_Z', version: main, path: 'guides/set-up.md' }), {
      scheme: 'docs-platform',
      authority: 'docs.example-1',
      path: '/Kx9_Z/guides/set-up.md',
    });
  });

  test('survives its URI, whatever the ids and titles', () => {
    const space = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('.git', '..', 'a/b', '~002e'),
    );
    const titles = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });
    const version = fc.oneof(
      fc.constant(main),
      fc.record(
        { kind: fc.constantFrom('changeRequest' as const, 'base' as const), number: fc.nat() },
        { noNullPrototype: true },
      ),
      fc.record({ kind: fc.constant('revision' as const), revision: space }, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(space, version, titles, (space, version, titles) => {
        const pages = titles.map((title, index): Page => ({ id: `p${index}`, title, type: 'document' }));
        for (const path of ['', ...pageTree(pages).byPath.keys()]) {
          const address = { account: 'docs.example-1', space, version, path };
          assert.deepEqual(addressOf(uriOf(address)), address);
        }
      }),
    );
  });

  test('contains the version after the space', () => {
    const of = (version: Version) => uriOf({ account: 'x', space: 'Kx9', version, path: 'set-up.md' }).path;

    assert.deepEqual(
      [of({ kind: 'changeRequest', number: 42 }), of({ kind: 'revision', revision: 'r.1' })],
      ['/Kx9.change-request-42/set-up.md', '/Kx9.revision-r~002e1/set-up.md'],
    );
  });

  test("differs for a base in the authority alone, so that diffs don't show a rename", () => {
    const address = { account: 'x', space: 'Kx9', path: 'set-up.md' };

    const after = uriOf({ ...address, version: { kind: 'changeRequest', number: 42 } });
    const before = uriOf({ ...address, version: { kind: 'base', number: 42 } });

    assert.deepEqual(before, { ...after, authority: 'x~before' });
  });

  test('in another space, reached from a version by a link, is that of the published content', () => {
    assert.deepEqual(addressOf({ scheme: 'docs-platform', authority: 'x~before', path: '/Other/set-up.md' }), {
      account: 'x',
      space: 'Other',
      version: main,
      path: 'set-up.md',
    });
  });

  test.each([
    ['docs-platform', '~before', '/Kx9.change-request-42/b.md'],
    ['file', '', '/a/b.md'],
    ['docs-platform', '', '/a/b.md'],
    ['docs-platform', 'x', ''],
    ['docs-platform', 'x', '/'],
    ['docs-platform', 'x', '/.vscode/settings.json'],
    ['docs-platform', 'x', '/a/../b.md'],
    ['docs-platform', 'x', '/a//b.md'],
    ['docs-platform', 'x', '/a.git/b.md'],
    ['docs-platform', 'x', '/a.change-request-/b.md'],
    ['docs-platform', 'x', '/a.change-request-4.2/b.md'],
    ['docs-platform', 'x', '/a.revision-/b.md'],
    ['docs-platform', 'x', '/.change-request-42/b.md'],
  ])('is undefined for %s://%s%s', (scheme, authority, path) => {
    assert.equal(addressOf({ scheme, authority, path }), undefined);
  });
});

describe('the address of an editable page', () => {
  const address = {
    account: 'x',
    space: 'Kx9',
    version: { kind: 'changeRequest', number: 42 },
    path: 'set-up.md',
  } as const;

  test('differs from the read-only one only in the scheme, and survives its URI', () => {
    const uri = editUriOf(address);

    assert.deepEqual(uri, { ...uriOf(address), scheme: 'docs-platform-edit' });
    assert.deepEqual(editAddressOf(uri), address);
    assert.equal(addressOf(uri), undefined);
  });

  test.each([
    ['docs-platform', '/Kx9.change-request-42/set-up.md'],
    ['docs-platform-edit', '/Kx9/set-up.md'],
    ['docs-platform-edit', '/Kx9.revision-r1/set-up.md'],
    ['docs-platform-edit', '/Kx9.change-request-42/../set-up.md'],
  ])('is undefined for %s://x%s', (scheme, path) => {
    assert.equal(editAddressOf({ scheme, authority: 'x', path }), undefined);
    assert.equal(editAddressOf({ scheme, authority: 'x~before', path: '/Kx9.change-request-42/set-up.md' }), undefined);
  });
});

describe('the key of an account', () => {
  test('shows the host', () => {
    assert.match(accountKey('https://API.Docs.example/prefix', 'u1'), /^api\.docs\.example-[0-9a-z]{11}$/);
  });

  test('differs for every server and user, and is a legal lower-case authority', () => {
    const base = fc.oneof(fc.webUrl(), fc.string());
    const user = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(fc.tuple(base, user), fc.tuple(base, user), (one, other) => {
        const keys = [accountKey(...one), accountKey(...other)];
        assert.equal(keys[0] === keys[1], one[0] === other[0] && one[1] === other[1]);
        for (const key of keys) assert.match(key, /^[a-z0-9.-]{1,64}$/);
      }),
    );
  });
});

describe('the key of an account next to others', () => {
  const base = 'https://docs.example';
  const key = accountKey(base, 'u');

  test('is that of the same account', () => {
    assert.equal(keyBeside([{ key, base, userId: 'u' }], base, 'u'), key);
  });

  test.each([[{ key, base: 'https://evil.example', userId: 'u' }], [{ key, base, userId: 'x' }], [{ key, base }]])(
    'is another one if %j already has it',
    (other) => {
      const own = keyBeside([other], base, 'u');

      assert.notEqual(own, key);
      assert.equal(keyBeside([other, { key: own, base, userId: 'u' }], base, 'u'), own);
    },
  );
});
