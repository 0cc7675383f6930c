import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { TextDocument } from 'vscode';
import { commentingRanges } from '../../../src/extension/comments/inlineThreads.ts';
import { unreachableText } from '../../../src/extension/words/unreachablePage.ts';

test("allows comments in the text of a page, but not in the text shown when the page can't be loaded", () => {
  const documentOf = (text: string) =>
    ({ getText: () => text, lineCount: text.split('\n').length }) as unknown as TextDocument;

  const ranges = [unreachableText('Refused.'), '# Stops\n\nPress it.\n'].map(
    (text) => commentingRanges(documentOf(text))?.ranges?.length,
  );

  assert.deepEqual(ranges, [undefined, 1]);
});
