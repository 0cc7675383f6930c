/** Does the work for each item, so many at the same time; gives the results in the order of the items. */
export async function fewAtATime<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
  return results;
}
