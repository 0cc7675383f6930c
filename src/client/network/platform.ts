/**
 * A server, wherever it runs: behind HTTP or in this process. Requests have absolute URLs. It rejects with the signal's
 * reason if the request's signal aborts, and with any other error if no reply came.
 */
export type Platform = (request: Request) => Promise<Response>;
