import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { folded } from './folding.ts';
import { firstVersion, steps } from './schema.ts';

export type Value = SQLInputValue;
export type Row = Record<string, Value>;

/** The data can't be used: damaged, of a newer version, or not ours. Nothing was written. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError';
}

/** A newer version of this code has changed the schema since the data was opened. Nothing was written. */
export class SupersededError extends DatabaseError {
  override readonly name = 'SupersededError';

  constructor() {
    super(
      "A newer version of Docs Platform updated this data, so this version can't change it. To continue, reload the window or restart the platform.",
    );
  }
}

/** An open database. Statements are prepared once and cached. The caller of a query gives the type of its rows. */
export interface Database {
  all<R = Row>(sql: string, ...values: Value[]): R[];
  get<R = Row>(sql: string, ...values: Value[]): R | undefined;
  run(sql: string, ...values: Value[]): number;
  /**
   * Runs `work` in one transaction: all of it is applied, or nothing. Within another transaction, it becomes part of
   * that. Throws a SupersededError, without any change, once a newer version has changed the schema. Statements outside
   * of a transaction are checked, too.
   */
  write<T>(work: () => T): T;
  /** Runs `work` on one snapshot of the data, unaffected by writes of others. */
  read<T>(work: () => T): T;
  /** Deletes every row of every table, as part of the surrounding `write`. */
  empty(): void;
  close(): void;
}

const latestVersion = firstVersion + steps.length - 1;
const marker = 0x446f6373;
const patience = 10_000;
const toWrite = 'BEGIN IMMEDIATE';
const smallEnoughToCheck = 32 * 1024 * 1024;

/**
 * Opens the database in a folder (created if needed), or a new one in memory. Updates its schema after making a copy.
 * Messages of errors about unusable data end with `otherwise`: what the user can do instead.
 */
export function openDatabase(data: string, otherwise = 'Use another folder with --data.'): Database {
  const path = data === ':memory:' ? data : fileIn(data);
  if (path !== data && existsSync(path) && !startsAsDatabase(path)) throw damaged(path);
  let connection: DatabaseSync | undefined;
  try {
    if (path !== data) makePrivate(path);
    connection = connected(path);
    connection.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA foreign_keys = ON`);
    checked(connection, path, otherwise);
    if (path !== data) keepPrivate(data, path);
    return prepared(connection, path);
  } catch (error) {
    connection?.close();
    throw explained(error, path);
  }
}

function connected(path: string, options = {}): DatabaseSync {
  const connection = new DatabaseSync(path, options);
  connection.function('folded', { deterministic: true }, (text) => folded(String(text)));
  return connection;
}

/**
 * True for failures that say nothing about the request: a damaged file, a full disk, a lock that is held too long,
 * closed data.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return true;
  return error instanceof Error && 'code' in error && /^ERR_(?:SQLITE_ERROR|INVALID_STATE)$/.test(String(error.code));
}

function fileIn(folder: string): string {
  makeFolder(resolve(folder));
  return join(folder, 'platform.sqlite');
}

/**
 * Creates folders level by level: where none can be created, such as below `/proc`, Node's recursive way never ends.
 */
function makeFolder(folder: string): void {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) return;
    if (found) throw new DatabaseError(`${folder} is a file. Choose a folder for the data.`);
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    // Another process may have been faster.
    if (codeOf(error) === 'EEXIST') return;
    throw new DatabaseError(
      `Couldn't create the folder ${folder} (${codeOf(error)}). Choose a folder that you can write to, or leave out --data to keep the data in memory.`,
      { cause: error },
    );
  }
}

/** The database contains the secret that all tokens are made from, so a new one is readable for its user only. */
function makePrivate(path: string): void {
  // If this fails, the file exists, or opening it says what is wrong.
  tryTo(() => closeSync(openSync(path, 'wx', 0o600)));
}

/** Data of earlier versions becomes readable for its user only. A folder with other content isn't ours to change. */
function keepPrivate(folder: string, path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) tryTo(() => chmodSync(file, 0o600));
  tryTo(() => {
    if (readdirSync(folder).every((name) => name.startsWith('platform.'))) chmodSync(folder, 0o700);
  });
}

/** Files that belong to another user, or can't be listed, stay as they are. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    return;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function startsAsDatabase(path: string): boolean {
  const start = Buffer.alloc(16);
  if (!statSync(path).isFile()) return false;
  const file = opened(path);
  try {
    const length = readSync(file, start, 0, 16, 0);
    return length === 0 || start.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw closed(path, error);
  }
}

/** Refuses data that is not ours, newer than this code, or damaged, before anything is written. */
function checked(connection: DatabaseSync, path: string, otherwise: string): void {
  const version = pragma(connection, 'user_version');
  if (version > latestVersion) {
    throw new DatabaseError(
      `The data in ${path} was saved by a newer version (${version}; this one supports up to ${latestVersion}). Install the newer version. ${otherwise}`,
    );
  }
  const tables = connection.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number };
  const foreign = tables.count > 0 && pragma(connection, 'application_id') !== marker;
  if (foreign) throw new DatabaseError(`${path} is the database of another application. ${otherwise}`);
  if (version > 0 && version < firstVersion) {
    throw new DatabaseError(`The data in ${path} was saved by an early version that can't be updated. ${otherwise}`);
  }
  if (path === ':memory:' || version === 0 || statSync(path).size > smallEnoughToCheck) return;
  const verdict = connection.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (verdict.quick_check !== 'ok') throw damaged(path);
}

