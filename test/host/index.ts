import { appendFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { longestTest } from '../patience.ts';
import { writeCalledEndpoints } from './calledEndpoints.ts';
import { reportRun } from '../runner/mochaReport.ts';

/**
 * Called by VS Code to run the tests in its extension host: all *.test.js next to this file.
 * The report goes to the file DOCS_PLATFORM_TEST_REPORT, or to the console without it, and ends with `N passed, N
 * failed, N skipped` on a line of its own. DOCS_PLATFORM_TEST_GREP selects tests by title.
 */
export async function run(): Promise<void> {
  const { DOCS_PLATFORM_TEST_GREP: grep, DOCS_PLATFORM_TEST_REPORT: report } = process.env;
  if (report) {
    Mocha.reporters.Base.consoleLog = (...args: unknown[]) => appendFileSync(report, `${format(...args)}\n`);
  }
  const mocha = new Mocha({ ui: 'tdd', timeout: longestTest, color: false, ...(grep && { grep }) });
  for (const file of globSync('**/*.test.js', { cwd: import.meta.dirname })) {
    mocha.addFile(path.join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const running = mocha.run(() => resolve(running));
    reportRun(running, import.meta.dirname);
  });
  writeCalledEndpoints(path.join(import.meta.dirname, 'endpoints.json'));
  const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
  Mocha.reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
  if (failures) {
    throw new Error(`${failures} failed.`);
  }
}
