import { main } from '../../model/shared/address.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { ApiError, failureOf, isKind } from '../../model/shared/failure.ts';
import type { LibraryChange } from '../library/library.ts';
import { aMinute } from '../library/spaceRecords.ts';
import type { PageAt } from './content.ts';
import type { RevisionContent } from './revisionTrees.ts';
import { loadContent, timedText, type ContentState, type PublishedText } from './state.ts';

/**
 * A published page as it is now: cached if it was read within the last minute or belongs to the space's current
 * revision, else fetched. If the server can't be reached, it is the one read last.
 */
export async function readPublished(
  state: ContentState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PageAt> {
  const cached = pageIn(state, spaceId, pageId);
  const page = await currentOrFetched(state, spaceId, pageId, cached, signal);
  if (page.node.path !== undefined) state.library.opened(spaceId).remember(page.node.path, pageId);
  return page;
}

/** The page as last read, unless it is known to have changed. */
export function cachedPublished(state: ContentState, spaceId: string, pageId: string): PageAt | undefined {
  return state.published.get(keyOf(spaceId, pageId))?.isOutdated === false ? pageIn(state, spaceId, pageId) : undefined;
}

/** Marks texts as outdated that a newer tree shows to have changed. */
export function followTrees({ published, texts, changed }: ContentState, change: LibraryChange): void {
  if (change.kind !== 'pages') return;
  const { space } = change;
  for (const id of change.changed) {
    const text = published.get(keyOf(space, id));
    if (text) text.isOutdated = true;
  }
  for (const id of change.deleted) {
    published.delete(keyOf(space, id));
    texts.forget(publishedIn(space), id);
  }
  changed.emit(change);
}

function pageIn({ library, texts }: ContentState, spaceId: string, pageId: string): PageAt | undefined {
  const tree = library.cachedPages(spaceId);
  const node = tree?.byId.get(pageId);
  const reading = texts.cached(publishedIn(spaceId), pageId);
  return tree && node && reading && { tree, node, reading };
}

async function currentOrFetched(
  state: ContentState,
  spaceId: string,
  pageId: string,
  cached: PageAt | undefined,
  signal: AbortSignal | undefined,
): Promise<PageAt> {
  const text = state.published.get(keyOf(spaceId, pageId));
  try {
    if (cached && text && (await isCurrent(state, spaceId, text, signal))) return cached;
    return await fetchPage(state, spaceId, pageId, signal);
  } catch (error) {
    const failure = failureOf(error);
    if (cached && failure && !isKind(failure, 'missing', 'forbidden', 'cancelled')) return cached;
    throw error;
  }
}

async function isCurrent(
  { library, now }: ContentState,
  spaceId: string,
  { revision, asOf, isOutdated }: PublishedText,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (isOutdated) return false;
  if (library.cachedSpace(spaceId)?.revision === revision && now() - asOf < aMinute) return true;
  return (await library.space(spaceId, { signal })).revision === revision;
}

async function fetchPage(
  state: ContentState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PageAt> {
  const { library, texts, published, changed, now } = state;
  const { content, cached } = await loadContent(state, spaceId, main, { signal, fromCache: true });
  const tree = cached.tree.byId.has(pageId) ? cached.tree : await library.pages(spaceId, { signal });
  const node = tree.byId.get(pageId);
  if (!node || !isReadable(node)) throw new ApiError('missing', { code: 'pageMissing' });
  const key = keyOf(spaceId, pageId);
  const before = published.get(key);
  try {
    const reading = await texts.read(content, { ...cached, tree }, node, signal);
    published.set(key, { revision: content.revision, asOf: now(), isOutdated: false });
    const page = { tree, node, reading };
    const { hasChanged } = timedText(state, spaceId, main, page);
    if (hasChanged && !before?.isOutdated) {
      changed.emit({ kind: 'pages', space: spaceId, changed: [pageId], deleted: [] });
    }
    return page;
  } catch (error) {
    if (isKind(error, 'missing')) {
      published.delete(key);
      texts.forget(content, pageId);
      // The tree is outdated.
      library.renew(spaceId);
    }
    throw error;
  }
}

function publishedIn(space: string): RevisionContent {
  return { space, revision: '', isMain: true };
}

function keyOf(spaceId: string, pageId: string): string {
  return JSON.stringify([spaceId, pageId]);
}
