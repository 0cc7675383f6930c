import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { patience } from '../patience.ts';
import { runCommand } from './command.ts';
import type { SuiteEvent } from './events.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dp-command-'));

test('a command reports its output, its events, and its exit code', async () => {
  const events = path.join(folder, 'events.jsonl');
  writeFileSync(events, '');
  const program = `
    const { appendFileSync } = require('node:fs');
    const file = process.env.DOCS_PLATFORM_TEST_EVENTS;
    appendFileSync(file, '{"is":"passed"}\\n{"is":"failed","title":"ä');
    appendFileSync(file, '","message":"no"}\\n');
    console.log('out');
    console.error('error');
    process.exit(3);`;

  const result = await runNode(program, { events });

  assert.deepEqual(result, {
    code: 3,
    output: ['error', 'out'],
    received: [{ is: 'passed' }, { is: 'failed', title: 'ä', message: 'no' }],
  });
});

test('a command that is interrupted ends with what it has started', async () => {
  const stopping = new AbortController();
  const grandchild = `
    const server = require('node:net').createServer();
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const program = `
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000);`;

  const { output } = await runNode(program, { signal: stopping.signal, onOutput: () => stopping.abort() });

  // The system closes what an ended process had open, one after another.
  await expect.poll(() => listens(Number(output[0])), { timeout: patience }).toBe(false);
});

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  const answer = await promise;
  socket.destroy();
  return answer;
}

async function runNode(
  program: string,
  {
    events,
    signal = new AbortController().signal,
    onOutput,
  }: {
    readonly events?: string;
    readonly signal?: AbortSignal;
    readonly onOutput?: () => void;
  },
) {
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, program);
  let text = '';
  const received: SuiteEvent[] = [];
  const code = await runCommand({
    line: `"${process.execPath}" "${file}"`,
    folder,
    niceness: 0,
    ...(events !== undefined && { events }),
    signal,
    onOutput: (more) => {
      text += more;
      onOutput?.();
    },
    onEvent: (event) => received.push(event),
  });
  return { code, output: text.trim().split('\n').sort(), received };
}
