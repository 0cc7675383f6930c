import assert from 'node:assert/strict';
import { patience } from '../patience.ts';

/** Retries until there is an answer (neither undefined nor false), as long as the patience of tests lasts. */
export async function until<Answer>(
  what: string,
  look: () => Answer | Promise<Answer>,
): Promise<Exclude<Awaited<Answer>, undefined | false>> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await look();
    if (answer !== undefined && answer !== false) return answer as Exclude<Awaited<Answer>, undefined | false>;
    assert.ok(performance.now() < end, `Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
