import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createPrompts } from '../../../src/extension/prompts/prompts.ts';
import { summaryOf } from '../../../src/model/comments/text.ts';

const input = vi.hoisted(() => {
  const nothing = (): void => undefined;
  const events = { onDidChangeValue: nothing, onDidAccept: nothing, onDidTriggerButton: nothing, onDidHide: nothing };
  return { prompt: '', show: nothing, ...events };
});

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({ window: { createInputBox: () => input } }));

test('what somebody wrote is no command in the box that answers it', () => {
  const prompt = summaryOf('Look: [[here](x)](command:workbench.action.closeWindow)');

  void createPrompts().ask({ title: 'Reply', prompt, accept: async () => ({ value: '' }) });

  assert.match(prompt, /\]\(command:/);
  assert.doesNotMatch(input.prompt, /\]\(/);
});
