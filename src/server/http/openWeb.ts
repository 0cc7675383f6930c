import { isPublicAddress } from './publicAddress.ts';
import type { Web } from './web.ts';

export interface WebOptions {
  /** Whether a connection may go to an IP address; only to those of the public web unless told. */
  readonly isReachable?: (address: string) => boolean;
  /** The most that reading a document may take, with redirects, in ms; 15 seconds unless told. */
  readonly time?: number | undefined;
}

/** The web as this machine reaches it. */
export function openWeb({ isReachable = isPublicAddress, time = 15_000 }: WebOptions = {}): Web {
  return {
    read: async (url, limits, signal) => {
      const { fetchDocument } = await import('./webFetch.ts');
      return fetchDocument(url, { ...limits, time, isReachable }, signal);
    },
  };
}
