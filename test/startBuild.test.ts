import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { temporaryFolder } from './server/serve.ts';
import { buildForStart, removeUnusedBuilds, useBuild } from './vscode/startBuild.ts';

const repository = join(import.meta.dirname, '..');

/** A copy of this working tree by links, with a build of its own that a window uses. */
function workingCopy(): string {
  const copy = temporaryFolder();
  for (const name of readdirSync(repository)) {
    if (!['.git', 'dist', 'out'].includes(name)) symlinkSync(join(repository, name), join(copy, name));
  }
  mkdirSync(join(copy, 'dist'));
  writeFileSync(join(copy, 'dist/extension.js'), 'in use');
  return copy;
}

test('npm start builds a complete extension, and keeps a build that another window uses', async () => {
  const copy = workingCopy();

  const folder = await buildForStart(copy, join(copy, 'out/builds'));

  assert.equal(readFileSync(join(copy, 'dist/extension.js'), 'utf8'), 'in use');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string; icon: string };
  for (const file of [
    manifest.main,
    manifest.icon,
    'dist/webview/threads.js',
    'dist/workers/pageWorker.js',
    'dist/sample.json.br',
  ]) {
    assert.ok(existsSync(join(folder, file)), file);
  }
});

test('npm start removes unused builds and no others', async () => {
  const builds = temporaryFolder();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const made = temporaryFolder();
  writeFileSync(join(made, 'source.ts'), 'kept');
  for (const name of ['used', 'unused', 'unfinished']) {
    mkdirSync(join(builds, name));
    symlinkSync(made, join(builds, name, 'src'));
  }
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  await useBuild(join(builds, 'used'), ended.pid ?? 0);
  await useBuild(join(builds, 'used'), child.pid ?? 0);
  await useBuild(join(builds, 'unused'), ended.pid ?? 0);

  await removeUnusedBuilds(builds);

  assert.deepEqual(readdirSync(builds), ['used']);
  assert.ok(existsSync(join(made, 'source.ts')));

  child.kill('SIGKILL');
  await once(child, 'exit');
  await removeUnusedBuilds(builds);

  assert.deepEqual(readdirSync(builds), []);
});
