import type { DownloadLimits } from '../../client/download.ts';
import type { PageConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { File } from '../../contract/spaces/content.ts';
import type { Version } from '../../model/shared/address.ts';
import type { PageChange } from '../../model/changeRequests/changes.ts';
import type { FixedLinks } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { PageMove } from '../../model/pages/treeAfterMove.ts';
import type { CheckAllOptions, CheckedChangeRequest, CheckedPage, CheckOptions } from './checks.ts';
import type { DirectoryChild } from '../../model/pages/directory.ts';
import type { Read } from '../library/library.ts';
import type { TimedText } from '../shared/textTimes.ts';
import type { Reason } from '../../model/shared/reasons.ts';

/**
 * The entry at a path of a space; `''` is the space itself. Every directory has another directory `_files`, with all
 * files of the space, that its listing leaves out.
 */
export type Entry =
  | { readonly kind: 'page'; readonly node: PageNode }
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'directory'; readonly children: readonly DirectoryChild[] };

/** A page's text for reading: Markdown whose links and images work inside our file system. */
export type PageText = TimedText;

/** All changes of a change request, from its base to one of its revisions. */
export interface ChangeSet {
  readonly space: string;
  /** The change request when this was fetched. */
  readonly changeRequest: ChangeRequest;
  readonly pages: readonly PageChange[];
  readonly files: readonly FileChange[];
  /** False if the server doesn't serve the base: then pages can be read but not compared. */
  readonly isComparable: boolean;
  /** Unresolved conflicts that the server reports; undefined if it reports none. */
  readonly conflicts?: readonly PageConflict[] | undefined;
  /** Why changes may be missing; a message for users. */
  readonly incomplete?: Reason | undefined;
}

export interface FileChange {
  readonly kind: 'added' | 'edited' | 'removed';
  readonly id: string;
  readonly name: string;
  /** The path in the head or, for a removed page or file, in the base. Undefined if unknown. */
  readonly path: string | undefined;
}

export type ContentChange =
  /** The text, title or place of these published pages changed, or they were deleted. */
  | {
      readonly kind: 'pages';
      readonly space: string;
      readonly changed: readonly string[];
      readonly deleted: readonly string[];
    }
  /** The base, head or status of the change request changed. */
  | {
      readonly kind: 'changed';
      readonly space: string;
      readonly before: ChangeRequest;
      readonly after: ChangeRequest;
    }
  /** The server no longer has the change request. */
  | { readonly kind: 'gone'; readonly space: string; readonly number: number }
  /** Pages were marked as viewed or not viewed. */
  | { readonly kind: 'viewed'; readonly space: string; readonly number: number };

/** A page at the head of a change request, and its text. */
export interface ReadPage extends PageAt {
  readonly changeRequest: ChangeRequest;
}

/** A page of a version, and its text. */
export interface PageAt {
  readonly tree: PageTree;
  readonly node: PageNode;
  readonly reading: PageReading;
}

/** The links of a page that no longer lead to their targets, and its Markdown with these links fixed. */
export interface PageLinks extends FixedLinks {
  readonly node: PageNode;
  readonly markdown: string;
}

/** Effects of moved pages or renamed headings on the links of the space. */
export interface ChangedLinks {
  readonly pages: readonly PageLinks[];
  /** False if the links of some pages couldn't be checked. */
  readonly isComplete: boolean;
}

/** The headings of a page that have other texts: their old anchors, in lower case, with the new ones. */
export interface RenamedHeadings {
  readonly page: string;
  readonly anchors: ReadonlyMap<string, string>;
}

/** The pages and files of a space in one version. */
export interface Content {
  entry(path: string, read?: Read): Promise<Entry | undefined>;
  text(pageId: string, read?: Read): Promise<PageText>;
  cachedText(pageId: string): PageText | undefined;
  bytes(file: File, limits?: DownloadLimits): Promise<Uint8Array>;
}

