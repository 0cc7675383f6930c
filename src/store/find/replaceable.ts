import pMap from 'p-map';
import type { FindQuery } from '../../model/find/query.ts';
import { portionsBySize } from '../../model/shared/portions.ts';
import type { Read } from '../library/library.ts';
import type { FindState } from './state.ts';
import { mostMatches, type PageAt, type ReplaceablePage } from './find.ts';
import { atOnce, markdownOf } from './readPage.ts';

/**
 * How much a thread gets at once, in UTF-16 units: it has a time limit. Pages are parsed, to tell their text from code,
 * which takes about a second on a slow computer.
 */
export const charactersPerTask = 200_000;

/** How many pages are read before their texts go to a thread. */
const perRead = 40;

/** See `Find.replaceable`. */
export async function replaceable(
  state: FindState,
  pages: readonly PageAt[],
  query: FindQuery,
  by: string,
  { signal }: Read = {},
): Promise<readonly ReplaceablePage[]> {
  const done: ReplaceablePage[] = [];
  for (let from = 0; from < pages.length; from += perRead) {
    const read = async (at: PageAt) => ({ at, markdown: await markdownOf(state, at, { signal }) });
    const all = (await pMap(pages.slice(from, from + perRead), read, { concurrency: atOnce })).flatMap(
      ({ at, markdown }) => (markdown === undefined ? [] : [{ at, markdown }]),
    );
    for (const texts of portionsBySize(all, ({ markdown }) => markdown.length, charactersPerTask)) {
      const task = { query, by, texts: texts.map(({ markdown }) => markdown), most: mostMatches };
      const found = await state.inThread('replace', task, signal);
      for (const [index, { at, markdown }] of texts.entries()) {
        const { space, number, page } = at;
        const matches = found[index] ?? [];
        if (matches.length > 0) done.push({ space, number, page, markdown, matches });
      }
    }
  }
  return done;
}
