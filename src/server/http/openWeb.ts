import { isPublicAddress } from './publicAddress.ts';
import type { Web } from './web.ts';

export interface WebOptions {
  /** Whether connections to an IP address are allowed; by default, only to the public internet. */
  readonly isReachable?: (address: string) => boolean;
  /** Time limit for reading a document including redirects, in ms; 15 seconds by default. */
  readonly time?: number | undefined;
}

/** Access to the web from this machine. */
export function openWeb({ isReachable = isPublicAddress, time = 15_000 }: WebOptions = {}): Web {
  return {
    read: async (url, limits, signal) => {
      const { fetchDocument } = await import('./webFetch.ts');
      return fetchDocument(url, { ...limits, time, isReachable }, signal);
    },
  };
}
