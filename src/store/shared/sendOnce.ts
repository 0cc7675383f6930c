import { ApiError, failureOf, mayHaveHappened } from '../../model/shared/failure.ts';

/** Resend window, in ms. A request without an answer may still arrive within it; after it, an identical one counts as new. */
const resendWindow = 10 * 60_000;

/** Values by key. Each is forgotten when the resend window since it was set is over. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export interface Sending<Result, Attempt> {
  /**
   * Equal for two attempts at the same. An attempt whose outcome is unknown is remembered by its key and looked up before anything
   * is sent again. Leave it out for a request that does no harm when it arrives twice.
   */
  readonly key?: string;
  /** An attempt of unknown outcome that was made elsewhere, such as in another window. */
  readonly earlier?: Attempt | undefined;
  /** Notes what `look` needs to know from before the request. `earlier` is an attempt that was looked up and not found. */
  readonly begin?: (earlier: Attempt | undefined) => Attempt | Promise<Attempt>;
  readonly send: (attempt: Attempt) => Promise<Result>;
  /**
   * Asks the server for the outcome of an attempt: its result, or undefined where it was not applied. `failure` is the one of
   * `send`, and undefined for an earlier attempt.
   */
  readonly look: (attempt: Attempt, failure: ApiError | undefined) => Promise<Result | undefined>;
  /** Whether to look after this failure of `send`. By default after those where no answer came. */
  readonly isWorthLook?: (failure: ApiError) => boolean;
  /** Runs at the end, whatever the outcome. */
  readonly settle?: () => Promise<unknown>;
}

/** See `createSendOnce`. */
export type SendOnce = <Result, Attempt = undefined>(sending: Sending<Result, Attempt>) => Promise<Result>;

/**
 * Sends a request once, also when the connection breaks before its answer comes. The outcome is then looked up: what has arrived
 * succeeds, what has not fails. Where nothing is found, or the look fails as well, the request may still arrive, so the same key
 * within the resend window is looked up again before it is sent again.
 * `window` is another one, in ms.
 */
export function createSendOnce(now: () => number, window = resendWindow): SendOnce {
  const unknown = createRecent<unknown>(now, window);
  return async <Result, Attempt>(sending: Sending<Result, Attempt>): Promise<Result> => {
    const { key, earlier, begin, send, look, isWorthLook = mayHaveHappened, settle } = sending;

    async function outcomeOf(attempt: Attempt, failure?: ApiError): Promise<Result | undefined> {
      try {
        return await look(attempt, failure);
      } catch (error) {
        const lookFailure = failureOf(error);
        if (!lookFailure) throw error;
        // What does no harm when it arrives twice failed for the reason that it had first.
        throw key === undefined ? (failure ?? lookFailure) : outcomeUnknown(lookFailure);
      }
    }

    async function sendNow(attempt: Attempt): Promise<Result> {
      try {
        return await send(attempt);
      } catch (error) {
        const failure = failureOf(error);
        if (!failure) throw error;
        if (key !== undefined && mayHaveHappened(failure)) unknown.set(key, attempt);
        const result = isWorthLook(failure) ? await outcomeOf(attempt, failure) : undefined;
        if (result === undefined) throw error;
        return result;
      }
    }

    try {
      const before = (key === undefined ? undefined : (unknown.get(key) as Attempt | undefined)) ?? earlier;
      const found = before === undefined ? undefined : await outcomeOf(before);
      const result = found ?? (await sendNow((await begin?.(before)) as Attempt));
      if (key !== undefined) unknown.delete(key);
      return result;
    } finally {
      await settle?.();
    }
  };
}

/** The failure of a look, for the user: nobody knows whether the request has arrived. */
export function outcomeUnknown(failure: ApiError, remedy = 'Try again'): ApiError {
  const message = `The connection broke, and whether it has arrived could not be looked up. ${remedy}: that is looked up before anything is sent. ${failure.message}`;
  return new ApiError(failure.kind, message, { ...failure.details, mayHaveHappened: true, cause: failure });
}

export function createRecent<Value>(now: () => number, window = resendWindow): Recent<Value> {
  const entries = new Map<string, { readonly value: Value; readonly at: number }>();
  return {
    get(key) {
      for (const [each, { at }] of entries) if (now() - at >= window) entries.delete(each);
      return entries.get(key)?.value;
    },
    set(key, value) {
      entries.set(key, { value, at: now() });
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
