import assert from 'node:assert/strict';
import { afterEach, test, vi } from 'vitest';
import type { ApiError } from '../../../src/client/errors.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const { createAgeLine } = await import('../../../src/extension/trees/ageLine.ts');

afterEach(() => void vi.useRealTimers());

test('what fails after the rows of an account were left says nothing above those of another', () => {
  vi.useFakeTimers();
  const said: (string | undefined)[] = [];
  const line = createAgeLine((message) => said.push(message));
  const failure = { kind: 'unavailable', message: 'No answer came.', details: {} } as unknown as ApiError;
  line.dispose();

  line.show([{ asOf: 0, failure }]);

  assert.deepEqual([said, vi.getTimerCount()], [[], 0]);
});
