import type { Collection } from '../../contract/spaces/collections.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { FileNames } from '../../model/pages/fileNames.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { Hierarchy } from '../../model/library/hierarchy.ts';
import type { Reason } from '../../model/shared/reasons.ts';
import type { OpenedPaths } from './openedPaths.ts';

/** An item of the Library tree. `key` is its full path, so that the same space under two parents has two keys. */
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
  /** True if the server has more: `more(place)` fetches the next page. */
  readonly hasMore: boolean;
  /** Why children may be missing although there are no more pages; a message for users. */
  readonly incomplete?: Reason | undefined;
  /** Why the last refresh failed; `places` are the last ones fetched. */
  readonly failure?: ApiError | undefined;
}

export interface Read {
  readonly signal?: AbortSignal | undefined;
}

export interface CachedRead extends Read {
  /** Requests nothing that is cached, no matter how old. */
  readonly fromCache?: boolean | undefined;
}

export interface AvailableSpaces {
  readonly spaces: readonly Space[];
  /** Why spaces may be missing. */
  readonly failures: readonly ApiError[];
}

export type LibraryChange =
  /** The children of `place` (of the whole tree if undefined) have to be read again. */
  | { readonly kind: 'children'; readonly place: Place | undefined }
  /** The title, place or time of these pages changed, or they were deleted. */
  | {
      readonly kind: 'pages';
      readonly space: string;
      readonly changed: readonly string[];
      readonly deleted: readonly string[];
    }
  /** A space was locked or unlocked, even if it isn't shown. */
  | { readonly kind: 'lock'; readonly space: string; readonly isLocked: boolean };

/**
 * One account's documentation, fetched on demand and cached: organizations, collections, spaces, and the trees of
 * published pages. Cached data is returned without a request, and stays if a refresh fails.
 */
export interface Library {
  /**
   * Returns the children of a place to show, or the organizations if undefined. Rejects only if they were never
   * fetched. From then on, `onDidChange` reports when they change or can be fetched.
   */
  children(place: Place | undefined, read?: Read): Promise<Children>;
  /** The children as last fetched, without a request. */
  cachedChildren(place: Place | undefined): Children | undefined;
  /** Fetches the next page of children, and reports them to `onDidChange`. */
  more(place: Place | undefined, read?: Read): Promise<void>;
  /**
   * The place of a space or page in the tree, with its parents; undefined if it doesn't exist.
   */
  placeOf(spaceId: string, pageId?: string, read?: CachedRead): Promise<Place | undefined>;
  /** The same for a collection. */
  placeOfCollection(collection: Collection, read?: Read): Promise<Place | undefined>;

  /** The space, cached for up to a minute. */
  space(spaceId: string, read?: Read): Promise<Space>;
  /** The page tree of the space's current revision. */
  pages(spaceId: string, read?: CachedRead): Promise<PageTree>;
  /** The names of the files of the space's current revision. */
  fileNames(spaceId: string, read?: CachedRead): Promise<FileNames>;
  /** The paths at which pages of the space were opened. */
  opened(spaceId: string): OpenedPaths;
  /** The account's organizations, from the first page of the list. */
  organizations(read?: Read): Promise<readonly Organization[]>;
  /** How the listed collections and spaces of an organization are nested. */
  hierarchy(organizationId: string, read?: Read): Promise<Hierarchy>;
  /**
   * The spaces in the lists of the account's organizations. Sends at most two requests per organization. If the server
   * lists spaces by collection only, it sends one more for each collection that isn't cached.
   */
  availableSpaces(read?: Read): Promise<AvailableSpaces>;
  /** All cached spaces, without a request. */
  cachedSpaces(): readonly Space[];
  cachedSpace(spaceId: string): Space | undefined;
  /** The page tree as last fetched, without a request. */
  cachedPages(spaceId: string): PageTree | undefined;

  /**
   * Fetches a place and everything loaded below it again (the whole tree if undefined), and reports what changed. A
   * failed request doesn't reject: it is the `failure` of the place's children. Only a cancellation rejects.
   */
  refresh(place?: Place, read?: Read): Promise<void>;
  /** Fetches the tree of a space again in the background, because it has a page that the server doesn't. */
  renew(spaceId: string): void;
  /** Caches a space from the reply to an action. */
  learn(space: Space): void;
  /** Removes a space that was deleted. */
  forget(spaceId: string): void;
  /** Fetches the cached lists of an organization again, after an action that may have changed them. */
  relist(organizationId: string, what?: 'everything' | 'collections' | 'spaces'): Promise<void>;
  onDidChange(listener: (change: LibraryChange) => void): { dispose(): void };
}
