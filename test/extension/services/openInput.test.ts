import assert from 'node:assert/strict';
import { test } from 'vitest';
import type * as vscode from 'vscode';
import { fake } from '../../fakes/vscode/index.ts';
import { inputHidden } from '../../../src/extension/services/openInput.ts';
import { createPrompts } from '../../../src/extension/services/prompts.ts';
import type { ErrorEdge } from '../../../src/extension/messages/errorEdge.ts';
import { connect } from '../../../src/extension/webviews/port.ts';

test('a webview is told while an input box is open', async () => {
  // Other tests leave theirs open.
  inputHidden();
  const posted: unknown[] = [];
  const panel = { webview: { postMessage: async (message: unknown) => posted.push(message) } };
  const open = { panel: panel as unknown as vscode.WebviewPanel, onMessage: () => ({ dispose: () => undefined }) };
  const protocol = { requests: {}, notifications: {} };
  const port = connect(open, protocol, {}, { note: assert.fail } as unknown as ErrorEdge);

  const asked = createPrompts().ask({ title: 'Reply', prompt: '', accept: async () => ({ value: '' }) });
  assert.deepEqual(posted, [{ isInputOpen: true }]);
  fake.inputBoxes.at(-1)?.hide();
  await asked;
  port.dispose();
  void createPrompts().ask({ title: 'Reply', prompt: '', accept: async () => ({ value: '' }) });

  assert.deepEqual(posted, [{ isInputOpen: true }, { isInputOpen: false }]);
  fake.inputBoxes.at(-1)?.hide();
});
