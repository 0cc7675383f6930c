import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { TextDocument } from 'vscode';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../serverWords/recordingCode.ts')).recordingCode);

const { commentingRanges } = await import('../../../src/extension/comments/inlineThreads.ts');
const { unreachableText } = await import('../../../src/extension/words/unreachablePage.ts');

test('comments are offered in the text of a page, not in what stands there while it cannot be loaded', () => {
  const documentOf = (text: string) =>
    ({ getText: () => text, lineCount: text.split('\n').length }) as unknown as TextDocument;

  const ranges = [unreachableText('Refused.'), '# Stops\n\nPress it.\n'].map(
    (text) => commentingRanges(documentOf(text))?.ranges?.length,
  );

  assert.deepEqual(ranges, [undefined, 1]);
});
