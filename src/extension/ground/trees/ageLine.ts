import type { ApiError } from '../../../model/shared/failure.ts';
import type { Reachability } from '../services/reachability.ts';
import type * as Words from './ageMessage.ts';

/** Content that couldn't be refreshed. Times in ms since the epoch. */
export interface Stale {
  readonly asOf: number;
  readonly failure: ApiError;
}

/**
 * The line above a tree: that the server can't be reached, else the age of the oldest content that couldn't be
 * refreshed. Keeps the age up to date.
 */
export interface AgeLine {
  show(stale: Iterable<Stale>): void;
  dispose(): void;
}

/** Loaded with the first rows, so that activation doesn't load it. */
let words: typeof Words | undefined;

export function createAgeLine(
  say: (message: string | undefined) => void,
  reachability: Reachability,
  /** The key of the account whose content the tree shows. */
  account: () => string | undefined,
): AgeLine {
  let oldest: Stale | undefined;
  let updating: NodeJS.Timeout | undefined;
  let isOver = false;
  const following = reachability.onDidChange((key) => {
    if (key === account()) update();
  });

  function update(): void {
    clearTimeout(updating);
    // A request sent earlier may fail afterwards.
    if (isOver) return;
    if (!words) {
      import('./ageMessage.ts').then(
        (loaded) => {
          words = loaded;
          update();
        },
        // The tree itself reports missing code.
        () => undefined,
      );
      return;
    }
    const now = Date.now();
    const unreachable = reachability.unreachable(account() ?? '');
    if (unreachable) say(words.unreachableMessage(oldest?.asOf ?? unreachable.lastAnswer, now));
    else say(oldest && words.ageMessage(oldest.failure, oldest.asOf, now));
    if (oldest ?? unreachable) updating = setTimeout(update, words.nextChange(oldest?.failure, now));
  }

  return {
    show(stale) {
      oldest = [...stale].sort((one, other) => one.asOf - other.asOf)[0];
      update();
    },
    dispose() {
      isOver = true;
      clearTimeout(updating);
      following.dispose();
    },
  };
}
