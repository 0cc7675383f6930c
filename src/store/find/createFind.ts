import type { Find } from './find.ts';
import { replaceable } from './replaceable.ts';
import { searchPlaces } from './searchPlaces.ts';
import { sendReplacements } from './sendReplacements.ts';
import type { FindContext, FindState } from './state.ts';

export function createFind(context: FindContext): Find {
  const state: FindState = { ...context, texts: new Map() };
  return {
    find: (places, query, options) => searchPlaces(state, places, query, options),
    replaceable: (pages, query, by, read) => replaceable(state, pages, query, by, read),
    problems: async (pages) => inPortions(pages, (some) => context.inThread('check', { pages: some }, undefined)),
    send: (at, pages, options) => sendReplacements(state, at, pages, options),
  };
}

/** Pages per task: the time limit is for all of them. */
const perTask = 40;

async function inPortions<Item, Result>(
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += perTask)
    results.push(...(await run(items.slice(from, from + perTask))));
  return results;
}
