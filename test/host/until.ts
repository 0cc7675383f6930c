import assert from 'node:assert/strict';

/** Retries until there is an answer (neither undefined nor false), for up to twenty seconds. */
export async function until<Answer>(
  what: string,
  look: () => Answer | Promise<Answer>,
): Promise<Exclude<Awaited<Answer>, undefined | false>> {
  const end = performance.now() + 20_000;
  for (;;) {
    const answer = await look();
    if (answer !== undefined && answer !== false) return answer as Exclude<Awaited<Answer>, undefined | false>;
    assert.ok(performance.now() < end, `Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
