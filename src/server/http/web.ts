import type { WebDocument } from '../../formats/webDocument.ts';

/** Limits for a document. */
export interface WebLimits {
  readonly bytes: number;
}

/** Access to the web outside of this server. */
export interface Web {
  /** Throws a WebError, or the signal's reason if it aborts. */
  read(url: string, limits: WebLimits, signal: AbortSignal): Promise<WebDocument>;
}

/** A document of the web couldn't be read. The message is a sentence without its subject: `answers with 404`. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout = false) {
    super(message);
    this.isTimeout = isTimeout;
  }
}
