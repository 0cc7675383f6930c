import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { PageText } from './library.ts';
import { readTree } from './readPages.ts';
import { refreshInBackground, refreshSpace } from './refresh.ts';
import { renderPage } from './renderPage.ts';
import { aMinute } from './spaceRecords.ts';
import { contentIn, cachedPages, type LibraryState } from './state.ts';
import type { CachedText } from './texts.ts';

/**
 * See `Library.text`: cached if it was read within the last minute or belongs to the space's current revision, else
 * fetched.
 */
export async function readText(
  state: LibraryState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PageText> {
  const text = await cachedOrFetched(state, spaceId, pageId, signal);
  const path = cachedPages(state, spaceId)?.byId.get(pageId)?.path;
  if (path !== undefined) contentIn(state, spaceId).opened.remember(path, pageId);
  return text;
}

async function cachedOrFetched(
  state: LibraryState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PageText> {
  const { records, texts, textLane } = state;
  const cached = texts.get(spaceId, pageId);
  if (cached && isFresh(state, cached, spaceId)) return cached;
  try {
    if (cached && !cached.isOutdated) {
      const { revision } = await records.fresh(spaceId, signal);
      if (revision === cached.revision) return cached;
    }
    return await textLane(`${spaceId} ${pageId}`).share('text', signal, (signal) =>
      fetchText(state, spaceId, pageId, signal),
    );
  } catch (error) {
    const failure = failureOf(error);
    if (cached && failure && !isKind(failure, 'missing', 'forbidden', 'cancelled')) return cached;
    throw error;
  }
}

function isFresh({ records, now }: LibraryState, cached: CachedText, spaceId: string): boolean {
  if (cached.isOutdated) return false;
  const record = records.cached(spaceId);
  const isOfRecord = record?.space.revision === cached.revision;
  if (record && !isOfRecord && record.turn > cached.turn) return false;
  return now() - Math.max(cached.asOf, isOfRecord ? record.asOf : 0) < aMinute;
}

async function fetchText(state: LibraryState, spaceId: string, pageId: string, signal: AbortSignal): Promise<PageText> {
  const { api, records, texts } = state;
  const space = records.cached(spaceId)?.space ?? (await records.ask(spaceId, signal));
  const turn = state.turns();
  try {
    const [page, tree] = await Promise.all([
      api.content.page({ spaceId, pageId, format: 'markdown' }, { signal }),
      readTree(state, space, signal),
      // Loads the renderer while the requests run.
      import('../../model/pages/text.ts'),
    ]);
    const text = await renderPage(state, { space, tree, pageId, page }, signal);
    return texts.keep(space, pageId, page, text, turn);
  } catch (error) {
    if (isKind(error, 'missing')) dropText(state, spaceId, pageId);
    throw error;
  }
}

/** Drops the text of a page that the server doesn't have. If the tree has the page, the tree is outdated. */
function dropText(state: LibraryState, spaceId: string, pageId: string): void {
  state.texts.forget(spaceId, [pageId]);
  if (!cachedPages(state, spaceId)?.byId.has(pageId)) return;
  refreshInBackground(state, refreshSpace(state, spaceId, undefined, true));
}
