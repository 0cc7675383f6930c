import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { PageFacts } from '../../model/checks/pageFacts.ts';
import type { PageProblem } from '../../model/checks/problem.ts';
import type { withNewFiles } from '../../model/editing/newFiles.ts';
import type { Anchors } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Read } from '../library/library.ts';

/** How pages of a change request are checked. */
export interface CheckOptions extends Read {
  /** Checks the text of a page alone; undefined if that would take too long. */
  readonly factsOf: (
    text: string,
    linksOnly: boolean,
    signal: AbortSignal | undefined,
  ) => Promise<PageFacts | undefined>;
  /** Texts that the server doesn't have, by page. */
  readonly unsent?: ReadonlyMap<string, string> | undefined;
  /** Files that the server doesn't have: pages may link to them already. */
  readonly newFiles?: Parameters<typeof withNewFiles>[1] | undefined;
  /** Whether problems that the base has, too, are left out. */
  readonly shows: 'introduced' | 'all';
}

export interface CheckAllOptions extends CheckOptions {
  /** Called after each page. */
  readonly onProgress?: ((checked: number, of: number) => void) | undefined;
}

export interface CheckedPage {
  readonly node: PageNode;
  readonly text: string;
  /** In order. */
  readonly problems: readonly PageProblem[];
  /** For fixes: what the page can link to, and the anchors of a page, as far as they are known. */
  readonly context: LinkContext;
  readonly anchorsOf: (pageId: string) => Anchors | undefined;
}

/** The problems of the pages of a change request. */
export interface CheckedChangeRequest {
  readonly changeRequest: ChangeRequest;
  /** All checked pages, also those without problems. */
  readonly pages: readonly CheckedPage[];
  /** The pages that couldn't be checked. Without an error, their text would take too long. */
  readonly unchecked: readonly { readonly node: PageNode; readonly error?: unknown }[];
  /** Whether the base was there to compare with. Otherwise all problems are reported. */
  readonly isCompared: boolean;
  /** False if changes are missing, or if some pages may have links that it breaks but weren't read. */
  readonly isComplete: boolean;
}
