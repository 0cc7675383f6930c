import { FromExtension, type Refusal, type Request } from './envelopes.ts';
import type {
  ReceivedNotification,
  NotificationName,
  ParamsGiven,
  Protocol,
  RequestName,
  ReceivedResult,
} from './protocol.ts';

/** The webview's end of the connection. */
export interface Asker<P extends Protocol> {
  /** Rejects with a `RefusedError`. */
  ask<Name extends RequestName<P>>(name: Name, params: ParamsGiven<P, Name>): Promise<ReceivedResult<P, Name>>;
  on<Name extends NotificationName<P>>(name: Name, listener: (news: ReceivedNotification<P, Name>) => void): void;
  /** Handles each message from the extension. Returns false if it couldn't be parsed and was dropped. */
  receive(message: unknown): boolean;
}

/** The message is shown to users. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly kind: string | undefined;

  constructor(refusal: Refusal, unreadable: string) {
    super('message' in refusal ? refusal.message : unreadable);
    this.kind = refusal.kind;
  }
}

interface Waiting {
  readonly request: string;
  resolve(result: unknown): void;
  reject(error: RefusedError): void;
}

/** `unreadable` is the message for users if one of the two ends couldn't parse what the other sent. */
export function createAsker<P extends Protocol>(
  protocol: P,
  post: (request: Request) => void,
  unreadable: string,
): Asker<P> {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, ((news: never) => void)[]>();
  let last = 0;

  function settle(id: number | null, settled: (one: Waiting) => boolean): boolean {
    const one = id === null ? undefined : waiting.get(id);
    if (id === null || !one) return false;
    waiting.delete(id);
    return settled(one);
  }

  function finish(one: Waiting, result: unknown): boolean {
    const parsed = protocol.requests[one.request]!.result.safeParse(result);
    if (parsed.success) one.resolve(parsed.data);
    else one.reject(new RefusedError({ kind: 'unreadable' }, unreadable));
    return parsed.success;
  }

  return {
    ask: (request, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { request, resolve: resolve, reject });
        post({ id, request, params });
      }),
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    receive(message) {
      const parsed = FromExtension.safeParse(message);
      if (!parsed.success) return false;
      const said = parsed.data;
      if ('result' in said) return settle(said.id, (one) => finish(one, said.result));
      if ('refusal' in said) {
        return settle(said.id, (one) => {
          one.reject(new RefusedError(said.refusal, unreadable));
          return true;
        });
      }
      if (!Object.hasOwn(protocol.notifications, said.notification)) return false;
      const news = protocol.notifications[said.notification]!.safeParse(said.params);
      if (!news.success) return false;
      for (const listener of listeners.get(said.notification) ?? []) listener(news.data as never);
      return true;
    },
  };
}
