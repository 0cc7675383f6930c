import { appendFileSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { longestTest } from '../patience.ts';
import { writeCalledEndpoints } from './calledEndpoints.ts';

/**
 * Called by VS Code to run the tests in its extension host: all *.test.js next to this file.
 * The report goes to the file DOCS_PLATFORM_TEST_REPORT, or to the console without it, and ends with `N passed, N
 * failed, N skipped` on a line of its own. The names of files with a failed test go to the file
 * DOCS_PLATFORM_TEST_FAILED, one per line. DOCS_PLATFORM_TEST_GREP selects tests by title, DOCS_PLATFORM_TEST_FILES by
 * file, one per line.
 */
export async function run(): Promise<void> {
  const { DOCS_PLATFORM_TEST_GREP: grep, DOCS_PLATFORM_TEST_REPORT: report } = process.env;
  const { DOCS_PLATFORM_TEST_FILES: files, DOCS_PLATFORM_TEST_FAILED: failedFiles } = process.env;
  if (report) {
    Mocha.reporters.Base.consoleLog = (...args: unknown[]) => appendFileSync(report, `${format(...args)}\n`);
  }
  const mocha = new Mocha({ ui: 'tdd', timeout: longestTest, color: false, ...(grep && { grep }) });
  for (const file of files?.split('\n') ?? globSync('**/*.test.js', { cwd: import.meta.dirname })) {
    mocha.addFile(path.join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  const failed = new Set<string>();
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const running = mocha.run(() => resolve(running));
    running.on('fail', ({ file, parent }) => {
      // A hook only knows its suite.
      const at = file ?? parent?.file;
      if (at !== undefined) failed.add(path.relative(import.meta.dirname, at));
    });
  });
  if (failedFiles) writeFileSync(failedFiles, [...failed].join('\n'));
  if (!files) writeCalledEndpoints(path.join(import.meta.dirname, 'endpoints.json'));
  const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
  Mocha.reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
  if (failures) {
    throw new Error(`${failures} failed.`);
  }
}
