import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../../src/contract/spaces/content.ts';
import { nameOf, shortNameOf } from '../../../../src/extension/ground/changeRequests/wording.ts';
import { changeMarks, changeSentences } from '../../../../src/extension/ground/changeRequests/changeWords.ts';
import { pageChanges } from '../../../../src/model/changeRequests/changes.ts';
import { pageTree } from '../../../../src/model/pages/tree.ts';

describe('Changes other than text are described', () => {
  const page = (fields: Partial<Page>): Page => ({ id: 'a', title: 'A', slug: 'a', type: 'document', ...fields });
  const below = (fields: Partial<Page>): Page => ({ id: 'p', title: 'Parent', slug: 'p', type: 'group', ...fields });
  const changeOf = (before: Page[], after: Page[]) => {
    const [change] = pageChanges(pageTree(before), pageTree(after));
    return change ?? assert.fail('Nothing changed.');
  };

  const cases: [before: Partial<Page>, after: Partial<Page>, sentence: string, mark: string][] = [
    [{ title: 'B' }, {}, 'Title: “A” (previously “B”).', 'title'],
    [{}, { icon: 'bolt' }, 'Icon: “bolt” (previously none).', 'icon'],
    [{ emoji: '1f4d9' }, { emoji: null }, 'Icon: none (previously “📙”).', 'icon'],
    [{}, { hidden: true }, 'Now hidden from the published table of contents.', 'visibility'],
    [{ hidden: true }, {}, 'Now shown in the published table of contents.', 'visibility'],
    [{}, { noIndex: true }, 'Now excluded from search.', 'visibility'],
    [{ noRobotsIndex: true }, {}, 'Now visible to search engines.', 'visibility'],
    [
      { layout: { cover: true, outline: true } },
      { layout: { cover: false, outline: true } },
      'Layout: cover hidden.',
      'layout',
    ],
    [{ cover: {} }, {}, 'Removed: cover image.', 'cover image'],
    [{}, { variables: { a: 1 } }, 'Added: variables.', 'variables'],
    [
      { type: 'link', href: 'https://one.example' },
      { type: 'link', href: 'https://two.example' },
      'Link target: “https://two.example” (previously “https://one.example”).',
      'link target',
    ],
    [{ slug: 'b' }, {}, 'Renamed from b.md.', 'was b.md'],
    [{ description: 'One\nline' }, {}, 'Description: none (previously “One line”).', 'description'],
  ];
  for (const [before, after, sentence, mark] of cases) {
    test(sentence, () => {
      const change = changeOf([page(before)], [page(after)]);

      assert.deepEqual(changeSentences(change), [sentence]);
      assert.deepEqual(changeMarks(change), [mark]);
    });
  }

  test('with the place of a page', () => {
    const down = changeOf([page({}), below({})], [below({ pages: [page({})] })]);
    const up = changeOf([below({ pages: [page({})] })], [below({}), page({})]);

    assert.deepEqual(changeSentences(down), ['Moved from the top level.']);
    assert.deepEqual(changeSentences(up), ['Moved from “Parent”.']);
    assert.deepEqual([changeMarks(down), changeMarks(up)], [['was a.md'], ['was p/a.md']]);
  });

  test('with its place among its siblings', () => {
    const change = changeOf([page({}), below({})], [below({}), page({})]);

    assert.deepEqual(changeSentences(change), ['Reordered among its siblings.']);
    assert.deepEqual(changeMarks(change), ['reordered']);
  });

  test('for a change request with its number and subject, shortened in questions', () => {
    const subject = 'Explain what docking at 0.3 m/s looks like in the dark, with a picture';

    assert.equal(nameOf({ number: 2, subject }), `#2 ${subject}`);
    assert.equal(shortNameOf({ number: 2, subject }), '#2 Explain what docking at 0.3 m/s looks like in…');
    assert.equal(shortNameOf({ number: 2, subject: '' }), '#2 (no subject)');
  });
});
