/**
 * A platform, wherever it runs: behind HTTP or in this process. Addresses of requests are absolute. It rejects with the
 * signal's reason when the request's signal aborts, and with any other error when no reply came.
 */
export type Platform = (request: Request) => Promise<Response>;
