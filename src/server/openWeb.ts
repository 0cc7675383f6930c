import { isPublicAddress } from './publicAddress.ts';
import type { Web } from './web.ts';

/** The web as this machine reaches it: of public addresses only, unless `isReachable` says otherwise. */
export function openWeb(isReachable: (address: string) => boolean = isPublicAddress): Web {
  return {
    read: async (url, limits, signal) => {
      const { fetchDocument } = await import('./webFetch.ts');
      return fetchDocument(url, { ...limits, isReachable }, signal);
    },
  };
}
