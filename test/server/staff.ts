import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idOf } from '../../src/formats/ids.ts';
import type { LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { folderWith, sampleFolder, serve, type Client, type Served } from './serve.ts';

// The sample workspace without its content, which starts at once: its users are enough for administrative endpoints.

const sample = JSON.parse(readFileSync(join(sampleFolder, 'workspace.json'), 'utf8')) as Record<string, unknown>;
const stored = ['organizations', 'users', 'me', 'teams', 'integrations'];
const staff = JSON.stringify(
  Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, stored.includes(name) ? value : []])),
);

export const northwind = `/v1/orgs/${idOf('sample organization northwind')}`;
export const harbor = `/v1/orgs/${idOf('sample organization harbor')}`;
export const user = (key: string): string => idOf(`sample user ${key}`);

/**
 * A local platform with the sample's users, teams and integrations. The caller is Mara, an admin of Northwind and a
 * commenter of Harbor Labs.
 */
export function serveStaff(options: Partial<LocalPlatformOptions> = {}): Promise<Served> {
  return serve({ ...options, seed: 'sample', sampleFolder: folderWith({ 'workspace.json': staff }) });
}

/** The same server for one of the sample's users. */
export function actingAs(served: Served, key: string): Client {
  return served.as(served.platform.tokenOf(user(key)));
}
