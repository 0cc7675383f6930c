import pMap from 'p-map';
import { serverQueryOf, type FindQuery } from '../../model/find/query.ts';
import { findAll } from '../../model/find/matches.ts';
import { cancellation, failureOf, isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { pagesOf } from '../shared/pagesOf.ts';
import type { FindState } from './state.ts';
import { mostMatches, type FindOptions, type FindOutcome, type FindPlace } from './find.ts';
import { atOnce, markdownOf, readablePages, treeOf } from './readPage.ts';

/** A page to read. */
interface Candidate {
  readonly page: string;
  readonly title: string;
}

/** A running search. */
interface Search {
  readonly state: FindState;
  readonly query: FindQuery;
  readonly options: FindOptions;
  readonly failures: unknown[];
  /** Number of pages by place, undefined where it isn't known. */
  readonly totals: Map<FindPlace, number | undefined>;
  searched: number;
  matches: number;
  isCut: boolean;
  /** Set by a failure that ends the whole search. */
  isOver: boolean;
}

/** See `Find.find`. */
export async function searchPlaces(
  state: FindState,
  places: readonly FindPlace[],
  query: FindQuery,
  options: FindOptions,
): Promise<FindOutcome> {
  const search: Search = {
    ...{ state, query, options, failures: [] },
    ...{ totals: new Map(places.map((place) => [place, undefined])), searched: 0, matches: 0 },
    ...{ isCut: false, isOver: false },
  };
  const isWholeRead = options.all === true || serverQueryOf(query) === undefined;
  const hit = isWholeRead ? places : await placesWithHits(search, places);
  const one = async (place: FindPlace): Promise<void> => {
    try {
      if (!search.isOver) await findInPlace(search, place, isWholeRead);
    } catch (error) {
      if (options.signal?.aborted || isKind(error, 'cancelled')) throw cancellation();
      search.failures.push(error);
      if (!failureOf(error) || isKind(error, 'signedOut', 'throttled', 'unavailable')) search.isOver = true;
    }
  };
  await pMap(hit, one, { concurrency: placesAtOnce });
  const total = totalOf(search);
  const { searched, failures, isCut } = search;
  return {
    searched,
    total,
    failures,
    isCut,
    isWhole: failures.length === 0 && !isCut && searched >= (total ?? Infinity),
  };
}

function totalOf({ totals, state }: Search): number | undefined {
  let sum = 0;
  for (const [place, total] of totals) {
    const tree = place.number === undefined ? state.library.cachedPages(place.space) : undefined;
    const count = total ?? place.pages?.length ?? (tree && readablePages(tree).length);
    if (count === undefined) return undefined;
    sum += count;
  }
  return sum;
}

const placesAtOnce = 2;
/** From how many places on the organization is asked first which of them have hits. */
const several = 4;

async function placesWithHits(
  { state, query, options: { signal } }: Search,
  places: readonly FindPlace[],
): Promise<readonly FindPlace[]> {
  if (places.length < several) return places;
  try {
    const organizations = new Set<string>();
    for (const { space } of places)
      organizations.add((await state.library.space(space, { signal })).organization ?? '');
    const found = new Set<string>();
    for (const organizationId of organizations) {
      const lists = pagesOf((page) =>
        state.api.organizations.search(
          { organizationId, query: serverQueryOf(query) ?? '', limit: 1000, ...(page !== undefined && { page }) },
          { signal },
        ),
      );
      for await (const { list } of lists) for (const { id } of list.items) found.add(id);
    }
    return places.filter(({ space, number }) => number !== undefined || found.has(space));
  } catch (error) {
    if (signal?.aborted || !failureOf(error)) throw error;
    // Some servers can't search an organization.
    return places;
  }
}

async function findInPlace(search: Search, place: FindPlace, isWholeRead: boolean): Promise<void> {
  const { state, options } = search;
  const { signal } = options;
  const { space, number, pages } = place;
  const drafts = number === undefined ? [] : await (await state.edits()).drafts.of({ space, number });
  const unsaved = (options.unsaved ?? []).filter((each) => each.space === space && each.number === number);
  const unsent = new Map([
    ...drafts.map(({ target, text }) => [target.page, text] as const),
    ...unsaved.map(({ page, text }) => [page, text] as const),
  ]);
  const tree = treeOf(state, place, { signal }).then((loaded) => {
    search.totals.set(place, pages?.length ?? readablePages(loaded).length);
    notify(search);
    return loaded;
  });
  // It is awaited below, or its failure is that of the reads.
  tree.catch(() => undefined);
  const done = new Set<string>();
  const read = async (candidates: readonly Candidate[]): Promise<void> => {
    const left = candidates.filter(({ page }) => !done.has(page) && done.add(page));
    await readAll(search, place, unsent, left);
  };
  const inTree = async (ids: Iterable<string>): Promise<Candidate[]> => {
    const { byId } = await tree;
    return [...ids].flatMap((id) => {
      const node = byId.get(id);
      return node ? [{ page: id, title: node.title }] : [];
    });
  };
  if (pages || isWholeRead) {
    await read(await inTree(pages ?? readablePages(await tree).map(({ id }) => id)));
    const { byId } = await tree;
    for (const page of pages ?? [])
      if (!byId.has(page)) options.onPage({ space, number, page, title: '', isUnsent: false, matches: [] });
    return;
  }
  await read(await inTree(unsent.keys()));
  // Only published content can be searched by the server.
  if (number !== undefined) await read(await inTree(await changedPages(state, { space, number }, signal)));
  for await (const hits of hitsIn(search, space)) {
    if (number === undefined) await read(hits);
    else await read(await inTree(hits.map(({ page }) => page)));
    if (search.isCut) break;
  }
  await tree;
}

async function changedPages(
  { content }: FindState,
  { space, number }: { readonly space: string; readonly number: number },
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { pages } = await content.changes(space, number, { signal });
  return pages.flatMap(({ id, after }) => (after ? [id] : []));
}

/** How many hits are requested first, so that the first results come soon. */
const fewHits = 25;

async function* hitsIn({ state, query, options: { signal } }: Search, spaceId: string): AsyncGenerator<Candidate[]> {
  const words = serverQueryOf(query) ?? '';
  const lists = pagesOf((page) =>
    state.api.content.search(
      { spaceId, query: words, ...(page === undefined ? { limit: fewHits } : { page, limit: 1000 }) },
      { signal },
    ),
  );
  for await (const { list } of lists) yield list.items.map(({ id, title }) => ({ page: id, title: titleText(title) }));
}

/** How many pages a thread gets at once: its time limit is for all of them. */
const perTask = 40;

async function readAll(
  search: Search,
  place: FindPlace,
  unsent: ReadonlyMap<string, string>,
  candidates: readonly Candidate[],
): Promise<void> {
  const { query, options } = search;
  const size = query.isRegex ? perTask : 1;
  const portions = Array.from({ length: Math.ceil(candidates.length / size) }, (_, index) =>
    candidates.slice(index * size, (index + 1) * size),
  );
  const one = async (portion: readonly Candidate[]): Promise<void> => {
    if (search.isCut || search.isOver) return;
    options.signal?.throwIfAborted();
    const texts = await pMap(portion, (each) => textOf(search, place, unsent, each), { concurrency: atOnce / 2 });
    await match(search, place, unsent, portion, texts);
  };
  // While the pages of a portion are searched, those of the next one are read.
  await pMap(portions, one, { concurrency: query.isRegex ? 2 : atOnce });
}

/** Empty if the page is gone, undefined if it can't be read. */
async function textOf(
  { state, options, failures }: Search,
  { space, number }: FindPlace,
  unsent: ReadonlyMap<string, string>,
  { page }: Candidate,
): Promise<string | undefined> {
  const own = unsent.get(page);
  if (own !== undefined) return own;
  try {
    return (await markdownOf(state, { space, number, page }, options)) ?? '';
  } catch (error) {
    // One page that can't be read doesn't end the search.
    if (!isKind(error, 'forbidden', 'unreadable', 'invalid')) throw error;
    failures.push(error);
    return undefined;
  }
}

async function match(
  search: Search,
  { space, number }: FindPlace,
  unsent: ReadonlyMap<string, string>,
  portion: readonly Candidate[],
  texts: readonly (string | undefined)[],
): Promise<void> {
  const { state, query, options } = search;
  const most = mostMatches - search.matches + 1;
  const task = { query, texts: texts.map((text) => text ?? ''), most };
  const found = query.isRegex ? await state.inThread('find', task, options.signal) : findAll(task);
  for (const [index, { page, title }] of portion.entries()) {
    if (texts[index] === undefined) continue;
    search.searched += 1;
    const room = mostMatches - search.matches;
    const all = found[index] ?? [];
    if (all.length > room) search.isCut = true;
    const matches = all.slice(0, room);
    search.matches += matches.length;
    options.onPage({ space, number, page, title, isUnsent: unsent.has(page), matches });
  }
  notify(search);
}

function notify(search: Search): void {
  search.options.onProgress?.({ searched: search.searched, total: totalOf(search) });
}
