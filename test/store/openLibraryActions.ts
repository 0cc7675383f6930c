import assert from 'node:assert/strict';
import { onTestFinished } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { withCapabilities } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import type { Space } from '../../src/contract/spaces/spaces.ts';
import type { LocalPlatform, LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import { createSites } from '../../src/store/sites/createSites.ts';
import { createLibraryActions } from '../../src/store/libraryActions/createLibraryActions.ts';
import type { Library } from '../../src/store/library/library.ts';
import type { LibraryActions } from '../../src/store/libraryActions/libraryActions.ts';
import { idOf } from '../../src/formats/ids.ts';
import { memory } from './openLibrary.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

export interface OpenLibraryActions {
  readonly libraryActions: LibraryActions;
  readonly library: Library;
  /** The same server without the store, as another user would use it. */
  readonly api: Api;
  readonly local: LocalPlatform;
  readonly organizationId: string;
  /** The other organization of the sample workspace. */
  readonly otherId: string;
  readonly clock: { now: number };
  /** `METHOD /path` of the store's requests since the last call, without `/v1`. */
  readonly taken: () => string[];
  /** The organization's Library in reading order: `Title`, or `Title [content]`. */
  readonly outline: () => Promise<string>;
  readonly space: (title: string) => Promise<Space>;
}

/** The real store with the real client, on a local platform with the sample workspace. */
export async function openLibraryActions(options: Partial<LocalPlatformOptions> = {}): Promise<OpenLibraryActions> {
  const local = openSamplePlatform(options);
  onTestFinished(() => local.close());
  const requests: string[] = [];
  const connection = { base: 'http://127.0.0.1', token: async () => local.token };
  const api = createApi({ ...connection, platform: local.handle });
  const [organization, other] = (await api.organizations.list({})).items;
  const organizationId = organization?.id ?? '';
  await makeAdmin(local, other?.id ?? '', idOf('sample user mara'));
  let lacking: unknown;
  const { platform, serverNow } = withServerClock(async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname.replace('/v1', '')}`);
    return local.handle(request);
  });
  const ours = withCapabilities(createApi({ ...connection, platform }), {
    storage: { get: () => lacking, set: (learned) => void (lacking = learned) },
  }).api;
  const clock = { now: Date.now() };
  const log = { warn: (message: string) => assert.fail(message) };
  const parts = { api: ours, now: () => clock.now, serverNow, log };
  const storage = memory();
  const library = createLibrary({ ...parts, storage, account: 'local' });
  const libraryActions = createLibraryActions({ ...parts, storage, library, sites: createSites(parts) });

  async function outline(): Promise<string> {
    const lists = await library.hierarchy(organizationId);
    const at = (collection?: string): string => {
      const here = lists.at(collection);
      return [
        ...here.collections.map((each) => `${each.title} [${at(each.id)}]`),
        ...here.spaces.map(({ title }) => title),
      ].join(', ');
    };
    return at();
  }

  return {
    libraryActions,
    library,
    api,
    local,
    organizationId,
    otherId: other?.id ?? '',
    clock,
    taken: () => requests.splice(0),
    outline,
    space: async (title) => {
      const { spaces } = await library.availableSpaces();
      return spaces.find((space) => space.title === title) ?? assert.fail(`There is no space ${title}`);
    },
  };
}

/** In the sample workspace, the first user can only comment in the other organization. */
async function makeAdmin(local: LocalPlatform, organizationId: string, userId: string): Promise<void> {
  const token = local.tokenOf(idOf('sample user grace'));
  const admin = createApi({ base: 'http://127.0.0.1', token: async () => token, platform: local.handle });
  await admin.members.update({ organizationId, userId, body: { role: 'admin' } });
}
