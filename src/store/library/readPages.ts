import type { Space } from '../../contract/spaces/spaces.ts';
import type { FileNames } from '../../model/pages/fileNames.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import type { CachedRead } from './library.ts';
import { aMinute } from './spaceRecords.ts';
import { contentIn, type LibraryState } from './state.ts';

/** See `Library.pages`. */
export async function readPages(
  state: LibraryState,
  spaceId: string,
  { signal, fromCache }: CachedRead = {},
): Promise<PageTree> {
  const { records } = state;
  const known = contentIn(state, spaceId).tree();
  const record = records.cached(spaceId);
  const isFresh =
    known?.revision === record?.space.revision && state.now() - Math.max(known?.asOf ?? 0, record?.asOf ?? 0) < aMinute;
  const space = record && (fromCache || !known || isFresh) ? record.space : await records.fresh(spaceId, signal);
  return readTree(state, space, signal);
}

/** The tree of the space's revision, or an older one if that can't be fetched. */
export async function readTree(state: LibraryState, space: Space, signal: AbortSignal | undefined): Promise<PageTree> {
  const content = contentIn(state, space.id);
  if (content.tree() && content.tree()?.revision !== space.revision) await content.renewTree(space.revision, signal);
  return (await content.loadTree(space.revision, signal)).tree;
}

/** See `Library.fileNames`. */
export async function readFileNames(
  state: LibraryState,
  spaceId: string,
  { signal, fromCache }: CachedRead = {},
): Promise<FileNames> {
  const { records } = state;
  const record = fromCache ? records.cached(spaceId) : undefined;
  const { revision } = record?.space ?? (await records.fresh(spaceId, signal));
  return contentIn(state, spaceId).loadNames(revision, signal);
}
