import { contract } from '../contract/contract.ts';
import type { ImportSummary } from '../model/pages/importReport.ts';
import { retention } from './groups/shared/access.ts';
import { admission, type Admission } from './http/admission.ts';
import { DatabaseError, explained, openDatabase, type Database } from './database/database.ts';
import { editChangeRequest, editSpace, type Change } from './pages/edits.ts';
import { withFaults, type Fault } from './http/faults.ts';
import { importFolder } from './formats/import/folderSpace.ts';
import { handlers } from './groups/handlers.ts';
import { router } from './router.ts';
import { seedEmpty, seedSample } from './sample/seeder.ts';
import { specReader } from './formats/openapi/reader.ts';
import { tokensIn } from './database/tokens.ts';
import { openWeb } from './http/openWeb.ts';

export interface LocalPlatformOptions {
  /** A folder, created if needed, or `:memory:`. */
  readonly data: string;
  /** For errors about unusable data: a sentence that says what the user can do instead. */
  readonly otherwise?: string | undefined;
  /** The content of a new database; `empty` (one user, one organization) by default. */
  readonly seed?: 'sample' | 'empty' | undefined;
  /**
   * The folder with the sample's `workspace.json`, or the file that the build makes of it; required for the seed
   * `sample`.
   */
  readonly sampleFolder?: string | undefined;
  /** Folders of Markdown; each is imported once as a space of the first user's first organization. */
  readonly imports?: readonly string[] | undefined;
  /** An additional token of the first user. */
  readonly token?: string | undefined;
  /** Leaves out the endpoints that aren't in the API document. */
  readonly specOnly?: boolean | undefined;
  /** Base of `urls.location` and `downloadURL`; the origin of each request if omitted. */
  readonly origin?: string | undefined;
  /** Base URL of the browser app; without it, there are no such URLs. */
  readonly appUrl?: string | undefined;
  /** Calls per caller and minute; further calls get 429. */
  readonly rateLimit?: number | undefined;
  /** Allows imports and specifications from this machine and private networks too, instead of the public web only. */
  readonly allowPrivateFetch?: boolean | undefined;
  /** Time limit for reading from the web, in ms; 15 seconds by default. */
  readonly fetchTime?: number | undefined;
  /** Time limit for reading an import after its download, in ms; 20 seconds by default. */
  readonly importTime?: number | undefined;
  /** Faults on demand, for testing clients. */
  readonly faults?: readonly Fault[] | undefined;
  /** In ms since the epoch. */
  readonly now?: (() => number) | undefined;
}

export interface LocalPlatform {
  /**
   * Answers a request. Rejects only with the signal's reason when the signal aborts, or when a fault drops the
   * connection.
   */
  readonly handle: (request: Request) => Promise<Response>;
  /** Builds the platform's error reply to a request that isn't handled. */
  readonly refuse: Admission['refuse'];
  /** The first user's token. */
  readonly token: string;
  /** What was imported from folders at the start. */
  readonly imported: readonly ImportSummary[];
  /** The token of any user, by id. */
  tokenOf(user: string): string;
  /** Edits main content outside of the API, as if by someone else. Returns the revision and the ids of new pages. */
  edit(spaceId: string, changes: readonly Change[], by?: string): { revision: string; pages: string[] };
  /** The same for a change request. */
  editChangeRequest(id: string, changes: readonly Change[], by?: string): { revision: string; pages: string[] };
  /** Replaces the active faults; none are active without arguments. */
  fail(...faults: readonly Fault[]): void;
  /**
   * Resets the data to `seed` and `imports` in one transaction: other processes that have it open continue with the new
   * state. Tokens stay valid. Throws a DatabaseError if the data is damaged.
   */
  reset(): void;
  close(): void;
}

const plentyOfCalls = 1_000_000;
const enoughToRead = 20_000;

