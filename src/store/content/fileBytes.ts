import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Download, DownloadLimits } from '../../client/download.ts';
import type { File } from '../../contract/spaces/content.ts';
import { isKind } from '../../model/shared/failure.ts';
import { createLanes } from '../shared/lane.ts';

/** Returns the bytes of files, cached within the given room. Files read with limits of their own aren't cached. */
export type FileBytes = (spaceId: string, file: File, limits?: DownloadLimits) => Promise<Uint8Array>;

export function createFileBytes(parts: {
  readonly api: Pick<Api['content'], 'file'>;
  readonly download: Download;
  /** In bytes. */
  readonly room?: number;
}): FileBytes {
  const { api, download, room = 32 * 1024 * 1024 } = parts;
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: room,
    maxEntrySize: room / 4,
    sizeCalculation: ({ byteLength }) => byteLength + 200,
  });
  const laneOf = createLanes();

  async function fetch(spaceId: string, file: File, given: DownloadLimits): Promise<Uint8Array> {
    const limits = { ...given, mayBeWebPage: isWebPage(file) };
    try {
      if (file.downloadURL) return await download(file.downloadURL, limits);
    } catch (error) {
      if (!isKind(error, 'forbidden', 'missing')) throw error;
    }
    // The URL may have expired.
    const { downloadURL } = await api.file({ spaceId, fileId: file.id }, { signal: limits.signal });
    return download(downloadURL ?? '', limits);
  }

  return async (spaceId, file, limits = {}) => {
    // The query is left out because it may be a signature that changes daily.
    const place = file.downloadURL?.split('?', 1)[0];
    const key = JSON.stringify([spaceId, file.id, file.size, file.git?.oid, place]);
    const known = cached.get(key);
    if (known) return known;
    if (limits.limit !== undefined) return fetch(spaceId, file, limits);
    return laneOf(key).share('bytes', limits.signal, async (signal) => {
      const bytes = await fetch(spaceId, file, { signal });
      cached.set(key, bytes);
      return bytes;
    });
  };
}

function isWebPage({ contentType, name }: File): boolean {
  return /html/i.test(contentType ?? '') || /\.x?html?$/i.test(name ?? '');
}
