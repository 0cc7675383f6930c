/** A document downloaded from the web. */
export interface WebDocument {
  readonly bytes: Buffer;
  /** Its URL after all redirects. */
  readonly url: string;
  /** In lower case, without parameters; empty if the server doesn't send it. */
  readonly contentType: string;
  /** The character encoding from the server's headers. */
  readonly charset: string | undefined;
}

/** A URL for a file that has none: links in it lead nowhere else. */
export function localUrl(name: string): string {
  return `file:///${encodeURIComponent(name.slice(0, 250).toWellFormed())}`;
}
