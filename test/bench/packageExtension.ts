import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Packages the current code, once per run, unless `npm test` has; returns the path of the .vsix. */
export function packageExtension(): Promise<string> {
  const { DOCS_PLATFORM_VSIX: found } = process.env;
  return (packaged ??= found ? Promise.resolve(found) : run());
}

let packaged: Promise<string> | undefined;

async function run(): Promise<string> {
  const repository = path.join(import.meta.dirname, '../..');
  await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: repository });
  return path.join(repository, 'docs-platform.vsix');
}
