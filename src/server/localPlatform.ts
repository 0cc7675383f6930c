import { contract } from '../contract/contract.ts';
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
  /** A sentence: what the user can do instead, for errors about data that this version cannot use. */
  readonly otherwise?: string | undefined;
  /** What a new database is filled with; `empty` (one user, one organization) unless told. */
  readonly seed?: 'sample' | 'empty' | undefined;
  /** The folder that holds `workspace.json` of the sample, or the file that the build makes of it; needed for the seed `sample`. */
  readonly sampleFolder?: string | undefined;
  /** Folders of Markdown, each to become a space of the first user's first organization, once. */
  readonly imports?: readonly string[] | undefined;
  /** The first user's token, besides the one that the platform makes. */
  readonly token?: string | undefined;
  /** Leaves out the endpoints that the API document leaves out. */
  readonly specOnly?: boolean | undefined;
  /** Base of `urls.location` and `downloadURL`; the origin of each request without it. */
  readonly origin?: string | undefined;
  /** Base of addresses in the browser; without it there are none. */
  readonly appUrl?: string | undefined;
  /** Calls per caller and minute; beyond them 429. */
  readonly rateLimit?: number | undefined;
  /** Lets imports and specifications be read from this machine and private networks too, not only from the public web. */
  readonly allowPrivateFetch?: boolean | undefined;
  /** The most that reading from the web may take, in ms; 15 seconds unless told. */
  readonly fetchTime?: number | undefined;
  /** The most that reading an import may take, in ms, once it is here; 20 seconds unless told. */
  readonly importTime?: number | undefined;
  /** What goes wrong on purpose, for tests of those who call. */
  readonly faults?: readonly Fault[] | undefined;
  /** ms since the epoch. */
  readonly now?: (() => number) | undefined;
}

export interface LocalPlatform {
  /** Answers a request. Rejects only with the signal's reason when its signal has aborted, or when a fault drops the connection. */
  readonly handle: (request: Request) => Promise<Response>;
  /** Refuses a request that is not to be handled, as the platform would. */
  readonly refuse: Admission['refuse'];
  /** The first user's token. */
  readonly token: string;
  /** The token of any user, by id. */
  tokenOf(user: string): string;
  /** Edits main content from outside of the API, as somebody else would. Gives the revision and the ids of new pages. */
  edit(spaceId: string, changes: readonly Change[], by?: string): { revision: string; pages: string[] };
  /** The same for a change request. */
  editChangeRequest(id: string, changes: readonly Change[], by?: string): { revision: string; pages: string[] };
  /** What goes wrong on purpose from now on; nothing, if nothing is given. */
  fail(...faults: readonly Fault[]): void;
  /**
   * Fills the data anew, as `seed` and `imports` say, in one step: who else has them open goes on, and sees the new state.
   * Tokens stay good. Throws a DatabaseError when the data are damaged.
   */
  reset(): void;
  close(): void;
}

const plentyOfCalls = 1_000_000;
const enoughToRead = 20_000;

/** Opens the platform over its data. Throws a DatabaseError when the data is damaged or of a newer version. */
export function openLocalPlatform(options: LocalPlatformOptions): LocalPlatform {
  const now = options.now ?? Date.now;
  const database = openDatabase(options.data, options.otherwise);
  try {
    const firstUser = seeded(database, options, now());
    purge(database, now());
    importAll(database, options, firstUser, now());
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
    /** Also without HTTP, which would date it: callers compare `createdAt` and its like with this clock. */
    const dated = (response: Response): Response => {
      response.headers.set('Date', new Date(now()).toUTCString());
      return response;
    };
    return {
      handle: async (request) => {
        request.signal.throwIfAborted();
        return dated(await admitted.handle(request));
      },
      refuse: async (...refused) => dated(await admitted.refuse(...refused)),
      token: options.token ?? tokens.of(firstUser),
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

/** Fills a new database, once: of two processes that open it at the same time one does it, and the other finds it done. */
function seeded(database: Database, options: LocalPlatformOptions, now: number): string {
  const known = () => database.get<{ value: string }>(`SELECT value FROM settings WHERE name = 'first user'`)?.value;
  return known() ?? database.write(() => known() ?? storedDatabase(database, fill(database, options, now)));
}

function fill(database: Database, { seed = 'empty', sampleFolder }: LocalPlatformOptions, now: number): string {
  if (seed === 'empty') return seedEmpty(database, now);
  if (sampleFolder === undefined) throw new DatabaseError('The sample workspace needs its folder');
  return seedSample(database, sampleFolder, now);
}

function importAll(database: Database, { imports = [] }: LocalPlatformOptions, by: string, at: number): void {
  for (const folder of imports) {
    importFolder(database, folder, { organization: firstOrganization(database, by), by, at });
  }
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

/** Spaces that were deleted long enough ago go for good. */
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
