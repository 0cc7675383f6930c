import { failureOf, isKind, type ApiError } from '../../model/shared/failure.ts';
import { createLane } from './lane.ts';

/** A value of the server that is fetched on demand and cached. */
export interface CachedValue<Value> {
  cached(): Value | undefined;
  /** When it was received, in ms since the epoch; 0 before. */
  asOf(): number;
  /** Why the last fetch failed. */
  failure(): ApiError | undefined;
  /** The cached value, or else fetches it. Rejects only if no value was ever received. */
  load(signal?: AbortSignal): Promise<Value>;
  /**
   * Fetches the value again. If that fails, the cached value stays and `failure` has the reason; only a cancellation
   * rejects.
   */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Sets the value, known from elsewhere. */
  set(value: Value): void;
}

/** `onUpdate` is called when the value or the last failure changes. */
export function createCachedValue<Value>(parts: {
  readonly fetch: (signal: AbortSignal) => Promise<Value>;
  readonly now: () => number;
  readonly onUpdate: () => void;
}): CachedValue<Value> {
  const { fetch, now, onUpdate } = parts;
  const lane = createLane();
  let cached: { readonly value: Value; readonly asOf: number } | undefined;
  let failure: ApiError | undefined;

  function keep(value: Value): Value {
    cached = { value, asOf: now() };
    failure = undefined;
    onUpdate();
    return value;
  }

  async function ask(signal: AbortSignal): Promise<Value> {
    try {
      return keep(await fetch(signal));
    } catch (error) {
      if (!isKind(error, 'cancelled') && failureOf(error)) {
        failure = failureOf(error);
        onUpdate();
      }
      throw error;
    }
  }

  return {
    cached: () => cached?.value,
    asOf: () => cached?.asOf ?? 0,
    failure: () => failure,
    load: async (signal) =>
      cached ? cached.value : lane.share('load', signal, async (signal) => (cached ? cached.value : ask(signal))),
    async refresh(signal) {
      try {
        await lane.renew('refresh', signal, ask);
      } catch (error) {
        if (isKind(error, 'cancelled') || !failureOf(error)) throw error;
      }
    },
    set: (value) => void keep(value),
  };
}
