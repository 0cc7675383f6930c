import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a build makes, or has no use for. */
const ownFolders = new Set(['.git', 'dist', 'out']);

/**
 * Builds the extension into a new folder below `builds`, so that no other build takes its code away. All that is not built is
 * linked. The folder is in use while one of its processes runs; ours is the first.
 */
export async function buildForStart(repository: string, builds: string): Promise<string> {
  await mkdir(builds, { recursive: true });
  const folder = await mkdtemp(path.join(builds, 'build-'));
  await useBuild(folder, process.pid);
  for (const name of await readdir(repository)) {
    if (!ownFolders.has(name)) await symlink(path.join(repository, name), path.join(folder, name));
  }
  const { status } = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    await rm(folder, { recursive: true });
    throw new Error('The extension could not be built.');
  }
  return folder;
}

/** The build stays until this process has ended, too. */
export async function useBuild(folder: string, pid: number): Promise<void> {
  await writeFile(path.join(folder, processList), `${pid}\n`, { flag: 'a' });
}

/** Removes builds whose processes have all ended. */
export async function removeUnusedBuilds(builds: string): Promise<void> {
  if (!existsSync(builds)) return;
  for (const name of await readdir(builds)) {
    const pids = await readFile(path.join(builds, name, processList), 'utf8').catch(() => '');
    const isUsed = pids.split('\n').some((pid) => pid !== '' && runs(Number(pid)));
    // Links are removed, not what they lead to.
    if (!isUsed) await rm(path.join(builds, name), { recursive: true, force: true });
  }
}

const processList = 'processes.txt';

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
