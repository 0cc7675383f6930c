import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { beforeEach, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { ApiError, type ApiErrorKind } from '../../../../src/model/shared/failure.ts';

import { fake } from '../../../fakes/vscode/index.ts';
import { createErrorEdge } from '../../../../src/extension/ground/messages/errorEdge.ts';

let shown: { readonly message: string; readonly actions: readonly string[] }[];

beforeEach(() => {
  shown = [];
  fake.press = (message, actions) => void shown.push({ message, actions });
});

const apiError = (kind: ApiErrorKind) => new ApiError(kind, { code: 'other', words: 'No.' });

/** An import that Node.js rejects, in a process of its own, because the test runner resolves imports itself. */
function failedImport(): Error {
  const script = `import('./chunks/gone.js').catch(({ code, message }) => console.log(JSON.stringify({ code, message })))`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  const { message, ...rest } = JSON.parse(out) as { code: string; message: string };
  return Object.assign(new Error(message), rest);
}

test('reports missing code in our own words, with Reload Window', async () => {
  const logged: string[] = [];
  const log = { error: (...words: string[]) => void logged.push(words.join(' ')) } as unknown as LogOutputChannel;

  createErrorEdge(log, () => false).explain('test', failedImport());
  await vi.waitFor(() => assert.equal(shown.length, 1));

  assert.match(shown[0]?.message ?? '', /^Part of this extension is missing\. .* Reload the window to continue\.$/);
  assert.deepEqual(shown[0]?.actions, ['Reload Window']);
  assert.match(logged.join(), /gone\.js/);
});

test.each([
  ['a refusal of our own', new Error('No.'), []],
  ['a refusal of the platform', apiError('forbidden'), []],
  ['a platform that does not answer', apiError('unavailable'), ['Retry', 'Show Log']],
  ['a bug', new TypeError('No.'), ['Show Log']],
  ['a failing disk', Object.assign(new Error('No.'), { code: 'ENOSPC' }), ['Show Log']],
  ['what is no error at all', 'No.', ['Show Log']],
])('reports %s with what helps', async (_, error, actions) => {
  const log = { warn: () => undefined, error: () => undefined } as unknown as LogOutputChannel;

  createErrorEdge(log, () => false).explain('test', error, () => undefined);
  await vi.waitFor(() => assert.equal(shown.length, 1));

  assert.deepEqual(shown, [{ message: 'No.', actions }]);
});
