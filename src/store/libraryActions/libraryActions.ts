import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { Api } from '../../client/api.ts';
import type { LinkTarget } from '../../model/pages/linkPlaces.ts';
import type { ShelfItem, ShelfMove } from '../../model/library/moves.ts';
import type { Read } from '../library/library.ts';

export type CollectionUpdate = Parameters<Api['collections']['update']>[0]['body'];
export type SpaceUpdate = Parameters<Api['spaces']['update']>[0]['body'];

/** How a space is made: not every server can make one from nothing. */
export type SpaceOrigin =
  | { readonly kind: 'nothing' }
  /** A copy of that space. */
  | { readonly kind: 'copy'; readonly of: Space }
  /** A new site that shows it. */
  | { readonly kind: 'site' };

export interface NewSpace {
  readonly organizationId: string;
  /** Collection to stand in; null for the organization itself. */
  readonly parent: string | null;
  readonly title: string;
  readonly origin: SpaceOrigin;
}

/** A space that was deleted and can be restored, as far as is known. */
export interface DeletedSpace {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly organization: string;
  /** In ms since the epoch. */
  readonly deletedAt: number;
}

/** A link that does not lead where its author wanted, or that leads into the app. */
export interface LinkProblem {
  readonly status: 'broken' | 'in-app';
  /** True where the page shows what is there, as an image does. */
  readonly isShown: boolean;
  readonly target: LinkTarget;
  /** Ids of the pages where it stands; empty where the platform does not tell. */
  readonly pages: readonly string[];
}

export interface LinkReport {
  readonly problems: readonly LinkProblem[];
  /** How many links change requests that are under way would break; undefined where the platform does not tell. */
  readonly brokenByChangeRequests: number | undefined;
  /** False when there is more than is ever asked for. */
  readonly isComplete: boolean;
}

/**
 * What changes the collections and spaces of one account. What the platform answers is in the Library at once, and only the lists
 * that may have changed are asked for again. Calls reject with an ApiError; then nothing is changed but what it says.
 */
export interface Upkeep {
  createCollection(organizationId: string, parent: string | null, title: string): Promise<Collection>;
  updateCollection(collection: Collection, change: CollectionUpdate): Promise<Collection>;
  deleteCollection(collection: Collection): Promise<void>;

  /** Rejects with `unsupported` where a server cannot make a space of that origin. */
  createSpace(wanted: NewSpace): Promise<Space>;
  updateSpace(spaceId: string, change: SpaceUpdate): Promise<Space>;
  duplicateSpace(space: Space): Promise<Space>;
  deleteSpace(space: Space): Promise<void>;
  /**
   * Also succeeds when somebody else has restored it. Rejects with `missing` when it is too late; the space is then no longer
   * listed as restorable.
   */
  restoreSpace(spaceId: string): Promise<Space>;
  /**
   * What was deleted here within the last seven days, and what the server says is deleted; the latest first. No list of the API
   * contains deleted spaces, so those that have left the lists since they were loaded are asked for one by one.
   */
  restorableSpaces(read?: Read): Promise<readonly DeletedSpace[]>;
  /** Asks for a space by its id: a deleted one comes with `deletedAt`. */
  askSpace(spaceId: string, read?: Read): Promise<Space>;

  /** False when it stands there already. */
  move(item: ShelfItem, to: ShelfMove): Promise<boolean>;
  /** Into a collection of the other organization with `parent`, else to its top. */
  transfer(
    item: ShelfItem,
    to: { readonly organization: string; readonly parent?: string | undefined },
  ): Promise<ShelfItem>;

  /** Section 2.18, what is broken or leads into the app, in a space or in one page of it. */
  linkReport(at: { readonly spaceId: string; readonly pageId?: string | undefined }, read?: Read): Promise<LinkReport>;
  /** Ids of the pages that link or show a file, each once. */
  backlinks(at: { readonly spaceId: string; readonly fileId: string }, read?: Read): Promise<readonly string[]>;
}
