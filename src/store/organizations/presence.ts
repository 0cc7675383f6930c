import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { Library } from '../library/library.ts';
import type { Storage } from '../shared/storage.ts';

const day = 24 * 60 * 60 * 1000;
const key = 'last-sign-of-life';

/**
 * Tells the organizations of an account that its owner is there (section 4.15, ping), at most once a day. What they answer is a
 * secret that nobody here needs: it is dropped.
 */
export async function giveSignOfLife(parts: {
  readonly api: Pick<Api, 'members'>;
  readonly library: Pick<Library, 'organizations'>;
  readonly storage: Storage;
  /** In ms since the epoch. */
  readonly now: number;
  /** Told why one could not be reached. */
  readonly failed: (error: unknown) => void;
}): Promise<void> {
  const { api, library, storage, now, failed } = parts;
  const last = Number(await storage.read(key));
  if (last <= now && now - last < day) return;
  const organizations = await library.organizations();
  // Before it is done: a server that refuses is not asked again and again.
  await storage.write(key, String(now));
  await pMap(organizations, ({ id }) => api.members.ping({ organizationId: id }).catch(failed), { concurrency: 2 });
}
