import { ApiError, failureOf, mayHaveHappened } from '../../model/shared/failure.ts';

/**
 * Resend window, in ms. A request without an answer may still arrive within it; after it, an identical request counts
 * as a new one.
 */
const resendWindow = 10 * 60_000;

/** Values by key. Each is removed when the resend window since it was set has passed. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export interface Sending<Result, Attempt> {
  /**
   * Equal for two attempts at the same. An attempt with unknown outcome is remembered by its key, and its outcome is
   * confirmed before anything is sent again. Leave it out for a request that does no harm if it arrives twice.
   */
  readonly key?: string;
  /** An attempt with unknown outcome that was made elsewhere, such as in another window. */
  readonly earlier?: Attempt | undefined;
  /**
   * Records what `look` needs to know from before the request. `earlier` is an attempt that was looked up and not
   * found.
   */
  readonly begin?: (earlier: Attempt | undefined) => Attempt | Promise<Attempt>;
  readonly send: (attempt: Attempt) => Promise<Result>;
  /**
   * Asks the server for the outcome of an attempt: its result, or undefined if it was not applied. `failure` is the one
   * of `send`; undefined for an earlier attempt.
   */
  readonly look: (attempt: Attempt, failure: ApiError | undefined) => Promise<Result | undefined>;
  /** Whether to look after this failure of `send`. By default, after failures without an answer. */
  readonly isWorthLook?: (failure: ApiError) => boolean;
  /** Runs at the end, whatever the outcome. */
  readonly settle?: () => Promise<unknown>;
}

/** See `createSendOnce`. */
export type SendOnce = <Result, Attempt = undefined>(sending: Sending<Result, Attempt>) => Promise<Result>;

/**
 * Sends a request once, even if the connection drops before its answer. Then the outcome is looked up: if it was
 * applied, the call succeeds, else it fails. If nothing is found, or the lookup fails too, the request may still
 * arrive. So within the resend window, the same key is looked up again before it is sent again. `window` overrides the
 * resend window, in ms.
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
        // A request that does no harm if it arrives twice fails with its first reason.
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

/** The failure of a lookup: nobody knows whether the request has arrived. */
function outcomeUnknown(failure: ApiError): ApiError {
  const details = { ...failure.details, mayHaveHappened: true, cause: failure };
  return new ApiError(failure.kind, { code: 'outcomeUnknown', cause: failure.reason }, details);
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