function prepared(connection: DatabaseSync, path: string): Database {
  if (path !== ':memory:') {
    insist(() => connection.exec('PRAGMA journal_mode = WAL'));
    connection.exec('PRAGMA synchronous = FULL');
  }
  connection.exec('PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY');
  const database = databaseOver(connection);
  if (pragma(connection, 'user_version') < latestVersion) database.write(() => migrate(connection, path));
  return database;
}

function migrate(connection: DatabaseSync, path: string): void {
  // Another process may have done it while this one waited for the lock.
  const version = pragma(connection, 'user_version');
  if (version > 0 && version < latestVersion && path !== ':memory:') copyBeside(path, version);
  for (const step of steps.slice(version === 0 ? 0 : version - firstVersion + 1)) connection.exec(step);
  connection.exec(`PRAGMA user_version = ${latestVersion}; PRAGMA application_id = ${marker}`);
}

/**
 * Copies the data under a free name. The caller holds the write lock, so nothing is written between the copy and the
 * migration.
 */
function copyBeside(path: string, version: number): void {
  const copy = freeName(`${path.slice(0, -'.sqlite'.length)}.version-${version}`);
  const unfinished = `${copy}.unfinished`;
  let connection: DatabaseSync | undefined;
  try {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600));
    connection = connected(path, { readOnly: true });
    connection.prepare('VACUUM INTO ?').run(unfinished);
    flush(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    // Otherwise, the next copy of this version removes it first.
    tryTo(() => rmSync(unfinished, { force: true }));
    throw new DatabaseError(
      `The data in ${path} is from an earlier version (${version}), and it couldn't be copied before the update (${wordsOf(error)}). Nothing was changed. Free about ${megabytesOf(path)} MB on the disk, make sure that you can write to the folder, and try again.`,
      { cause: error },
    );
  } finally {
    connection?.close();
  }
}

/** An older copy, such as one of restored data, is never replaced. */
function freeName(start: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${start}${number === 1 ? '' : `-${number}`}.sqlite`;
    if (!existsSync(name)) return name;
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function megabytesOf(path: string): number {
  return Math.ceil(statSync(path).size / 1024 / 1024);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function databaseOver(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  let depth = 0;

  function statement(sql: string): StatementSync {
    let known = statements.get(sql);
    if (!known) statements.set(sql, (known = connection.prepare(sql)));
    return known;
  }

  function transaction<T>(begin: string, work: () => T): T {
    if (depth > 0) return work();
    statement(begin).run();
    depth += 1;
    try {
      if (begin === toWrite) checkVersion();
      const result = work();
      statement('COMMIT').run();
      return result;
    } catch (error) {
      if (connection.isTransaction) statement('ROLLBACK').run();
      throw error;
    } finally {
      depth -= 1;
    }
  }

  /** Version 0.1.0 doesn't check: a window or a process that still runs it continues to write after an update. */
  function checkVersion(): void {
    const { user_version: version } = statement('PRAGMA user_version').get() as { user_version: number };
    if (version > latestVersion) throw new SupersededError();
  }

  return {
    all: <R>(sql: string, ...values: Value[]) => statement(sql).all(...values) as R[],
    get: <R>(sql: string, ...values: Value[]) => statement(sql).get(...values) as R | undefined,
    run: (sql, ...values) => transaction(toWrite, () => Number(statement(sql).run(...values).changes)),
    write: (work) => transaction(toWrite, work),
    read: (work) => transaction('BEGIN', work),
    empty: () => {
      // Tables refer to each other, so their references are checked when the transaction ends.
      connection.exec('PRAGMA defer_foreign_keys = ON');
      const tables = connection
        .prepare(
          `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`,
        )
        .all() as { name: string }[];
      for (const { name } of tables) connection.exec(`DELETE FROM "${name}"`);
    },
    close: () => {
      statements.clear();
      connection.close();
    },
  };
}

/** Switching to WAL may fail at once, without the usual timeout, while another process does the same. */
function insist(work: () => void): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attempt = 0; ; attempt += 1) {
    try {
      work();
      return;
    } catch (error) {
      if (attempt === 200 || !(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function pragma(connection: DatabaseSync, name: 'user_version' | 'application_id'): number {
  const row = connection.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}

/** The error, or a DatabaseError if it was caused by damaged data. `path` is the place of the data. */
export function explained(error: unknown, path: string): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  if (/unable to open|readonly database/i.test(error.message)) return closed(path, error);
  return /malformed|not a database|corrupt/i.test(error.message) ? damaged(path, error) : error;
}

function closed(path: string, cause: unknown): DatabaseError {
  return new DatabaseError(`Couldn't open the data in ${path}. Choose a folder that you can read and write.`, {
    cause,
  });
}

function damaged(path: string, cause?: Error): DatabaseError {
  return new DatabaseError(
    `The data in ${path} is damaged. Nothing was changed. Move the file away to start over, or replace it with a copy.`,
    { cause },
  );
}
