import type { DownloadLimits } from '../../client/download.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { PageAddress } from '../../model/shared/address.ts';
import type { ChangeRequestContent } from '../../store/changeRequestContent/content.ts';
import type { Entry, Library, PageText } from '../../store/library/library.ts';

/** The content of a space at an address: the published content or a version. */
export interface PageSource {
  entry(path: string): Promise<Entry | undefined>;
  text(pageId: string): Promise<PageText>;
  cachedText(pageId: string): PageText | undefined;
  bytes(file: File, limits?: DownloadLimits): Promise<Uint8Array>;
}

export function sourceOf(
  { library, content }: { readonly library: Library; readonly content: ChangeRequestContent },
  { space, version }: Pick<PageAddress, 'space' | 'version'>,
): PageSource {
  if (!version) {
    return {
      entry: (path) => library.entry(space, path),
      text: (page) => library.text(space, page),
      cachedText: (page) => library.cachedText(space, page),
      bytes: (file, limits) => library.bytes(space, file, limits),
    };
  }
  return {
    entry: (path) => content.entry(space, version, path),
    text: (page) => content.text(space, version, page),
    cachedText: (page) => content.cachedText(space, version, page),
    bytes: (file, limits) => content.bytes(space, file, limits),
  };
}
