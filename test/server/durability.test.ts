import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, onTestFinished, test } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { openDatabase } from '../../src/server/database/database.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { firstVersion, steps } from '../../src/server/database/schema.ts';
import { killedDuringWrites, startPlatform, type Started } from './killing.ts';
import { clientOf, sampleFolder, temporaryFolder } from './serve.ts';
import { patience } from '../patience.ts';

/** A local platform in its own process, ended with the test. */
async function start(...args: string[]): Promise<Started> {
  const started = await startPlatform(...args);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

describe('an acknowledged write', () => {
  test('survives killing the server, each of five times', async () => {
    const { acknowledged, lost } = await killedDuringWrites(temporaryFolder(), 5);

    assert.ok(acknowledged.length >= 50);
    assert.deepEqual(lost, []);
  });
});

describe('several processes on the same data', () => {
  test('fill it once if they start at the same time', async () => {
    const data = temporaryFolder();

    const started = await Promise.all([1, 2, 3].map(() => start('--data', data, '--seed', 'sample')));

    for (const { address, token } of started) {
      const { body } = await clientOf(address, token).get('/v1/orgs');
      assert.equal(body.count, 2);
    }
  });

  test('see the writes of the others', async () => {
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

describe('reset data', () => {
  test('is visible to all that have it open, with the same tokens', async () => {
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

  test('equals new data', async () => {
    const options = { seed: 'sample', sampleFolder, now: () => 1_800_000_000_000 } as const;
    const [fresh, filled] = [temporaryFolder(), temporaryFolder()];
    openLocalPlatform({ ...options, data: fresh }).close();
    const platform = openLocalPlatform({ ...options, data: filled });

    platform.reset();

    platform.close();
    assert.deepEqual(countsIn(filled), countsIn(fresh));
  });

  test("stays unchanged if it can't be filled", async () => {
    const options = { data: temporaryFolder(), seed: 'sample', sampleFolder } as const;
    openLocalPlatform(options).close();
    const before = countsIn(options.data);
    const platform = openLocalPlatform({ ...options, sampleFolder: temporaryFolder() });
    onTestFinished(() => platform.close());

    assert.throws(() => platform.reset(), /workspace\.json/);

    assert.deepEqual(countsIn(options.data), before);
  });

  /** Row counts by table, and whether all references are valid. */
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

describe('unusable data', () => {
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
      /saved by a newer version .* Install the newer version\. Use another folder with --data\.$/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 99');
        database.close();
      },
    ],
    [
      'is of an early version',
      /saved by an early version/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 1');
        database.close();
      },
    ],
    [
      'belongs to something else',
      /another application/,
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA application_id = 0');
        database.close();
      },
    ],
  ])('that %s is refused with the reason, and unchanged', (_, reason, harm) => {
    const data = filled();
    harm(fileIn(data));
    const before = readFileSync(fileIn(data));

    assert.throws(() => openLocalPlatform({ data }), reason);

    assert.deepEqual(readFileSync(fileIn(data)), before);
  });
});

const latestVersion = firstVersion + steps.length - 1;

test("that is newer is refused with the caller's suggestion", () => {
  const data = temporaryFolder();
  openLocalPlatform({ data }).close();
  const database = new DatabaseSync(join(data, 'platform.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();

  assert.throws(
    () => openLocalPlatform({ data, otherwise: 'Start over.' }),
    /Install the newer version\. Start over\.$/,
  );
});

describe('data of an earlier version', () => {
  /** Data as created by version `firstVersion`, with one user in one organization. */
  function early(): string {
    const data = temporaryFolder();
    const database = new DatabaseSync(join(data, 'platform.sqlite'));
    database.exec(`${steps[0]}; PRAGMA journal_mode = WAL; PRAGMA user_version = ${firstVersion};
      PRAGMA application_id = ${0x446f6373};
      INSERT INTO settings (name, value) VALUES ('first user', 'u'), ('padding', hex(randomblob(500000)));
      INSERT INTO users (id, display_name, email, created_at) VALUES ('u', 'Uma', 'uma@example.com', 1);
      INSERT INTO organizations (id, title, type, plan, email_domains, created_at)
        VALUES ('o', 'Early', 'business', 'free', '[]', 1);
      INSERT INTO members (organization_id, user_id, role, joined_at) VALUES ('o', 'u', 'admin', 1);`);
    database.close();
    return data;
  }
  const copies = (data: string) => readdirSync(data).filter((name) => name.includes('version'));
  const rowsIn = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
    const titles = database.prepare('SELECT title FROM organizations').all();
    database.close();
    return [version, ...titles.map(({ title }) => title)];
  };
  const rename = (file: string, title: string) => {
    const database = new DatabaseSync(file);
    database.prepare('UPDATE organizations SET title = ?').run(title);
    database.close();
  };

  test('is updated after a copy was made next to it', async () => {
    const data = early();
    const platform = openLocalPlatform({ data });
    onTestFinished(() => platform.close());
    const served = await listen(platform.handle, 0);
    onTestFinished(() => served.close());

    const { body } = await clientOf(served.address, platform.token).get('/v1/orgs');

    assert.equal(body.items[0].title, 'Early');
    assert.deepEqual(copies(data), ['platform.version-2.sqlite']);
    assert.deepEqual(rowsIn(join(data, 'platform.version-2.sqlite')), [firstVersion, 'Early']);
    assert.deepEqual(rowsIn(join(data, 'platform.sqlite')), [latestVersion, 'Early']);
  });

  test("returns when the copy is restored, and the update doesn't replace an older copy", () => {
    const data = early();
    openLocalPlatform({ data }).close();
    rename(join(data, 'platform.sqlite'), 'Late');
    writeFileSync(join(data, 'platform.sqlite'), readFileSync(join(data, 'platform.version-2.sqlite')));
    rename(join(data, 'platform.sqlite'), 'Put back');

    openLocalPlatform({ data }).close();

    assert.deepEqual(
      copies(data).map((name) => rowsIn(join(data, name))),
      [
        [firstVersion, 'Put back'],
        [firstVersion, 'Early'],
      ],
    );
  });

  test('is copied once by processes that open it at the same time', async () => {
    const data = early();

    await Promise.all([1, 2, 3].map(() => start('--data', data)));

    assert.deepEqual(copies(data), ['platform.version-2.sqlite']);
  });

  test.skipIf(process.platform === 'win32')('is neither updated nor touched if there is no room for the copy', () => {
    const data = early();
    const before = readFileSync(join(data, 'platform.sqlite'));
    const main = join(import.meta.dirname, '../../src/server/main.ts');
    // Limits files to 512 KB: the closest to a full disk that needs no privileges.
    const limited = `trap '' XFSZ; ulimit -f 1024; exec "$0" "$@"`;

    const { status, stderr } = spawnSync(
      'sh',
      ['-c', limited, process.execPath, main, '--port', '0', '--seed', 'empty', '--data', data],
      { encoding: 'utf8', timeout: patience },
    );

    assert.equal(status, 1);
    assert.match(stderr, /couldn't be copied before the update \(.+\)\. Nothing was changed\. Free about 2 MB/);
    assert.deepEqual(readFileSync(join(data, 'platform.sqlite')), before);
    assert.deepEqual(copies(data), []);
  });

  test('is read but no longer written after a newer version has updated it', async () => {
    const data = temporaryFolder();
    const platform = openLocalPlatform({ data, seed: 'sample', sampleFolder });
    const served = await listen(platform.handle, 0);
    onTestFinished(async () => {
      await served.close();
      platform.close();
    });
    const client = clientOf(served.address, platform.token);
    const organization = (await client.get('/v1/orgs')).body.items[0].id;
    const count = async () => (await client.get(`/v1/orgs/${organization}/spaces`)).body.count;
    const before = await count();
    const newer = new DatabaseSync(join(data, 'platform.sqlite'));
    newer.exec(`PRAGMA user_version = ${latestVersion + 1}`);
    newer.close();

    const { status, body } = await client.post(`/v1/orgs/${organization}/spaces`, { title: 'Mine' });

    assert.equal(status, 503);
    assert.match(body.error.message, /^A newer version of Docs Platform updated this data.* reload the window/);
    assert.equal(await count(), before);
    assert.throws(() => platform.reset(), { name: 'SupersededError' });
  });
});

describe.skipIf(process.platform === 'win32')('data with the secret of tokens', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  function modesWhileOpen(data: string): Record<string, string> {
    const platform = openLocalPlatform({ data });
    const modes = Object.fromEntries(readdirSync(data).map((name) => [name, modeOf(join(data, name))]));
    platform.close();
    return modes;
  }
  const own = { 'platform.sqlite': '600', 'platform.sqlite-shm': '600', 'platform.sqlite-wal': '600' };

  test('is readable for its user only', () => {
    const data = join(temporaryFolder(), 'new', 'made');

    assert.deepEqual(modesWhileOpen(data), own);
    assert.deepEqual([modeOf(data), modeOf(join(data, '..'))], ['700', '700']);
  });

  test('becomes private if an earlier version created it, with its folder', () => {
    const data = temporaryFolder();
    const before = openDatabase(data);
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
    chmodSync(data, 0o755);

    assert.deepEqual(modesWhileOpen(data), own);
    assert.equal(modeOf(data), '700');
    before.close();
  });

  test("doesn't change the permissions of a folder with other content", () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'other'));
    chmodSync(data, 0o755);

    assert.equal(modesWhileOpen(data)['platform.sqlite'], '600');
    assert.equal(modeOf(data), '755');
  });
});
