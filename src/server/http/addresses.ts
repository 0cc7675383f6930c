import { withoutTrailing } from '../../model/shared/trimmed.ts';
import type { Tokens } from '../database/tokens.ts';

/** The content of a PDF: everything, one page, or one page with its descendants. */
export interface Printing {
  readonly page?: string | undefined;
  readonly only?: boolean | undefined;
}

/** Builds URLs: on this server, and in the browser app if there is one. */
export interface Addresses {
  /** The `urls.location` of an API path. */
  location(path: string): string;
  /** A URL of the browser app; undefined without one. */
  app(path: string): string | undefined;
  /** A signed URL of a file's bytes that works for an hour without a token. */
  download(spaceId: string, fileId: string, blobId: string): string;
  /** The same for an asset. */
  asset(id: string): string;
  /** The same for the PDF of a change request's revision. */
  pdf(revisionId: string, printing: Printing): string;
  /** The base URL of the browser app. */
  readonly appUrl: string | undefined;
}

const lifetime = 60 * 60 * 1000;

/** URLs below `origin`, without a trailing slash. */
export function addressesAt(origin: string, appUrl: string | undefined, tokens: Tokens, now: number): Addresses {
  const app = appUrl === undefined ? undefined : withoutTrailing(appUrl, '/');
  // Rounded, so that replies within five minutes are equal.
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
