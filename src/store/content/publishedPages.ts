import type { Page } from '../../contract/spaces/content.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { LibraryChange } from '../library/library.ts';
import { aMinute } from '../library/spaceRecords.ts';
import { textKey, type PublishedText } from './publishedTexts.ts';
import { renderPage } from './renderPage.ts';
import type { ContentState } from './state.ts';

/**
 * The text of a published page as it is now: cached if it was read within the last minute or belongs to the space's
 * current revision, else fetched. If the server can't be reached, it is the one read last.
 */
export async function readPublished(
  state: ContentState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PublishedText> {
  const text = await currentOrFetched(state, spaceId, pageId, signal);
  const path = state.library.cachedPages(spaceId)?.byId.get(pageId)?.path;
  if (path !== undefined) state.library.opened(spaceId).remember(path, pageId);
  return text;
}

/** The text as last read, unless it is known to have changed. */
export function cachedPublished(
  { published }: ContentState,
  spaceId: string,
  pageId: string,
): PublishedText | undefined {
  const cached = published.cached.get(textKey(spaceId, pageId));
  return cached?.isOutdated ? undefined : cached;
}

/** Marks texts as outdated that a newer tree shows to have changed. */
export function followTrees({ published, changed }: ContentState, change: LibraryChange): void {
  if (change.kind !== 'pages') return;
  const { space } = change;
  for (const id of change.changed) {
    const text = published.cached.peek(textKey(space, id));
    if (text) text.isOutdated = true;
  }
  for (const id of change.deleted) published.cached.delete(textKey(space, id));
  changed.emit(change);
}

async function currentOrFetched(
  state: ContentState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PublishedText> {
  const { published } = state;
  const key = textKey(spaceId, pageId);
  const cached = published.cached.get(key);
  try {
    if (cached && (await isCurrent(state, spaceId, cached, signal))) return cached;
    return await published.laneOf(key).share('text', signal, (signal) => fetchText(state, spaceId, pageId, signal));
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

async function fetchText(
  state: ContentState,
  spaceId: string,
  pageId: string,
  signal: AbortSignal,
): Promise<PublishedText> {
  const { api, library, published, changed, now } = state;
  const key = textKey(spaceId, pageId);
  const { revision, updatedAt } = library.cachedSpace(spaceId) ?? (await library.space(spaceId, { signal }));
  try {
    const [page, tree] = await Promise.all([
      api.content.page({ spaceId, pageId, format: 'markdown' }, { signal }),
      library.pages(spaceId, { signal, fromCache: true }),
      // Loads the renderer while the requests run.
      import('../../model/pages/text.ts'),
    ]);
    const content = { space: spaceId, revision };
    const node = tree.byId.get(pageId) ?? nodeOutsideTree(page);
    const reading = await renderPage(state, page, { content, cached: { tree, way: 'main', skipped: 0 }, node }, signal);
    const before = published.cached.peek(key);
    const { hasChanged, timed } = published.times(key, reading.text, Date.parse(page.updatedAt ?? updatedAt) || now());
    const text = { reading, text: timed, revision, asOf: now(), isOutdated: false };
    published.cached.set(key, text);
    if (hasChanged && !before?.isOutdated) {
      changed.emit({ kind: 'pages', space: spaceId, changed: [pageId], deleted: [] });
    }
    return text;
  } catch (error) {
    if (isKind(error, 'missing')) {
      published.cached.delete(key);
      // Then the tree is outdated.
      if (library.cachedPages(spaceId)?.byId.has(pageId)) library.renew(spaceId);
    }
    throw error;
  }
}

/** Stands in for a page that isn't in the tree. */
function nodeOutsideTree(page: Page): PageNode {
  return { id: page.id, page, title: page.title ?? '', parent: undefined, children: [], path: undefined };
}
