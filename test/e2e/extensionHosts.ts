import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.ts';

/**
 * Waits until the extension hosts of a server have ended, as they do soon after their window has. If the server doesn't
 * notice that a window has gone, it keeps its extension host for a reconnection: that is ended here.
 */
export async function extensionHostsEnded(server: number): Promise<void> {
  const killAt = performance.now() + 15_000;
  await until('the extension hosts to end', async () => {
    const hosts = await hostsOf(server);
    if (performance.now() > killAt) hosts.forEach(kill);
    return hosts.length === 0;
  });
}

async function hostsOf(server: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(processes.map(async (id) => ((await isHost(id, server)) ? [Number(id)] : [])));
  return found.flat();
}

/** What a server starts is in its process group. */
async function isHost(id: string, server: number): Promise<boolean> {
  try {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8')),
    );
    // The name of the program, in parentheses, may contain spaces.
    const group = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
    return Number(group) === server && command?.includes('--type=extensionHost') === true;
  } catch {
    // It has just ended.
    return false;
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
