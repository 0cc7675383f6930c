import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/database/database.ts';
import { listen } from '../../src/server/listen.ts';
import { addMember, addOrganization } from '../../src/server/sample/members.ts';
import { openLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { openSamplePlatform } from './samplePlatform.ts';

export const sampleFolder = join(import.meta.dirname, '../../media/sample');

/** At least three items to the type checker; a test that reads a missing one fails. */
export type Several = readonly [Json, Json, Json, ...Json[]];

/** A reply of the server without the contract's types: tests check it against what they expect. */
export interface Json {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly body: string;
  readonly subject: string;
  readonly status: string;
  readonly revision: string;
  readonly number: number;
  readonly count: number;
  readonly updatedAt: string;
  readonly downloadURL: string;
  readonly next: { readonly page: string };
  readonly error: { readonly code: number; readonly message: string };
  readonly items: Several;
  readonly organizations: Several;
  readonly pages: Several;
  readonly files: Several;
  readonly sections: Several;
  readonly parents: readonly string[];
  readonly createdBy: Json;
  readonly team: Json;
  readonly member: Json;
  readonly owner: Json;
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  readonly displayName: string;
  readonly postedBy: Json;
  readonly user: Json;
  readonly target: Json;
  readonly page: Json;
  readonly markdown: string;
  readonly inserted: readonly string[];
  readonly changes: Several;
  readonly urls: Readonly<Record<string, string>>;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly targetReference: Readonly<Record<string, string>>;
  readonly locationReferences: Several;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface Client {
  readonly get: (path: string) => Promise<Reply>;
  readonly post: (path: string, body?: unknown) => Promise<Reply>;
  readonly put: (path: string, body?: unknown) => Promise<Reply>;
  readonly patch: (path: string, body?: unknown) => Promise<Reply>;
  readonly delete: (path: string) => Promise<Reply>;
  /** The same server for another user. */
  readonly as: (token: string) => Client;
}

export interface Served extends Client {
  readonly platform: LocalPlatform;
  readonly data: string;
  readonly address: string;
  /** The caller's first organization. */
  readonly organization: string;
  /** Advances the server's clock, in ms. */
  readonly wait: (time: number) => void;
}

/** A local platform over HTTP on a free port, for one test, with the test's clock. */
export async function serve(options: Partial<LocalPlatformOptions> = {}): Promise<Served> {
  let time = Date.parse('2026-05-04T10:00:00Z');
  const { data = ':memory:' } = options;
  const platform =
    data === ':memory:' && options.seed === 'sample' && options.sampleFolder === undefined
      ? openSamplePlatform({ now: () => time, ...options })
      : openLocalPlatform({ now: () => time, sampleFolder, ...options, data });
  const server = await listen(platform.handle, 0, platform.refuse);
  onTestFinished(async () => {
    await server.close();
    platform.close();
  });
  const client = clientOf(server.address, platform.token);
  const organizations = await client.get('/v1/orgs');
  return {
    ...client,
    platform,
    data,
    address: server.address,
    organization: organizations.body.items[0].id,
    wait: (span) => (time += span),
  };
}

export function clientOf(address: string, token: string): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(address + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Json,
    };
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    as: (other) => clientOf(address, other),
  };
}

/** A folder with these files, deleted after the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A local platform with one space imported from a folder with these files, and that space. */
export async function serveFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<LocalPlatformOptions> = {},
): Promise<Served & { space: string; page: (path: string) => Promise<Json> }> {
  const served = await serve({ imports: [folderWith(files)], ...options });
  const { body } = await served.get(`/v1/orgs/${served.organization}/spaces`);
  const space = body.items[0].id;
  return {
    ...served,
    space,
    page: async (path) => {
      const pages = await served.get(`/v1/spaces/${space}/content/pages`);
      const found = flat(pages.body.pages).find((page) => page.path === path);
      if (!found) throw new Error(`There is no page ${path}`);
      return found;
    },
  };
}

/**
 * Adds another organization of the caller directly to the database, because the API can't create one. The data must be
 * in a folder.
 */
export function secondOrganization({ data }: Served): string {
  const database = openDatabase(data);
  const user = database.get<{ id: string }>('SELECT id FROM users')?.id ?? '';
  const organization = {
    id: 'SecondOrganization00',
    title: 'Second',
    type: 'business',
    plan: 'pro_2024',
    emailDomains: [],
  };
  database.write(() => {
    addOrganization(database, organization, 0);
    addMember(database, { organization: organization.id, user, role: 'admin' }, 0);
  });
  database.close();
  return organization.id;
}

/** Every page of a tree, parents first. */
export function flat(pages: readonly Json[]): Several {
  return pages.flatMap((page) => [page, ...flat('pages' in page ? page.pages : [])]) as unknown as Several;
}
