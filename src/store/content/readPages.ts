import { numberOf, type Version } from '../../model/shared/address.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { ApiError, instead } from '../../model/shared/failure.ts';
import { sidesOf } from './changeSets.ts';
import type { Entry, PageAt, PageText } from './content.ts';
import { entryAmong, entryIn, kindOfPath } from './entries.ts';
import { cachedContent, loadContent, versionKey, type ContentState } from './state.ts';

/** See `Contents.entry`. */
export async function entryAt(
  state: ContentState,
  spaceId: string,
  version: Version,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  const kind = spaceId.startsWith('.') ? undefined : kindOfPath(path);
  if (!kind) return undefined;
  const entry =
    kind.kind === 'page'
      ? pageEntry(state, spaceId, version, path, signal)
      : fileEntry(state, spaceId, version, kind.name, signal);
  return entry.catch(instead(undefined, 'missing'));
}

/** A published page is looked for in the cached tree first, however old that is. */
async function pageEntry(
  state: ContentState,
  spaceId: string,
  version: Version,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  if (version.kind === 'main') {
    const { library } = state;
    const known = library.cachedPages(spaceId);
    const found = known && entryIn(known, path, library.opened(spaceId).cached());
    if (found) return found;
    const fresh = await library.pages(spaceId, { signal });
    return fresh === known ? undefined : entryIn(fresh, path, library.opened(spaceId).cached());
  }
  const { tree } = (await loadContent(state, spaceId, version, signal)).cached;
  return entryIn(tree, path, new Map()) ?? entryIn(tree, path, await otherPaths(state, spaceId, version, signal));
}

async function fileEntry(
  state: ContentState,
  spaceId: string,
  version: Version,
  name: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  if (version.kind === 'main') {
    const { library } = state;
    const known = entryAmong(await library.fileNames(spaceId, { signal, fromCache: true }), name);
    return known ?? entryAmong(await library.fileNames(spaceId, { signal }), name);
  }
  const { content, cached } = await loadContent(state, spaceId, version, signal);
  const names = await state.files(content, cached.way, signal);
  return names && entryAmong(names, name);
}

/** Paths that pages had here earlier, or have on the other side of the comparison. */
async function otherPaths(
  { heads, trees, opened }: ContentState,
  spaceId: string,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const number = numberOf(version);
  if (number !== undefined) {
    const { base, head } = sidesOf(spaceId, await heads.fresh(spaceId, number, signal));
    const other = trees.cached(version.kind === 'base' ? head : base);
    for (const [path, { id }] of other?.tree.byPath ?? []) paths.set(path, id);
  }
  for (const [path, id] of opened.get(versionKey(spaceId, version)) ?? []) paths.set(path, id);
  return paths;
}

export async function readPage(
  state: ContentState,
  spaceId: string,
  version: Version,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<PageAt> {
  const { texts, opened } = state;
  const { content, cached: known } = await loadContent(state, spaceId, version, signal);
  const node = known.tree.byId.get(pageId);
  if (!node || !isReadable(node)) throw new ApiError('missing', { code: 'pageMissing' });
  const reading = await texts.read(content, known, node, signal);
  const key = versionKey(spaceId, version);
  opened.set(key, (opened.get(key) ?? new Map<string, string>()).set(node.path, pageId));
  return { tree: known.tree, node, reading };
}

export function cachedPage(state: ContentState, spaceId: string, version: Version, pageId: string): PageAt | undefined {
  const content = cachedContent(state, spaceId, version);
  const tree = content && state.trees.cached(content)?.tree;
  const node = tree?.byId.get(pageId);
  const reading = content && state.texts.cached(content, pageId);
  return tree && node && reading && { tree, node, reading };
}

export function textOf({ times }: ContentState, spaceId: string, version: Version, page: PageAt): PageText {
  const updatedAt = Date.parse(page.node.page.updatedAt ?? '') || 0;
  return times(`${versionKey(spaceId, version)} ${page.node.id}`, page.reading.text, updatedAt).timed;
}
