import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  editAddressOf,
  editUriOf,
  headOf,
  idsAlone,
  uriOf,
  type SpaceNames,
  main,
} from '../../../src/model/shared/address.ts';
import { spaceSlugOf } from '../../../src/model/library/spaceSlug.ts';
import { awkwardTitles } from '../../awkwardTitles.ts';

describe('the slug of a space', () => {
  test.each([
    ['Heron Operator Handbook', 'Heron-Operator-Handbook'],
    ['🧭 Start Here', 'Start-Here'],
    ['Über uns & Co. (2026)', 'Über-uns-Co-2026'],
    ['  Ada’s guide — v2.1_beta+  ', 'Adas-guide-v2-1-beta'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['हिन्दी', 'हिन्दी'],
    ['e\u0301clair', 'éclair'],
    ['Handbook #5', 'Handbook-5'],
    ['Docs @x', 'Docs-x'],
    ['../../etc/passwd', 'etc-passwd'],
    ['50 % \u202eoff\u202c', '50-off'],
    ['🎉🎉', 'Space'],
    ['', 'Space'],
    ['!?', 'Space'],
    ['\ud800', 'Space'],
    ['Internationalization', 'Internationalization'],
    ['iOS 18 and OpenAPI 3', 'iOS-18-and-OpenAPI-3'],
    ['2LnEvVHgZOaeCwH5ETn1', 'Space-2LnEvVHgZOaeCwH5ETn1'],
    ['123e4567-e89b-12d3-a456-426614174000', 'Space-123e4567-e89b-12d3-a456-426614174000'],
    ['20261122', 'Space-20261122'],
    ['2LnEvVHgZOaeCwH5ETn1.change-request-5', 'Space-2LnEvVHgZOaeCwH5ETn1-change-request-5'],
  ])('for %j is %j', (title, slug) => {
    expect(spaceSlugOf(title)).toBe(slug);
  });

  test('is cut between words', () => {
    const slug = spaceSlugOf('How we document what we do when we say what we have done '.repeat(200));

    expect(slug).toBe('How-we-document-what-we-do-when-we-say-what-we-have-done-How');
    expect([...spaceSlugOf('x'.repeat(10_000))].length).toBe(60);
  });

  test('is valid in a link and in a URI, whatever the title', () => {
    fc.assert(
      fc.property(awkwardTitles, (title) => {
        const slug = spaceSlugOf(title);
        assert.match(slug, /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|-(?!-|$))*$/u);
        assert.equal(slug, slug.normalize('NFC'));
        assert.ok([...slug].length <= 66);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the address of a page in a known space', () => {
  const id = '2LnEvVHgZOaeCwH5ETn1';
  const names: SpaceNames = {
    ...idsAlone,
    slugOf: (space) => (space === id ? 'Heron-Operator-Handbook' : undefined),
    spaceOf: (slug) => (slug === 'Heron-Operator-Handbook' || slug === 'Old-Handbook' ? id : undefined),
  };
  const number = 5;
  const at = { account: 'x', space: id, path: 'safety/stop.md' };

  test.each([
    [main, '/Heron-Operator-Handbook/safety/stop.md'],
    [{ kind: 'changeRequest', number } as const, '/Heron Operator Handbook #5/safety/stop.md'],
    [{ kind: 'base', number } as const, '/Heron Operator Handbook #5/safety/stop.md'],
    [{ kind: 'revision', revision: 'r.1' } as const, '/Heron Operator Handbook @r~002e1/safety/stop.md'],
  ])('contains its name, in the version %j', (version, path) => {
    const address = { ...at, version };

    expect(uriOf(address, names).path).toBe(path);
    expect(addressOf(uriOf(address, names), () => names)).toEqual(address);
  });

  test.each([
    `/${id}/safety/stop.md`,
    `/Old-Handbook/safety/stop.md`,
    `/${id}.change-request-5/safety/stop.md`,
    `/Old Handbook #5/safety/stop.md`,
  ])('is parsed in its earlier form: %s', (path) => {
    const version = path.includes('5/') ? headOf(number) : main;

    expect(addressOf({ scheme: 'docs-platform', authority: 'x', path }, () => names)).toEqual({
      ...at,
      version,
    });
  });

  test('contains its name for an editable page', () => {
    const address = { ...at, version: { kind: 'changeRequest', number } } as const;

    expect(editUriOf(address, names).path).toBe('/Heron Operator Handbook #5/safety/stop.md');
    expect(editAddressOf(editUriOf(address, names), () => names)).toEqual(address);
  });
});
