import assert from 'node:assert/strict';
import { onTestFinished } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { withCapabilities } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import { createDownload } from '../../src/client/download.ts';
import type { LocalPlatform, LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import { createOrganizations } from '../../src/store/organizations/createOrganizations.ts';
import type { Organizations, OrganizationsChange } from '../../src/store/organizations/organizations.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

export interface OpenOrganizations {
  readonly organizations: Organizations;
  /** The same server without the store, as another user would use it. */
  readonly api: Api;
  readonly local: LocalPlatform;
  /** The sample's organization Northwind Robotics. */
  readonly organizationId: string;
  /** `METHOD /path` of the store's requests since the last call, without `/v1/orgs/…`. */
  readonly taken: () => string[];
  readonly changes: OrganizationsChange[];
  /** The pauses that the store requested, in ms. */
  readonly pauses: number[];
  /** Answers the store instead of the server. */
  instead: ((request: Request) => Promise<Response | undefined> | Response | undefined) | undefined;
}

/** The real store with the real client, on a local platform with the sample workspace. Pauses take no time. */
export async function openOrganizations(options: Partial<LocalPlatformOptions> = {}): Promise<OpenOrganizations> {
  const local = openSamplePlatform(options);
  onTestFinished(() => local.close());
  const requests: string[] = [];
  const changes: OrganizationsChange[] = [];
  const pauses: number[] = [];
  const connection = { base: 'http://127.0.0.1', token: async () => local.token };
  const api = createApi({ ...connection, platform: local.handle });
  const { items } = await api.organizations.list({});
  const organizationId = items.find(({ title }) => title === 'Northwind Robotics')?.id ?? '';
  const { platform, serverNow } = withServerClock(async (request) => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname.replace(`/v1/orgs/${organizationId}`, '')}`);
    return (await opened.instead?.(request)) ?? local.handle(request);
  });
  let lacking: unknown;
  const { api: ours } = withCapabilities(createApi({ ...connection, platform }), {
    storage: { get: () => lacking, set: (learned) => void (lacking = learned) },
  });
  const organizations = createOrganizations({
    api: ours,
    download: createDownload({ ...connection, platform }),
    now: Date.now,
    serverNow,
    log: { warn: (message) => assert.fail(message) },
    async wait(milliseconds, signal) {
      pauses.push(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  });
  organizations.onDidChange((change) => changes.push(change));
  const opened: OpenOrganizations = {
    organizations,
    api,
    local,
    organizationId,
    changes,
    pauses,
    taken: () => requests.splice(0),
    instead: undefined,
  };
  return opened;
}
