import type { DownloadLimits } from '../../client/download.ts';
import type { Collection } from '../../contract/spaces/collections.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { TimedText } from '../shared/textTimes.ts';
import type { DirectoryChild } from '../../model/pages/directory.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { Hierarchy } from '../../model/library/hierarchy.ts';

/** Something in the Library tree. `key` is the whole way to it, so that the same space under two parents has two keys. */
export type Place = { readonly key: string; readonly parent?: Place | undefined } & (
  | { readonly kind: 'organization'; readonly organization: Organization }
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'space'; readonly space: Space }
  | { readonly kind: 'page'; readonly space: Space; readonly node: PageNode }
  | { readonly kind: 'files'; readonly space: Space }
  | { readonly kind: 'file'; readonly space: Space; readonly file: File; readonly path: string }
);

/** The children of a place, as last fetched. */
export interface Children {
  readonly places: readonly Place[];
  /** When they were fetched, in ms since the epoch. */
  readonly asOf: number;
  /** True when the server has more of them: `more(place)` fetches the next page. */
  readonly hasMore: boolean;
  /** Why something may be missing although there is no more, in words for people. */
  readonly incomplete?: string | undefined;
  /** The last attempt to refresh failed so; `places` are the last known. */
  readonly failure?: ApiError | undefined;
}

/**
 * What is at a path of a space: `''` is the space itself. Every directory has another, `_files`, with all files of the
 * space in it, which its list does not mention.
 */
export type Entry =
  | { readonly kind: 'page'; readonly node: PageNode }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'directory'; readonly children: readonly DirectoryChild[] };

/** A page as it is read: Markdown whose links and images work inside our file system. */
export type PageText = TimedText;

export interface Read {
  readonly signal?: AbortSignal | undefined;
}

export interface AvailableSpaces {
  readonly spaces: readonly Space[];
  /** Why some may be missing. */
  readonly failures: readonly ApiError[];
}

export type LibraryChange =
  /** The children of `place` (of the whole tree when undefined) are to be asked for again. */
  | { readonly kind: 'children'; readonly place: Place | undefined }
  /** These pages of a space have another text, title or place, or are gone. */
  | {
      readonly kind: 'pages';
      readonly space: string;
      readonly changed: readonly string[];
      readonly deleted: readonly string[];
    }
  /** A space was locked or unlocked, also one that isn't shown. */
  | { readonly kind: 'lock'; readonly space: string; readonly isLocked: boolean };

/**
 * One account's documentation, fetched on demand and kept: organizations, collections, spaces, page trees by revision,
 * page texts. What is known is answered without a request; a failed refresh keeps what was known.
 */
export interface Library {
  /**
   * Children of a place, for showing them: of the root (the organizations) when undefined. Rejects only if nothing was ever known.
   * From then on `onDidChange` reports when they change, or can be fetched.
   */
  children(place: Place | undefined, read?: Read): Promise<Children>;
  /** The children as last known, without a request. */
  knownChildren(place: Place | undefined): Children | undefined;
  /** Fetches the next page of children, and reports them to `onDidChange`. */
  more(place: Place | undefined, read?: Read): Promise<void>;
  /**
   * The place of a space or of a page in the tree, with its parents; undefined when it does not exist (any more). `asKnown` asks for
   * nothing that is known already, however old.
   */
  placeOf(spaceId: string, pageId?: string, read?: Read & { readonly asKnown?: boolean }): Promise<Place | undefined>;
  /** The same of a collection. */
  placeOfCollection(collection: Collection, read?: Read): Promise<Place | undefined>;

  /** The space, as known within the last minute, else asked for. */
  space(spaceId: string, read?: Read): Promise<Space>;
  /** The page tree of the space's present revision. */
  pages(spaceId: string, read?: Read): Promise<PageTree>;
  /** The account's organizations that are on the first page of their list. */
  organizations(read?: Read): Promise<readonly Organization[]>;
  /** How the collections and spaces in the lists of an organization are nested. */
  hierarchy(organizationId: string, read?: Read): Promise<Hierarchy>;
  /**
   * The spaces of the account's organizations, as far as their lists tell: at most two requests an organization, and where the
   * server lists spaces by collection only, one more for each collection that is not known yet.
   */
  availableSpaces(read?: Read): Promise<AvailableSpaces>;
  /** All spaces known so far, without a request. */
  knownSpaces(): readonly Space[];
  /** The page tree as last known, without a request. */
  knownPages(spaceId: string): PageTree | undefined;

  /** What is at the path, also one that a page had before it was renamed or moved. Undefined when there is nothing. */
  entry(spaceId: string, path: string, read?: Read): Promise<Entry | undefined>;
  text(spaceId: string, pageId: string, read?: Read): Promise<PageText>;
  /** The text as last known, without a request. */
  knownText(spaceId: string, pageId: string): PageText | undefined;
  bytes(spaceId: string, file: File, limits?: DownloadLimits): Promise<Uint8Array>;

  /**
   * Fetches a place and what is loaded below it again (everything when undefined), and reports what changed. A call that fails
   * doesn't make it reject: the children of its place have the failure. Only being cancelled does.
   */
  refresh(place?: Place, read?: Read): Promise<void>;
  /** Takes in a space from the answer to an action. */
  learn(space: Space): void;
  /** Takes away a space that was deleted. */
  forget(spaceId: string): void;
  /** Fetches the lists of an organization again where they are cached, after an action that may have changed them. */
  relist(organizationId: string, what?: 'everything' | 'collections' | 'spaces'): Promise<void>;
  onDidChange(listener: (change: LibraryChange) => void): { dispose(): void };
}
