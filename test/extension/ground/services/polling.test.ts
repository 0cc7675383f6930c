import assert from 'node:assert/strict';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { connect, network, stopClock, watched } from '../../../client/connect.ts';
import { organizationOf } from '../../../client/samples.ts';
import { json, serve, until } from '../../../client/serve.ts';
import { poll } from '../../../../src/extension/ground/services/polling.ts';

afterEach(() => void vi.useRealTimers());

test('an immediate poll waits for a running one, and starting over cancels it', async () => {
  const polls: { readonly signal: AbortSignal; readonly done: PromiseWithResolvers<void> }[] = [];
  const edge = { note: () => undefined, explain: () => undefined };
  const polling = poll('Poll', edge, (signal) => {
    const done = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => done.reject(new Error('Cancelled.')));
    polls.push({ signal, done });
    return done.promise;
  });
  onTestFinished(() => void polling.dispose());

  polling.now();
  polling.now();
  assert.equal(polls.length, 1);
  polls[0]?.done.resolve();
  await vi.waitFor(() => assert.equal(polls.length, 2));

  polling.startOver();
  assert.equal(polls[1]?.signal.aborted, true);
  await vi.waitFor(() => assert.equal(polls.length, 3));
  assert.equal(polls[2]?.signal.aborted, false);
});

test('polling continues after a very slow response', async () => {
  stopClock();
  let drip = (): void => undefined;
  const server = await serve((_, response) => {
    if (server.received.length > 1) return json(response, { items: [organizationOf('o')] });
    drip = () => void response.write(' ');
    drip();
  });
  const platform = watched(network(), () => {
    vi.advanceTimersByTime(400);
    if (server.received.length === 1) drip();
  });
  const api = connect(server.base, { platform, timeout: 500 });
  const noted: string[] = [];
  let polls = 0;
  const read = Promise.withResolvers<number>();
  const edge = { note: (_: string, error: unknown) => void noted.push(String(error)), explain: () => undefined };

  const polling = poll('Poll', edge, async (signal) => {
    polls += 1;
    const { items } = await api.organizations.list({}, { signal });
    read.resolve(items.length);
  });
  onTestFinished(() => void polling.dispose());
  polling.now();
  await until(() => {
    // The pause between two polls takes minutes.
    if (noted.length === 1 && polls === 1) vi.advanceTimersByTime(60_000);
    return polls === 2;
  });

  assert.equal(await read.promise, 1);
  assert.match(noted.join(), /tooSlow \{"rate":8\}/);
});

test('polls for a panel when it becomes visible again, and continues', async () => {
  vi.useFakeTimers();
  const listeners: (() => void)[] = [];
  const panel = {
    visible: false,
    onDidChangeViewState(listener: () => void) {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  };
  const refresh = vi.fn(() => Promise.resolve(true));
  const edge = { note: () => undefined, explain: () => undefined };
  const polling = poll('Poll', edge, refresh, panel as unknown as vscode.WebviewPanel);
  onTestFinished(() => void polling.dispose());
  await vi.advanceTimersByTimeAsync(600_000);
  assert.equal(refresh.mock.calls.length, 0);

  panel.visible = true;
  for (const listener of listeners) listener();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(refresh.mock.calls.length).toBeGreaterThan(5);

  refresh.mockClear();
  for (const visible of [false, true, true]) {
    panel.visible = visible;
    for (const listener of listeners) listener();
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh.mock.calls.length).toBe(1);
});
