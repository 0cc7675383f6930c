import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, onTestFinished, test } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { killedWhileWriting, startPlatform, type Started } from './killing.ts';
import { clientOf, sampleFolder, temporaryFolder } from './serve.ts';

/** A platform of its own process, ended with the test. */
async function start(...args: string[]): Promise<Started> {
  const started = await startPlatform(...args);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

describe('an acknowledged write', () => {
  test('survives that the platform is killed, each of five times', async () => {
    const { acknowledged, lost } = await killedWhileWriting(temporaryFolder(), 5);

    assert.ok(acknowledged.length >= 50);
    assert.deepEqual(lost, []);
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

describe('data that are filled anew', () => {
  test('are so for all who have them open, under the same tokens', async () => {
    const options = { data: temporaryFolder(), seed: 'sample', sampleFolder } as const;
    const [one, other] = [openLocalPlatform(options), openLocalPlatform(options)];
    const served = await listen(other.handle, 0);
    onTestFinished(async () => {
      await served.close();
      [one, other].forEach((each) => each.close());
    });
    const client = clientOf(served.address, other.token);
    const organization = (await client.get('/v1/orgs')).body.items[0].id;
    const spaces = async () => (await client.get(`/v1/orgs/${organization}/spaces`)).body.items;
    const [first, second] = await spaces();
    const { body: added } = await client.post(`/v1/orgs/${organization}/spaces`, { title: 'Mine' });
    await client.delete(`/v1/spaces/${first.id}`);
    const { revision } = one.edit(second.id, [{ operation: 'insert_page', title: 'Zebra crossing' }]);

    one.reset();

    const after = await spaces();
    assert.ok(after.some(({ id }) => id === first.id));
    assert.ok(!after.some(({ id }) => id === added.id));
    assert.notEqual(after.find(({ id }) => id === second.id)?.revision, revision);
    const found = await client.get(`/v1/orgs/${organization}/search?query=zebra`);
    assert.deepEqual(found.body.items, []);
    const { status } = await client.post(`/v1/orgs/${organization}/spaces`, { title: 'Mine again' });
    assert.equal(status, 201);
    assert.equal(one.token, other.token);
  });

  test('are the same as new data', async () => {
    const options = { seed: 'sample', sampleFolder, now: () => 1_800_000_000_000 } as const;
    const [fresh, filled] = [temporaryFolder(), temporaryFolder()];
    openLocalPlatform({ ...options, data: fresh }).close();
    const platform = openLocalPlatform({ ...options, data: filled });

    platform.reset();

    platform.close();
    assert.deepEqual(countsIn(filled), countsIn(fresh));
  });

  test('stay as they were when they cannot be filled', async () => {
    const options = { data: temporaryFolder(), seed: 'sample', sampleFolder } as const;
    openLocalPlatform(options).close();
    const before = countsIn(options.data);
    const platform = openLocalPlatform({ ...options, sampleFolder: temporaryFolder() });
    onTestFinished(() => platform.close());

    assert.throws(() => platform.reset(), /workspace\.json/);

    assert.deepEqual(countsIn(options.data), before);
  });

  /** How many rows there are by table, and whether what refers to something does. */
  function countsIn(data: string): unknown {
    const database = new DatabaseSync(join(data, 'platform.sqlite'), { readOnly: true });
    const tables = database
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' ORDER BY name`)
      .all();
    const counts = tables.map(({ name }) => [
      name,
      database.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.['n'],
    ]);
    const astray = database.prepare('PRAGMA foreign_key_check').all();
    database.close();
    return { counts, astray };
  }
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
