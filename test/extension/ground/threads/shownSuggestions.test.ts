import { describe, expect, test } from 'vitest';
import { shownSuggestions, withPaths } from '../../../../src/extension/ground/threads/shownSuggestions.ts';
import { suggestionMarkdown } from '../../../../src/model/comments/suggestions.ts';
import { contextIn } from '../../../../src/model/pages/links.ts';
import { pageTree } from '../../../../src/model/pages/tree.ts';

const tree = pageTree([
  { id: 'a', type: 'document', title: 'Robots', path: 'robots' },
  { id: 'b', type: 'document', title: 'Missions', path: 'guides/missions' },
]);
const context = contextIn('s', tree.byId.get('a')!, tree);

describe('suggestions are shown', () => {
  test('with addresses as editors show them', () => {
    expect(
      withPaths(
        { oldLines: ['', 'See [this](/guides/missions).'], newLines: ['[This](/guides/missions#go)!'] },
        context,
      ),
    ).toEqual({ oldLines: ['', 'See [this](missions.md).'], newLines: ['[This](missions.md#go)!'] });
    expect(withPaths({ oldLines: ['[this](/guides/missions)'], newLines: [] }, context).newLines).toEqual([]);
  });

  test('as they are if lines that differ would look the same, or addresses take several lines', () => {
    const twice = { oldLines: ['[a](/guides/missions)'], newLines: ['[a](missions.md)'] };
    expect(withPaths(twice, context)).toEqual(twice);
    const long = { oldLines: ['[a](/guides/missions', '"title")'], newLines: ['<b>'] };
    expect(withPaths(long, context).oldLines).toHaveLength(2);
  });

  test('as outdated if the page no longer has some or all of their lines', () => {
    const markdown = ['one', 'two'].map((line) => suggestionMarkdown({ oldLines: [line], newLines: ['x'] })).join('\n');
    const outdated = (text: string | undefined) =>
      shownSuggestions({ kind: 'markdown', markdown }, { text, context: undefined }).outdated;
    expect([outdated('one\ntwo'), outdated('one'), outdated('three'), outdated(undefined)]).toEqual([
      undefined,
      'some',
      'all',
      undefined,
    ]);
    expect(shownSuggestions({ kind: 'markdown', markdown: 'Why?' }, { text: '', context })).toEqual({});
  });
});
