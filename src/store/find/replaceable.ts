import pMap from 'p-map';
import type { FindQuery } from '../../model/find/query.ts';
import type { Read } from '../library/library.ts';
import type { FindState } from './state.ts';
import { mostMatches, type PageAt, type ReplaceablePage } from './find.ts';
import { atOnce, markdownOf } from './readPage.ts';

/** How many pages a thread gets at once. Each is parsed, to tell its text from code. */
const perTask = 40;

/** See `Find.replaceable`. */
export async function replaceable(
  state: FindState,
  pages: readonly PageAt[],
  query: FindQuery,
  by: string,
  { signal }: Read = {},
): Promise<readonly ReplaceablePage[]> {
  const done: ReplaceablePage[] = [];
  for (let from = 0; from < pages.length; from += perTask) {
    const read = async (at: PageAt) => ({ at, markdown: await markdownOf(state, at, { signal }) });
    const texts = (await pMap(pages.slice(from, from + perTask), read, { concurrency: atOnce })).flatMap(
      ({ at, markdown }) => (markdown === undefined ? [] : [{ at, markdown }]),
    );
    const task = { query, by, texts: texts.map(({ markdown }) => markdown), most: mostMatches };
    const found = await state.inThread('replace', task, signal);
    for (const [index, { at, markdown }] of texts.entries()) {
      const { space, number, page } = at;
      const matches = found[index] ?? [];
      if (matches.length > 0) done.push({ space, number, page, markdown, matches });
    }
  }
  return done;
}
