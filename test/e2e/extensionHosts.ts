import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.ts';

/** Waits until the extension hosts of a server have ended, as they do soon after their window has. */
export async function extensionHostsEnded(server: number): Promise<void> {
  await until('the extension hosts to end', async () => {
    const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    return !(await Promise.all(processes.map((id) => isHost(id, server)))).includes(true);
  });
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
