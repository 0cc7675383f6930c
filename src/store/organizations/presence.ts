import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { Library } from '../library/library.ts';
import type { Storage } from '../shared/storage.ts';

const day = 24 * 60 * 60 * 1000;
const key = 'last-sign-of-life';

/**
 * Tells the organizations of an account that the user is active (section 4.15, ping), at most once a day. The reply is
 * a secret that isn't needed here, so it is dropped.
 */
export async function giveSignOfLife(parts: {
  readonly api: Pick<Api, 'members'>;
  readonly library: Pick<Library, 'organizations'>;
  readonly storage: Storage;
  /** In ms since the epoch. */
  readonly now: number;
  /** Called for each organization that couldn't be reached. */
  readonly failed: (error: unknown) => void;
}): Promise<void> {
  const { api, library, storage, now, failed } = parts;
  const last = Number(await storage.read(key));
  if (last <= now && now - last < day) return;
  const organizations = await library.organizations();
  // Recorded before the request, so that a server that refuses isn't asked again and again.
  await storage.write(key, String(now));
  await pMap(organizations, ({ id }) => api.members.ping({ organizationId: id }).catch(failed), { concurrency: 2 });
}