/**
 * The content of one account's spaces in all versions: published, of change requests, and of revisions. Data of a
 * revision is fetched only once while it fits into the cache. Calls reject with an ApiError: `unsupported` if the
 * server lacks the endpoints.
 */
export interface Contents {
  /** The content of a space in one version. */
  at(spaceId: string, version: Version): Content;
  /** Caches change requests from lists or actions, unless newer ones are cached. */
  learn(spaceId: string, changeRequests: readonly ChangeRequest[]): void;
  /** The change request by its number, cached for up to a minute. */
  changeRequest(spaceId: string, number: number, read?: Read): Promise<ChangeRequest>;
  /** Fetches the change request again, and reports changes. */
  refresh(spaceId: string, number: number, read?: Read): Promise<ChangeRequest>;

  /** The changes at its revision as last fetched. Sends at most four requests and reads no page. */
  changes(spaceId: string, number: number, read?: Read): Promise<ChangeSet>;
  /** The same without a request, once it is cached for the current revision. */
  cachedChanges(spaceId: string, number: number): ChangeSet | undefined;

  /** Whether the user has marked the page or file as viewed since it last changed. */
  isViewed(spaceId: string, number: number, id: string): boolean;
  /** Marks pages and files of the cached change set. */
  setViewed(spaceId: string, number: number, viewed: ReadonlyMap<string, boolean>): Promise<void>;

  pages(spaceId: string, version: Version, read?: Read): Promise<PageTree>;
  /**
   * The entry at the path; undefined if there is none. Also finds paths that a page had earlier, or has on the other
   * side of the comparison.
   */
  entry(spaceId: string, version: Version, path: string, read?: Read): Promise<Entry | undefined>;
  /** Reads at most eight pages at the same time. */
  text(spaceId: string, version: Version, pageId: string, read?: Read): Promise<PageText>;
  cachedText(spaceId: string, version: Version, pageId: string): PageText | undefined;
  /** The Markdown that `text` was made from. Links are in the server's form, so that versions can be compared. */
  markdown(spaceId: string, version: Version, pageId: string, read?: Read): Promise<string>;
  /** The text of a page at the head of a change request, and the Markdown that it was made from. */
  reading(spaceId: string, number: number, pageId: string, read?: Read): Promise<ReadPage>;
  cachedReading(spaceId: string, number: number, pageId: string): ReadPage | undefined;
  /** Markdown of any revision as the text of a page in a change request. */
  readingAs(spaceId: string, number: number, node: PageNode, markdown: string, read?: Read): Promise<PageReading>;
  /**
   * What is needed to resolve links in a page of a change request; its files only if requested. The links of a large
   * `text` can be read at once afterwards.
   */
  linkContext(
    spaceId: string,
    number: number,
    page: PageNode,
    wants: { files: boolean; text?: string },
    read?: Read,
  ): Promise<LinkContext>;
  /**
   * The pages of a change request or revision with links that moves, new slugs or deletions break. Reads at most a
   * hundred pages.
   */
  linksBrokenBy(spaceId: string, version: Version, moves: readonly PageMove[], read?: Read): Promise<ChangedLinks>;
  /** The same for links of a change request to headings that were renamed. */
  linksToHeadings(spaceId: string, number: number, renamed: RenamedHeadings, read?: Read): Promise<ChangedLinks>;
  /** The problems of a page of a change request. */
  checkPage(spaceId: string, number: number, pageId: string, options: CheckOptions): Promise<CheckedPage>;
  /**
   * The problems of all pages whose texts the change request changes, and the links that it breaks on others. Besides
   * them, reads at most a hundred pages that link to its pages, and a hundred that its new links lead into.
   */
  check(spaceId: string, number: number, options: CheckAllOptions): Promise<CheckedChangeRequest>;
  bytes(spaceId: string, file: File, limits?: DownloadLimits): Promise<Uint8Array>;

  onDidChange(listener: (change: ContentChange) => void): { dispose(): void };
}
