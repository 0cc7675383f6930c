import type { Space } from '../../contract/spaces.ts';
import type { Library } from '../../store/library.ts';

/** The spaces of the account's organizations, as far as their lists tell: at most two requests an organization. */
export async function spacesAtHand(library: Library, signal?: AbortSignal): Promise<readonly Space[]> {
  const { places } = await library.children(undefined, { signal });
  await Promise.allSettled(places.map((organization) => library.children(organization, { signal })));
  signal?.throwIfAborted();
  return library.knownSpaces();
}

/** Runs over the items, a few at a time; what fails for one item is told and stops none of the others. */
export async function fewAtATime<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await act(item).catch(failed);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
