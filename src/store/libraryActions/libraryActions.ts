import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { Api } from '../../client/api.ts';
import type { LinkTarget } from '../../model/pages/linkPlaces.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { LibraryItem, LibraryMove } from '../../model/library/moves.ts';
import type { Read } from '../library/library.ts';

export type CollectionUpdate = Parameters<Api['collections']['update']>[0]['body'];
export type SpaceUpdate = Parameters<Api['spaces']['update']>[0]['body'];

/** How a space is created: not every server can create an empty one. */
export type SpaceOrigin =
  | { readonly kind: 'nothing' }
  /** A copy of an existing space. */
  | { readonly kind: 'copy'; readonly of: Space }
  /** The space of a new site. */
  | { readonly kind: 'site' };

export interface NewSpace {
  readonly organizationId: string;
  /** Parent collection; null for the organization itself. */
  readonly parent: string | null;
  readonly title: string;
  readonly origin: SpaceOrigin;
}

/** A deleted space that can be restored, as far as known. */
export interface DeletedSpace {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly organization: string;
  /** In ms since the epoch. */
  readonly deletedAt: number;
}

/** A link that doesn't lead to its intended target, or that leads into the app. */
export interface LinkProblem {
  readonly status: 'broken' | 'in-app';
  /** True if the page embeds the target, such as an image. */
  readonly isShown: boolean;
  readonly target: LinkTarget;
  /** Ids of the pages with the link; empty if the server doesn't report them. */
  readonly pages: readonly string[];
}

export interface LinkReport {
  readonly problems: readonly LinkProblem[];
  /** How many links the pending change requests would break; undefined if the server doesn't report it. */
  readonly brokenByChangeRequests: number | undefined;
  /** False if there are more than the request limit allows. */
  readonly isComplete: boolean;
}

/** A page that links to a page of another space. */
export interface LinkingPage {
  readonly space: Space;
  readonly node: PageNode & { readonly path: string };
}

/** The page or file of a space that others link to. */
export interface LinkedFrom {
  readonly spaceId: string;
  readonly pageId?: string | undefined;
  readonly fileId?: string | undefined;
}

export interface Backlinks {
  /** Those of the same space come first. Those of others link to pages only. */
  readonly pages: readonly LinkingPage[];
  /** False if the space has more links than the request limit allows. */
  readonly isComplete: boolean;
}

/**
 * Actions on the collections and spaces of one account. Results are in the Library at once, and only the lists that may
 * have changed are fetched again. Calls reject with an ApiError; then nothing was changed except as its message says.
 */
export interface LibraryActions {
  createCollection(organizationId: string, parent: string | null, title: string): Promise<Collection>;
  updateCollection(collection: Collection, change: CollectionUpdate): Promise<Collection>;
  deleteCollection(collection: Collection): Promise<void>;

  /** Rejects with `unsupported` if the server can't create a space from that origin. */
  createSpace(wanted: NewSpace): Promise<Space>;
  updateSpace(spaceId: string, change: SpaceUpdate): Promise<Space>;
  duplicateSpace(space: Space): Promise<Space>;
  deleteSpace(space: Space): Promise<void>;
  /**
   * Also succeeds if someone else has restored it. Rejects with `missing` if it is too late; then the space is no
   * longer listed as restorable.
   */
  restoreSpace(spaceId: string): Promise<Space>;
  /**
   * Spaces that were deleted here in the last seven days, and others that the server reports as deleted, latest first.
   * No list of the API contains deleted spaces, so each space that has left the lists since they were loaded is fetched
   * on its own.
   */
  restorableSpaces(read?: Read): Promise<readonly DeletedSpace[]>;
  /** Fetches a space by its id; a deleted one has `deletedAt`. */
  askSpace(spaceId: string, read?: Read): Promise<Space>;

  /** False if it is already there. */
  move(item: LibraryItem, to: LibraryMove): Promise<boolean>;
  /** Moves it into a collection of the other organization with `parent`, else to its top. */
  transfer(
    item: LibraryItem,
    to: { readonly organization: string; readonly parent?: string | undefined },
  ): Promise<LibraryItem>;

  /** Links that are broken or lead into the app, in a space or in one page of it (section 2.18). */
  linkReport(at: { readonly spaceId: string; readonly pageId?: string | undefined }, read?: Read): Promise<LinkReport>;
  /**
   * The published pages of other spaces that link to one of these pages, as far as the link reports that answer know.
   */
  linksFromOtherSpaces(
    to: { readonly spaceId: string; readonly pages: ReadonlySet<string> },
    read?: Read,
  ): Promise<readonly LinkingPage[]>;
  /** The published pages that link to a page, or that link to or embed a file, each once. */
  backlinks(to: LinkedFrom, read?: Read): Promise<Backlinks>;
}
