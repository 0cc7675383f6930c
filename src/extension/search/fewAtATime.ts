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
