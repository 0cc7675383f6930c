import { failureOf, isKind, type ApiError } from '../../model/shared/failure.ts';
import { createLane } from './lane.ts';

/** Something of the platform that is fetched on demand and kept. */
export interface CachedValue<Value> {
  known(): Value | undefined;
  /** When the platform said so, in ms since the epoch; 0 before. */
  asOf(): number;
  /** Why it could not be fetched last time. */
  failure(): ApiError | undefined;
  /** What is known, else asks for it. Rejects only if nothing was ever known. */
  load(signal?: AbortSignal): Promise<Value>;
  /** Asks for it. A failed call is kept in `failure`, and what is known stays; only being cancelled rejects. */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Takes what is known from elsewhere. */
  set(value: Value): void;
}

/** `onUpdate` is told when what is known, or why it could not be fetched, has become another. */
export function createCachedValue<Value>(parts: {
  readonly fetch: (signal: AbortSignal) => Promise<Value>;
  readonly now: () => number;
  readonly onUpdate: () => void;
}): CachedValue<Value> {
  const { fetch, now, onUpdate } = parts;
  const lane = createLane();
  let kept: { readonly value: Value; readonly asOf: number } | undefined;
  let failure: ApiError | undefined;

  function keep(value: Value): Value {
    kept = { value, asOf: now() };
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
    known: () => kept?.value,
    asOf: () => kept?.asOf ?? 0,
    failure: () => failure,
    load: async (signal) =>
      kept ? kept.value : lane.share('load', signal, async (signal) => (kept ? kept.value : ask(signal))),
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
