import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { NewShareLink } from '../../../src/contract/sites/shareLinks.ts';
import { SiteSectionGroupUpdate } from '../../../src/contract/sites/siteSectionGroups.ts';
import { SiteSectionUpdate } from '../../../src/contract/sites/siteSections.ts';
import { SiteSpaceUpdate } from '../../../src/contract/sites/siteSpaces.ts';
import { SiteUpdate } from '../../../src/contract/sites/sites.ts';
import {
  fieldsOf,
  isRemovable,
  problemOfBasename,
  problemOfField,
  problemOfProxy,
  problemOfShareLinkName,
  problemOfSiteTitle,
} from '../../../src/model/sites/limits.ts';

const bodies = {
  'site-section-group': SiteSectionGroupUpdate,
  'site-section': SiteSectionUpdate,
  'site-space': SiteSpaceUpdate,
} as const;

const kinds = Object.keys(bodies) as (keyof typeof bodies)[];

/** Values around every limit. */
const aText = fc
  .constantFrom(0, 1, 2, 49, 50, 51, 99, 100, 101, 128, 129, 256, 257, 512, 513, 1024, 1025)
  .map((length) => 'x'.repeat(length));

describe("the document's limits apply to user input before it is sent:", () => {
  test.each(kinds.flatMap((kind) => fieldsOf(kind).map((field) => [kind, field] as const)))('%s: %s', (kind, field) => {
    fc.assert(
      fc.property(aText, (text) => {
        const value = text === '' && isRemovable(field) ? null : text;
        assert.equal(
          problemOfField(kind, field, text) === undefined,
          bodies[kind].safeParse({ [field]: value }).success,
        );
      }),
    );
  });

  test.each([
    ['title', problemOfSiteTitle],
    ['basename', problemOfBasename],
  ] as const)('%s of a site', (field, problemOf) => {
    fc.assert(
      fc.property(aText, (text) => {
        assert.equal(problemOf(text) === undefined, SiteUpdate.safeParse({ [field]: text }).success);
      }),
    );
  });

  test('proxy of a site', () => {
    const aProxy = fc.array(fc.constantFrom('a', 'docs', '.', '/', '-', 'com', ' ', '_', '%'), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.oneof(
          aText,
          aProxy.map((parts) => parts.join('')),
        ),
        (text) => {
          assert.equal(problemOfProxy(text) === undefined, SiteUpdate.safeParse({ proxy: text }).success);
        },
      ),
      { examples: [['example.com/docs'], ['example.com'], ['https://example.com/docs']] },
    );
  });

  test("name of a share link, which can't be empty", () => {
    fc.assert(
      fc.property(aText, (name) => {
        const isGood = name !== '' && NewShareLink.safeParse({ name }).success;
        assert.equal(problemOfShareLinkName(name) === undefined, isGood);
      }),
    );
  });
});

test('a path is one segment of a URL', () => {
  assert.deepEqual(problemOfField('site-section', 'path', 'a/b'), { code: 'notPathSegment' });
});
