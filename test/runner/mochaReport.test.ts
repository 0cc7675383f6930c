import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Mocha from 'mocha';
import { afterEach, test, vi } from 'vitest';
import { EventReader, eventsVariable } from './events.ts';
import { reportRun } from './mochaReport.ts';

const { Base } = Mocha.reporters;
const { consoleLog } = Base;
afterEach(() => {
  Base.consoleLog = consoleLog;
  vi.unstubAllEnvs();
});

test('a run of Mocha reports its tests, and each file after its last suite', async () => {
  const events = path.join(mkdtempSync(path.join(tmpdir(), 'dp-mocha-')), 'events.jsonl');
  writeFileSync(events, '');
  vi.stubEnv(eventsVariable, events);
  const printed: unknown[] = [];
  Base.consoleLog = (text: unknown) => void printed.push(text);
  const mocha = new Mocha({ reporter: class {} as never });
  addSuite(mocha, 'pages.test.js', 'Pages', { 'are shown': () => undefined });
  addSuite(mocha, 'pages.test.js', 'Titles', { 'are stored': lose });
  addSuite(mocha, 'tree.test.js', 'The tree', { 'is shown': () => undefined }).beforeAll(() => {
    throw new Error('no tree');
  });

  await new Promise((resolve) => reportRun(mocha.run(resolve), '/out'));

  const received = new EventReader(events).read().map((event) => {
    if (event.is === 'failed') return `${event.title}: ${event.message.split('\n')[0]}`;
    return event.is === 'file' ? `file ${event.name}` : event.is;
  });
  assert.deepEqual(received, [
    'planned',
    'passed',
    'pages: Titles are stored: Error: lost',
    'file pages',
    'tree: The tree "before all" hook for "is shown": Error: no tree',
    'file tree',
    'ended',
  ]);
  assert.match(String(printed[0]), /^ {6}Error: lost\n/);
});

function lose(): never {
  throw new Error('lost');
}

function addSuite(mocha: Mocha, file: string, title: string, tests: Readonly<Record<string, Mocha.Func>>): Mocha.Suite {
  const suite = Mocha.Suite.create(mocha.suite, title);
  suite.file = `/out/${file}`;
  for (const [name, run] of Object.entries(tests)) {
    const one = new Mocha.Test(name, run);
    one.file = suite.file;
    suite.addTest(one);
  }
  return suite;
}
