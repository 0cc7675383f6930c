import { describe, expect, test } from 'vitest';
import { sentFromBox, shownInBox } from '../../../../src/extension/ground/threads/suggestionBox.ts';
import { suggestingMarkdown, suggestionMarkdown } from '../../../../src/model/comments/suggestions.ts';
import { contextIn } from '../../../../src/model/pages/links.ts';
import { pageTree } from '../../../../src/model/pages/tree.ts';

const tree = pageTree([
  { id: 'a', type: 'document', title: 'Robots', path: 'robots' },
  { id: 'b', type: 'document', title: 'Missions', path: 'guides/missions' },
]);
const context = contextIn('s', tree.byId.get('a')!, tree);
const oldLines = ['See [this](/guides/missions "Go").'];
const written = (newLines: readonly string[], words = 'Why?') =>
  suggestingMarkdown({ words, suggestion: { oldLines, newLines } });

describe('the box of a comment with a suggestion', () => {
  test('has addresses as editors show them, which are sent in the form of the server', () => {
    const text = written(['Please see [this](/guides/missions "Go").']);

    const shown = shownInBox(text, context);

    expect(shown.text).toBe(written(['Please see [this](missions.md "Go").']));
    expect(shown.shownOldLines).toEqual(['See [this](missions.md "Go").']);
    expect(sentFromBox(shown.text, context)).toBe(text);
  });

  test('sends lines that did not change byte for byte, and new links in the form of the server', () => {
    const shown = shownInBox(written(oldLines), context);

    expect(sentFromBox(shown.text, context)).toBe(written(oldLines));
    const added = written(['See [this](missions.md "Go").', '[That](missions.md#go)']);
    expect(sentFromBox(added, context)).toBe(
      written(['See [this](/guides/missions "Go").', '[That](guides/missions.md#go)']),
    );
  });

  test('leaves every other text, and one without a page, as it is', () => {
    const several = `${written(['x'])}\n\n${suggestionMarkdown({ oldLines, newLines: ['y'] })}`;
    for (const text of [
      'Why [this](missions.md)?',
      several,
      written([]),
      written(['No link.']),
      '```suggestion\n[a](b',
    ]) {
      expect(sentFromBox(shownInBox(text, context).text, context)).toBe(text);
    }
    expect(shownInBox(written(oldLines), undefined)).toEqual({ text: written(oldLines) });
    expect(sentFromBox(written(['[a](missions.md)']), undefined)).toBe(written(['[a](missions.md)']));
  });
});
