import { isKind } from './failure.ts';

/** How long what is half made is gone on with, in ms; after that the same is meant to be another. */
const aWhile = 10 * 60_000;

/**
 * What takes two steps: where the second fails, the same once more goes on with what the first has made. What is gone from the
 * platform is made anew.
 */
export function halfMade(now: () => number) {
  const half = new Map<string, { readonly made: unknown; readonly at: number }>();
  return async <Made, Done>(
    key: string,
    make: () => Promise<Made>,
    finish: (made: Made) => Promise<Done>,
  ): Promise<Done> => {
    for (const [key, { at }] of half) if (now() - at >= aWhile) half.delete(key);
    const earlier = half.get(key) as { readonly made: Made } | undefined;
    const made = earlier ? earlier.made : await make();
    half.set(key, { made, at: now() });
    try {
      const done = await finish(made);
      half.delete(key);
      return done;
    } catch (error) {
      if (isKind(error, 'missing')) half.delete(key);
      throw error;
    }
  };
}
