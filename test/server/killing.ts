import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';

const main = join(import.meta.dirname, '../../src/server/main.ts');

export interface Started {
  readonly child: ChildProcess;
  readonly address: string;
  readonly token: string;
}

/** Starts `npm run platform` in its own process, and waits until it listens. The caller ends it. */
export async function startPlatform(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (line.startsWith('token ')) break;
  }
  const [address = '', token = ''] = said.map((line) => line.split(' ').at(-1));
  return { child, address, token };
}

/**
 * Writes to a server until it is killed, again and again with the same data: the acknowledged ids, and the lost ones
 * among them.
 */
export async function killedDuringWrites(
  data: string,
  rounds: number,
): Promise<{ acknowledged: string[]; lost: string[] }> {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { child, address, token } = await startPlatform('--data', data, '--seed', 'empty');
    const ended = once(child, 'exit');
    try {
      await writeUntilKilled(child, address, token, acknowledged);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }
  openLocalPlatform({ data }).close();
  const stored = new DatabaseSync(join(data, 'platform.sqlite'), { readOnly: true });
  const rows = stored.prepare('SELECT id FROM spaces').all();
  stored.close();
  const ids = new Set(rows.map((row) => row['id']));
  return { acknowledged, lost: acknowledged.filter((id) => !ids.has(id)) };
}

/** Ends when the connection breaks at any point. */
async function writeUntilKilled(
  child: ChildProcess,
  address: string,
  token: string,
  acknowledged: string[],
): Promise<void> {
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(address + path, { method, headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return (await response.json()) as { id: string; items: { id: string }[] };
  };
  const organization = (await ask('/v1/orgs')).items[0]?.id;
  const last = acknowledged.length + 10;
  for (;;) {
    const made = await ask(`/v1/orgs/${organization}/spaces`, 'POST').catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (!made) return;
    acknowledged.push(made.id);
    if (acknowledged.length === last) child.kill('SIGKILL');
  }
}
