import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { List } from '../../contract/shared/list.ts';
import { fileNames, type FileNames } from '../../model/pages/fileNames.ts';
import { instead, isKind } from '../../model/shared/failure.ts';
import { createLanes } from '../shared/lane.ts';
import { listed } from '../shared/listed.ts';
import type { Library } from '../library/library.ts';
import type { RevisionContent, Way } from './revisionTrees.ts';

/** The files at a revision, by name; undefined if the server doesn't list them. */
export type RevisionFiles = (
  content: RevisionContent,
  way: Way,
  signal?: AbortSignal,
) => Promise<FileNames | undefined>;

export function createRevisionFiles(
  api: Pick<Api, 'revisions' | 'changeRequestContent'>,
  library: Pick<Library, 'fileNames'>,
): RevisionFiles {
  const cached = new LRUCache<string, FileNames>({ max: 8 });
  const laneOf = createLanes();

  async function fetch({ space: spaceId, revision, headOf }: RevisionContent, signal: AbortSignal): Promise<FileNames> {
    try {
      if (headOf !== undefined) {
        const changeRequestId = String(headOf);
        return await named((query) =>
          api.changeRequestContent.files({ spaceId, changeRequestId, ...query }, { signal }),
        );
      }
    } catch (error) {
      if (!isKind(error, 'unsupported', 'missing')) throw error;
    }
    const { files } = await api.revisions.get({ spaceId, revisionId: revision, computed: false }, { signal });
    return fileNames(files ?? []);
  }

  return async (content, way, signal) => {
    if (way === 'main') return library.fileNames(content.space, { signal, fromCache: true });
    const key = JSON.stringify([content.space, content.revision]);
    const known = cached.get(key);
    if (known) return known;
    const fetching = laneOf(key).share('files', signal, async (signal) => {
      const names = await fetch(content, signal);
      cached.set(key, names);
      return names;
    });
    return fetching.catch(instead(undefined, 'unsupported', 'missing'));
  };
}

async function named(list: (query: { limit: number; page?: string }) => Promise<List<File>>): Promise<FileNames> {
  return fileNames(await listed(list));
}
