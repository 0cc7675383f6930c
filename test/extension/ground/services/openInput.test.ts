import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';
import { createQuickPick, showInput } from '../../../../src/extension/ground/services/openInput.ts';
import { createPrompts } from '../../../../src/extension/ground/services/prompts.ts';
import { showQuickPick } from '../../../../src/extension/ground/services/quickPick.ts';
import type { ErrorEdge } from '../../../../src/extension/ground/messages/errorEdge.ts';
import { connect } from '../../../../src/extension/ground/webviews/port.ts';

const posted: unknown[] = [];
let port: vscode.Disposable;

beforeEach(() => {
  vi.useFakeTimers();
  const panel = { webview: { postMessage: async (message: unknown) => posted.push(message) } };
  const open = { panel: panel as unknown as vscode.WebviewPanel, onMessage: () => ({ dispose: () => undefined }) };
  const edge = { note: assert.fail } as unknown as ErrorEdge;
  port = connect(open, { requests: {}, notifications: {} }, {}, edge, 'sample');
});

afterEach(() => {
  port.dispose();
  vi.runAllTimers();
  vi.useRealTimers();
  posted.length = 0;
});

const opened = { isInputOpen: true };
const closed = { isInputOpen: false };
const ask = async () => createPrompts().ask({ title: 'Reply', prompt: '', accept: async () => ({ value: '' }) });

test('a webview is told while an input box is open', async () => {
  const asked = ask();
  assert.deepEqual(posted, [opened]);
  fake.inputBoxes.at(-1)?.hide();
  await asked;
  vi.advanceTimersByTime(1000);

  assert.deepEqual(posted, [opened, closed]);
});

test('a webview is told while a quick pick is open', async () => {
  const picked = Promise.withResolvers<undefined>();
  Object.assign(fake, { pick: () => picked.promise });

  const asked = showQuickPick([{ label: 'Approve' }], { title: 'Submit Review' });
  assert.deepEqual(posted, [opened]);
  picked.resolve(undefined);
  await asked;
  const picker = createQuickPick();
  showInput(picker);
  picker.hide();
  await Promise.resolve();
  vi.advanceTimersByTime(1000);

  assert.deepEqual(posted, [opened, closed]);
});

test('a webview is told that an input is open between two of a sequence', async () => {
  const first = ask();
  fake.inputBoxes.at(-1)?.hide();
  await first;
  vi.advanceTimersByTime(100);
  const second = ask();
  vi.advanceTimersByTime(1000);

  assert.deepEqual(posted, [opened]);
  fake.inputBoxes.at(-1)?.hide();
  await second;
});

test('a webview is told that an input is open if it opens before the one that it replaces has closed', async () => {
  const [first, second] = [ask(), ask()];

  fake.inputBoxes.at(-2)?.hide();
  await first;
  vi.advanceTimersByTime(1000);

  assert.deepEqual(posted, [opened]);
  fake.inputBoxes.at(-1)?.hide();
  await second;
});
