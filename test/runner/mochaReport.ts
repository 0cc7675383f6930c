import path from 'node:path';
import Mocha from 'mocha';
import { report } from './events.ts';
import { shortName } from './shortName.ts';

/** Reports a run of Mocha to `npm test`, and prints each failure when it happens: Mocha itself prints it at the end. */
export function reportRun(runner: Mocha.Runner, folder: string): void {
  const nameOf = (file = '') => shortName(path.relative(folder, file));
  // Later, this is the suite that runs.
  const all = runner.suite;
  const { suites } = all;
  let start = performance.now();
  report({ is: 'planned', files: new Set(suites.map(({ file }) => file)).size });
  runner.on('pass', () => report({ is: 'passed' }));
  runner.on('fail', (test, error: unknown) => {
    const message = messageOf(error);
    Mocha.reporters.Base.consoleLog(message.replace(/^/gm, '      '));
    // A hook only knows its suite.
    report({ is: 'failed', title: `${nameOf(test.file ?? test.parent?.file)}: ${test.fullTitle()}`, message });
  });
  runner.on('suite end', (suite) => {
    // The suites of a file run one after another.
    if (suite.parent !== all || suites[suites.indexOf(suite) + 1]?.file === suite.file) return;
    report({ is: 'file', name: nameOf(suite.file), ms: performance.now() - start });
    start = performance.now();
  });
  runner.on('end', () => report({ is: 'ended' }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
