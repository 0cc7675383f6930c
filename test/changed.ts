import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nearestTests, type Source } from './runner/nearestTests.ts';

// npm run test:changed: the unit tests nearest to the files that differ from the last commit, or to the named files:
// `npm run test:changed -- src/model/pages/text.ts`. Vitest's own --changed loads the whole program first, and then runs
// every test that reaches the file.

const repository = path.join(import.meta.dirname, '..');
process.chdir(repository);

const { positionals } = parseArgs({ allowPositionals: true });
const changed = positionals.length > 0 ? positionals.map(fromRepository) : changedFiles();
const { tests, reach } = nearestTests(changed, sources());
const others = changed.filter((file) => /^test\/(?:host|e2e)\/.*\.test\.ts$|\.chromium\.test\.ts$/.test(file));
for (const file of others) console.log(`${file} needs a browser: test/README.md says how to run it.`);
if (tests.length === 0) {
  console.log(changed.length === 0 ? 'No file has changed.' : `No unit test is near ${changed.join(', ')}.`);
} else {
  console.log(
    `The nearest ${tests.length} of ${reach} test files that import what has changed. npx vitest run runs all.`,
  );
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** The files that differ from the last commit, with new ones. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\0');
  const files = [
    ...git('diff', '--name-only', '--relative', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return files.filter((file) => file !== '' && existsSync(file));
}

function fromRepository(file: string): string {
  return path.relative(repository, path.resolve(file)).replaceAll('\\', '/');
}

function sources(): Source[] {
  const files = globSync(['src/**/*.ts', 'test/**/*.ts'], { exclude: ['**/node_modules/**'] });
  return files.map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}
