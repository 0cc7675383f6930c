import { setTimeout as pause } from 'node:timers/promises';
import { patience } from '../patience.ts';

/** Retries until the answer is neither false nor undefined. An error counts as no answer yet. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined>,
  milliseconds = patience,
): Promise<T> {
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
  throw new Error(`Waited ${milliseconds / 1000} s for ${what}.`, { cause: error });
}
