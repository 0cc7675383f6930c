import { withoutTrailing } from '../../model/shared/trimmed.ts';
import type { Tokens } from '../database/tokens.ts';

/** What a PDF shows: everything, one page, or one page with those below it. */
export interface Printing {
  readonly page?: string | undefined;
  readonly only?: boolean | undefined;
}

/** Where things are: on this platform, and in the browser where it has a part for that. */
export interface Addresses {
  /** `urls.location` of what stands at a path of the API. */
  location(path: string): string;
  /** An address in the browser; undefined without one. */
  app(path: string): string | undefined;
  /** A signed address of a file's bytes that works for an hour without a token. */
  download(spaceId: string, fileId: string, blobId: string): string;
  /** The same for an asset. */
  asset(id: string): string;
  /** The same for the PDF of a change request's revision. */
  pdf(revisionId: string, printing: Printing): string;
  /** The base of addresses in the browser. */
  readonly appUrl: string | undefined;
}

const lifetime = 60 * 60 * 1000;

/** Addresses below `origin`, without a trailing slash. */
export function addressesAt(origin: string, appUrl: string | undefined, tokens: Tokens, now: number): Addresses {
  const app = appUrl === undefined ? undefined : withoutTrailing(appUrl, '/');
  // Rounded, so that replies within five minutes are alike.
  const expires = Math.ceil((now + lifetime) / 300_000) * 300_000;
  const signed = (path: string) => `${origin}${path}?expires=${expires}&signature=${tokens.sign(`${path} ${expires}`)}`;
  return {
    location: (path) => `${origin}/v1${path}`,
    app: (path) => (app === undefined ? undefined : `${app}${path}`),
    download: (spaceId, fileId, blobId) => signed(`/downloads/${spaceId}/${fileId}/${blobId}`),
    asset: (id) => signed(`/downloads/${id}`),
    pdf: (revisionId, { page = '-', only = false }) =>
      signed(`/downloads/pdf/${revisionId}/${encodeURIComponent(page)}/${only ? 'only' : 'all'}`),
    appUrl: app,
  };
}
