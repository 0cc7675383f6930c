import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { TextDocument } from 'vscode';
import { commentingRanges } from '../../../src/extension/comments/inlineThreads.ts';
import { signedOutText, unreachableText } from '../../../src/extension/ground/words/unreachablePage.ts';

test("allows comments in the text of a page, but not in the text shown when the page can't be loaded", () => {
  const documentOf = (text: string) =>
    ({
      getText: () => text,
      uri: { authority: 'docs.example.com-1' },
      lineCount: text.split('\n').length,
    }) as unknown as TextDocument;

  const ranges = [unreachableText('Refused.'), signedOutText('docs.example.com-1'), '# Stops\n\nPress it.\n'].map(
    (text) => commentingRanges(documentOf(text))?.ranges?.length,
  );

  assert.deepEqual(ranges, [undefined, undefined, 1]);
});
