import type { ApiError } from '../../client/errors.ts';
import { ageMessage } from './ageMessage.ts';

/** What could not be refreshed, and is shown as it was; times in ms since the epoch. */
export interface Stale {
  readonly asOf: number;
  readonly failure: ApiError;
}

/** The line above a tree that tells of the oldest of what could not be refreshed, and counts on as time goes by. */
export interface AgeLine {
  show(stale: Iterable<Stale>): void;
  dispose(): void;
}

export function createAgeLine(say: (message: string | undefined) => void): AgeLine {
  let updating: NodeJS.Timeout | undefined;
  let isOver = false;

  function show(oldest: Stale | undefined): void {
    clearTimeout(updating);
    // What was asked for before may fail afterwards.
    if (isOver) return;
    const now = Date.now();
    say(oldest && ageMessage(oldest.failure, oldest.asOf, now));
    const isCountingDown = oldest?.failure.kind === 'throttled' && (oldest.failure.details.retryAt ?? 0) > now;
    if (oldest) updating = setTimeout(() => show(oldest), isCountingDown ? 1000 : 30_000);
  }

  return {
    show: (stale) => show([...stale].sort((one, other) => one.asOf - other.asOf)[0]),
    dispose() {
      isOver = true;
      clearTimeout(updating);
    },
  };
}
