// `npm run package`: builds the extension and packs it into docs-platform.vsix. The same commit always gives the same
// bytes.
import { execFileSync } from 'node:child_process';

// File modes are part of the package.
process.umask(0o022);
const env = { ...process.env, SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? commitTime(), TZ: 'UTC' };
const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
const readme = ['--readme-path', 'dist/README.md'];

run('esbuild.mjs', '--production');
run('build/l10n.ts');
run('node_modules/@vscode/vsce/vsce', 'package', ...flags, ...readme, '--out', 'docs-platform.vsix');
run('build/recompress.mjs');

function run(...args) {
  try {
    execFileSync(process.execPath, args, { env, stdio: 'inherit' });
  } catch (error) {
    // The command has printed its own error.
    process.exit(error.status ?? 1);
  }
}

/** The time of the last commit, in seconds. Source that isn't in a Git repository gets a fixed time. */
function commitTime() {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['log', '-1', '--format=%ct'], options).trim();
  } catch {
    return '946684800';
  }
}
