/** What stood at an address of the web. */
export interface WebDocument {
  readonly bytes: Buffer;
  /** Where it was found, behind all redirects. */
  readonly url: string;
  /** In lower case, without parameters; empty when the server says nothing. */
  readonly contentType: string;
  /** The character encoding that the server says. */
  readonly charset: string | undefined;
}

/** What a document may be at most. */
export interface WebLimits {
  readonly bytes: number;
}

/** The web outside of the platform. */
export interface Web {
  /** Throws a WebError, or the signal's reason when that has aborted. */
  read(url: string, limits: WebLimits, signal: AbortSignal): Promise<WebDocument>;
}

/** A document of the web could not be read. The message is a sentence without its subject: `answers with 404`. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}
