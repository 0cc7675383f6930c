import type { Version } from '../../model/shared/address.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { ApiError, isKind } from '../../model/shared/failure.ts';
import { entryAmong, entryIn, kindOfPath } from '../library/entries.ts';
import type { Entry, PageText } from '../library/library.ts';
import { sidesOf } from './changeSets.ts';
import type { ReadPage } from './content.ts';
import { cachedContent, loadContent, versionKey, type ContentState } from './state.ts';

type PageAt = Omit<ReadPage, 'changeRequest'>;

/** See `ChangeRequestContent.entry`. */
export async function entryAt(
  state: ContentState,
  spaceId: string,
  version: Version,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  const kind = kindOfPath(path);
  if (!kind) return undefined;
  try {
    const { content, cached: known } = await loadContent(state, spaceId, version, signal);
    if (kind.kind === 'file') {
      const names = await state.files(content, known.way, signal);
      return names && entryAmong(names, kind.name);
    }
    return (
      entryIn(known.tree, path, new Map()) ??
      entryIn(known.tree, path, await otherPaths(state, spaceId, version, signal))
    );
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** Paths that pages had here earlier, or have on the other side of the comparison. */
async function otherPaths(
  { heads, trees, opened }: ContentState,
  spaceId: string,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  if (version.kind !== 'revision') {
    const { base, head } = sidesOf(spaceId, await heads.fresh(spaceId, version.number, signal));
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

export function textOf(state: ContentState, spaceId: string, version: Version, { node, reading }: PageAt): PageText {
  const updatedAt = Date.parse(node.page.updatedAt ?? '') || 0;
  return state.times(`${versionKey(spaceId, version)} ${node.id}`, reading.text, updatedAt).timed;
}