/** Opens the platform with its data. Throws a DatabaseError if the data is damaged or of a newer version. */
export function openLocalPlatform(options: LocalPlatformOptions): LocalPlatform {
  const now = options.now ?? Date.now;
  const database = openDatabase(options.data, options.otherwise);
  try {
    const firstUser = seeded(database, options, now());
    purge(database, now());
    const imported = importAll(database, options, firstUser, now());
    const tokens = tokensIn(database);
    if (options.token !== undefined) tokens.choose(firstUser, options.token);
    const { origin, appUrl, specOnly = false, rateLimit = plentyOfCalls, importTime = enoughToRead } = options;
    const web = openWeb({ time: options.fetchTime, ...(options.allowPrivateFetch && { isReachable: () => true }) });
    const specs = specReader(database, web, now);
    specs.resume();
    const routing = {
      database,
      tokens,
      now,
      origin,
      appUrl,
      specOnly,
      web,
      importTime,
      readSpec: (id: string) => specs.read(id),
    };
    const answer = router(contract, handlers, routing);
    const faulty = withFaults(answer, options.faults);
    const admitted = admission(tokens, { rateLimit, now }, faulty.handle);
    return {
      handle: async (request) => {
        request.signal.throwIfAborted();
        return admitted.handle(request);
      },
      refuse: admitted.refuse,
      token: options.token ?? tokens.of(firstUser),
      imported,
      tokenOf: (user) => tokens.of(user),
      edit: (spaceId, changes, by = firstUser) => editSpace(database, spaceId, changes, { by, at: now() }),
      editChangeRequest: (id, changes, by = firstUser) => editChangeRequest(database, id, changes, { by, at: now() }),
      fail: (...faults) => faulty.fail(...faults),
      reset: () => refill(database, options, now()),
      close: () => {
        specs.close();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Fills a new database once: of two processes that open it at the same time, one fills it, and the other finds it
 * filled.
 */
function seeded(database: Database, options: LocalPlatformOptions, now: number): string {
  const known = () => database.get<{ value: string }>(`SELECT value FROM settings WHERE name = 'first user'`)?.value;
  return known() ?? database.write(() => known() ?? storedDatabase(database, fill(database, options, now)));
}

function fill(database: Database, { seed = 'empty', sampleFolder }: LocalPlatformOptions, now: number): string {
  if (seed === 'empty') return seedEmpty(database, now);
  if (sampleFolder === undefined) throw new DatabaseError('The sample workspace needs the folder of its content');
  return seedSample(database, sampleFolder, now);
}

function importAll(
  database: Database,
  { imports = [] }: LocalPlatformOptions,
  by: string,
  at: number,
): readonly ImportSummary[] {
  return imports.flatMap(
    (folder) => importFolder(database, folder, { organization: firstOrganization(database, by), by, at }) ?? [],
  );
}

type TokenRow = { readonly hash: Uint8Array; readonly user_id: string; readonly given: number };

function refill(database: Database, options: LocalPlatformOptions, now: number): void {
  try {
    database.write(() => {
      const settings = database.all<{ name: string; value: string }>(
        `SELECT * FROM settings WHERE name <> 'first user'`,
      );
      const tokens = database.all<TokenRow>('SELECT hash, user_id, given FROM tokens');
      database.empty();
      for (const { name, value } of settings) {
        database.run('INSERT INTO settings (name, value) VALUES (?, ?)', name, value);
      }
      importAll(database, options, storedDatabase(database, fill(database, options, now)), now);
      for (const { hash, user_id, given } of tokens) {
        if (!database.get('SELECT 1 FROM users WHERE id = ?', user_id)) continue;
        database.run('INSERT INTO tokens (hash, user_id, given) VALUES (?, ?, ?)', hash, user_id, given);
      }
    });
  } catch (error) {
    throw explained(error, options.data);
  }
}

function storedDatabase(database: Database, user: string): string {
  database.run(`INSERT INTO settings (name, value) VALUES ('first user', ?)`, user);
  return user;
}

/** Deletes the spaces whose retention has ended. */
function purge(database: Database, now: number): void {
  const isDue = database.get('SELECT 1 FROM spaces WHERE deleted_at <= ?', now - retention);
  if (isDue) database.write(() => database.run('DELETE FROM spaces WHERE deleted_at <= ?', now - retention));
}

function firstOrganization(database: Database, user: string): string {
  const row = database.get<{ id: string }>(
    `SELECT organization_id AS id FROM members JOIN organizations ON organizations.id = organization_id
     WHERE user_id = ? AND role = 'admin' ORDER BY organizations.created_at, organizations.id LIMIT 1`,
    user,
  );
  if (!row) throw new DatabaseError('There is no organization to import into');
  return row.id;
}
