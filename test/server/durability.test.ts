import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { describe, onTestFinished, test } from 'vitest';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { clientOf, sampleFolder, temporaryFolder } from './serve.ts';

const main = join(import.meta.dirname, '../../src/server/main.ts');

/** `npm run platform` as a process of its own, once it listens. */
async function start(...args: string[]): Promise<{ child: ChildProcess; address: string; token: string }> {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (line.startsWith('token ')) break;
  }
  const [address = '', token = ''] = said.map((line) => line.split(' ').at(-1));
  return { child, address, token };
}

describe('an acknowledged write', () => {
  test('survives that the platform is killed, each of five times', async () => {
    const data = temporaryFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { child, address, token } = await start('--data', data, '--seed', 'empty');
      const client = clientOf(address, token);
      const organization = (await client.get('/v1/orgs')).body.items[0].id;
      const ended = once(child, 'exit');
      const until = acknowledged.length + 10;
      try {
        for (let number = 0; ; number += 1) {
          const { status, body } = await client.post(`/v1/orgs/${organization}/spaces`, {
            title: `${round}.${number}`,
          });
          assert.equal(status, 201);
          acknowledged.push(body.id);
          if (acknowledged.length === until) child.kill('SIGKILL');
        }
      } catch (error) {
        // The connection broke, in whatever place.
        assert.ok(error instanceof TypeError, String(error));
      }
      await ended;
    }

    const platform = openLocalPlatform({ data });

    onTestFinished(() => platform.close());
    const kept = new DatabaseSync(join(data, 'platform.sqlite'), { readOnly: true });
    const ids = new Set(
      kept
        .prepare('SELECT id FROM spaces')
        .all()
        .map((row) => row['id']),
    );
    kept.close();
    assert.ok(acknowledged.length >= 50);
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
  });
});

describe('several processes on the same data', () => {
  test('fill it once when they start at the same time', async () => {
    const data = temporaryFolder();

    const started = await Promise.all([1, 2, 3].map(() => start('--data', data, '--seed', 'sample')));

    for (const { address, token } of started) {
      const { body } = await clientOf(address, token).get('/v1/orgs');
      assert.equal(body.count, 2);
    }
  });

  test('see what the others write', async () => {
    const data = temporaryFolder();
    const [one, other] = [openLocalPlatform({ data }), openLocalPlatform({ data })];
    onTestFinished(() => [one, other].forEach((each) => each.close()));
    const call = (platform: typeof one, path: string, init: RequestInit = {}) =>
      platform
        .handle(
          new Request(`http://a.invalid${path}`, { ...init, headers: { Authorization: `Bearer ${platform.token}` } }),
        )
        .then((response) => response.json() as Promise<{ items: { id: string }[] }>);
    const organization = (await call(one, '/v1/orgs')).items[0]?.id;

    await call(one, `/v1/orgs/${organization}/spaces`, { method: 'POST', body: '{}' });

    assert.equal((await call(other, `/v1/orgs/${organization}/spaces`)).items.length, 1);
    assert.equal(one.token, other.token);
  });
});

describe('data that cannot be used', () => {
  const fileIn = (data: string) => join(data, 'platform.sqlite');

  function filled(): string {
    const data = temporaryFolder();
    openLocalPlatform({ data, seed: 'sample', sampleFolder }).close();
    return data;
  }

  test.each<[string, RegExp, (file: string) => void]>([
    ['is no database', /is damaged/, (file) => writeFileSync(file, 'These are notes, not a database.')],
    ['was cut off', /is damaged/, (file) => truncateSync(file, readFileSync(file).length - 6000)],
    [
      'has a hole',
      /is damaged/,
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xaa, 8192, 8192 + 40_000);
        writeFileSync(file, bytes);
      },
    ],
    [
      'is of a newer version',
      /written by a newer version/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
    ],
    [
      'is of an early version',
      /written by an early version/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 1');
        database.close();
      },
    ],
    [
      'belongs to something else',
      /something else/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA application_id = 0');
        database.close();
      },
    ],
  ])('because it %s is refused with the reason, and left as it is', (_, reason, harm) => {
    const data = filled();
    harm(fileIn(data));
    const before = readFileSync(fileIn(data));

    assert.throws(() => openLocalPlatform({ data }), reason);

    assert.deepEqual(readFileSync(fileIn(data)), before);
  });
});
