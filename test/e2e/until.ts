import { setTimeout as pause } from 'node:timers/promises';
import { patience } from '../patience.ts';

/** What sets how long each browser waits by default, in ms. */
export const waits = new Set<(milliseconds: number) => void>();

/** In ms: a read that waits for something that has gone doesn't take the time of the next attempts. */
const longestAttempt = 5_000;
let running = 0;

/** Retries until the answer is neither false nor undefined. An error counts as no answer yet. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined>,
  milliseconds = patience,
): Promise<T> {
  running += 1;
  limit(longestAttempt);
  try {
    return await retry(what, ask, milliseconds);
  } finally {
    running -= 1;
    if (running === 0) limit(patience);
  }
}

function limit(milliseconds: number): void {
  for (const set of waits) set(milliseconds);
}

async function retry<T>(what: string, ask: () => Promise<T | false | undefined>, milliseconds: number): Promise<T> {
  const end = performance.now() + milliseconds;
  let error: unknown;
  // Most things happen within the first moments.
  let rest = 5;
  do {
    try {
      const answer = await ask();
      if (answer !== false && answer !== undefined) {
        return answer;
      }
      error = undefined;
    } catch (thrown) {
      error = thrown;
    }
    await pause(rest);
    rest = Math.min(rest * 2, 100);
  } while (performance.now() < end);
  const last = error instanceof Error ? ` At last: ${error.message}` : '';
  throw new Error(`Waited ${milliseconds / 1000} s for ${what}.${last}`, { cause: error });
}
