import type { DownloadLimits } from '../../client/download.ts';
import type { PageConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { Version } from '../../model/shared/address.ts';
import type { PageChange } from '../../model/changeRequests/changes.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { PageMove } from '../../model/pages/treeAfterMove.ts';
import type { Entry, PageText, Read } from '../library/library.ts';

/** All that a change request changes, of one of its revisions against what it stands over. */
export interface ChangeSet {
  readonly space: string;
  /** As it was known when this was asked for. */
  readonly changeRequest: ChangeRequest;
  readonly pages: readonly PageChange[];
  readonly files: readonly FileChange[];
  /** False where the server does not give what the change request stands over: pages can be read, not compared. */
  readonly isComparable: boolean;
  /** Unresolved ones that the platform remembers; undefined where it remembers none. */
  readonly conflicts?: readonly PageConflict[] | undefined;
  /** Why something may be missing, in words for people. */
  readonly incomplete?: string | undefined;
}

export interface FileChange {
  readonly kind: 'added' | 'edited' | 'removed';
  readonly id: string;
  readonly name: string;
  /** Where it stands, in the change request; of a removed one, in what the change request stands over. Undefined if unknown. */
  readonly path: string | undefined;
}

export type ChangeRequestContentChange =
  /** What it proposes, or what that stands over, is another; or it is merged, archived, reopened. */
  | {
      readonly kind: 'changed';
      readonly space: string;
      readonly before: ChangeRequest;
      readonly after: ChangeRequest;
    }
  /** The platform has it no more. */
  | { readonly kind: 'gone'; readonly space: string; readonly number: number }
  /** Pages were marked as viewed, or no longer are. */
  | { readonly kind: 'viewed'; readonly space: string; readonly number: number };

/** A page of a change request as it is now, and how it is read. */
export interface ReadPage {
  readonly changeRequest: ChangeRequest;
  readonly tree: PageTree;
  readonly node: PageNode;
  readonly reading: PageReading;
}

/** What moves of pages do to the links of the space. */
export interface BrokenByMoves {
  readonly pages: readonly { readonly node: PageNode; readonly links: number }[];
  /** False where links of some pages could not be checked. */
  readonly isComplete: boolean;
}

/**
 * What stands in the change requests and revisions of one account's spaces: pages, files, and what changes against what.
 * Of a revision nothing is asked twice as long as there is room for it. Calls reject with an ApiError: `unsupported` where
 * the server has none of the endpoints that it takes.
 */
export interface ChangeRequestContent {
  /** Takes in what a list or an act was told. What is older than what is known is left aside. */
  learn(spaceId: string, changeRequests: readonly ChangeRequest[]): void;
  /** The change request by its number, as known within the last minute, else asked for. */
  changeRequest(spaceId: string, number: number, read?: Read): Promise<ChangeRequest>;
  /** Asks for the change request anew, and tells what changed. */
  refresh(spaceId: string, number: number, read?: Read): Promise<ChangeRequest>;

  /** What it changes, at its revision as last known: by at most four requests, and no page is read. */
  changes(spaceId: string, number: number, read?: Read): Promise<ChangeSet>;
  /** The same without a request, once it is known for the present revision. */
  knownChanges(spaceId: string, number: number): ChangeSet | undefined;

  /** Whether the person has marked the page or file as viewed since it last changed. */
  isViewed(spaceId: string, number: number, id: string): boolean;
  /** Of pages and files of the change set as last known. */
  setViewed(spaceId: string, number: number, viewed: ReadonlyMap<string, boolean>): Promise<void>;

  pages(spaceId: string, version: Version, read?: Read): Promise<PageTree>;
  /** See `Library.entry`; also a path that the page had earlier in this session, or has in what it is compared with. */
  entry(spaceId: string, version: Version, path: string, read?: Read): Promise<Entry | undefined>;
  /** At most eight are asked for at once. */
  text(spaceId: string, version: Version, pageId: string, read?: Read): Promise<PageText>;
  knownText(spaceId: string, version: Version, pageId: string): PageText | undefined;
  /** What `text` was made of: links as the platform has them, so that it can be compared between versions. */
  markdown(spaceId: string, version: Version, pageId: string, read?: Read): Promise<string>;
  /** Of a change request as it is now, what `text` gives, and what that was made of. */
  reading(spaceId: string, number: number, pageId: string, read?: Read): Promise<ReadPage>;
  knownReading(spaceId: string, number: number, pageId: string): ReadPage | undefined;
  /** What links in a page of a change request are read by; its files only if they are wanted. */
  linkContext(
    spaceId: string,
    number: number,
    page: PageNode,
    wants: { files: boolean },
    read?: Read,
  ): Promise<LinkContext>;
  /** The pages of a change request, or of a revision, with links that moves, new slugs or deletions break. Reads at most a hundred pages. */
  linksBrokenBy(spaceId: string, version: Version, moves: readonly PageMove[], read?: Read): Promise<BrokenByMoves>;
  bytes(spaceId: string, file: File, limits?: DownloadLimits): Promise<Uint8Array>;

  onDidChange(listener: (change: ChangeRequestContentChange) => void): { dispose(): void };
}
