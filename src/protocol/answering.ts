import { Request, type Refusal, type Reply } from './envelopes.ts';
import type { ReceivedParams, Protocol, RequestName, ResultGiven } from './protocol.ts';

/** What the extension does for each request. An error thrown by a handler is sent as a refusal. */
export type Handlers<P extends Protocol> = {
  readonly [Name in RequestName<P>]: (
    params: ReceivedParams<P, Name>,
  ) => ResultGiven<P, Name> | Promise<ResultGiven<P, Name>>;
};

/**
 * The extension's end: handles a request. A message that can't be parsed is refused, and nothing is done. Never
 * rejects.
 */
export async function answer<P extends Protocol>(
  protocol: P,
  handlers: Handlers<P>,
  message: unknown,
  refusalOf: (request: string, error: unknown) => Refusal,
): Promise<Reply> {
  const request = Request.safeParse(message);
  if (!request.success) return { id: idOf(message), refusal: unreadable };
  const { id, request: name } = request.data;
  if (!Object.hasOwn(protocol.requests, name)) return { id, refusal: unreadable };
  const params = protocol.requests[name]!.params.safeParse(request.data.params);
  if (!params.success) return { id, refusal: unreadable };
  try {
    const handle = handlers[name as RequestName<P>] as (params: unknown) => unknown;
    return { id, result: await handle(params.data) };
  } catch (error) {
    return { id, refusal: refusalOf(name, error) };
  }
}

const unreadable: Refusal = { kind: 'unreadable' };

function idOf(message: unknown): number | null {
  const { id } = (typeof message === 'object' && message !== null ? message : {}) as { id?: unknown };
  return Number.isSafeInteger(id) ? (id as number) : null;
}
