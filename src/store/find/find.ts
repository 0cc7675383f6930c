import type { FoundLine } from '../../model/find/lines.ts';
import type { ReplacementProblem } from '../../model/find/checks.ts';
import type { FindQuery } from '../../model/find/query.ts';
import type { FindTasks, Replaceable } from '../../model/find/task.ts';
import type { EditTarget, Overwritten } from '../editing/edits.ts';
import type { Read } from '../library/library.ts';

/** Where to find: the published content of a space, or a change request of it. */
export interface FindPlace {
  readonly space: string;
  /** The number of the change request. */
  readonly number?: number | undefined;
  /** The ids of the only pages to search. */
  readonly pages?: readonly string[] | undefined;
}

/** A page, by its place. */
export interface PageAt extends Omit<FindPlace, 'pages'> {
  readonly page: string;
}

export interface FoundPage extends PageAt {
  readonly title: string;
  /** Whether this is the user's unsent text, which has the links of our file system; else it is the server's Markdown. */
  readonly isUnsent: boolean;
  readonly matches: readonly FoundLine[];
}

/** What the user has typed in an editor, and which isn't saved as a draft. */
export interface UnsavedText extends PageAt {
  readonly text: string;
}

export interface FindOptions extends Read {
  /** The pages that are searched in the text of their editors. */
  readonly unsaved?: readonly UnsavedText[] | undefined;
  /** Reads all pages, and not only those that the server finds. */
  readonly all?: boolean;
  /** Reads pages again that are cached. */
  readonly again?: boolean;
  /** Called for each page that was read, or that is gone; without matches, it is no result, or no longer. */
  readonly onPage: (page: FoundPage) => void;
  readonly onProgress?: (progress: FindProgress) => void;
}

export interface FindProgress {
  /** Number of pages that were read. */
  readonly searched: number;
  /** Number of pages of all places; undefined if that isn't known. */
  readonly total: number | undefined;
}

export interface FindOutcome extends FindProgress {
  /** Whether every page was read. */
  readonly isWhole: boolean;
  /** Whether there are more than `mostMatches`. */
  readonly isCut: boolean;
  /** Why results may be missing. */
  readonly failures: readonly unknown[];
}

/** Limit of the matches of a search. */
export const mostMatches = 10_000;

/** A page with the replacements of its matches. */
export interface ReplaceablePage extends PageAt {
  /** The Markdown of the server. */
  readonly markdown: string;
  readonly matches: readonly Replaceable[];
}

/** A page and the Markdown that replaces `base`. */
export interface PageReplacement {
  readonly page: string;
  readonly base: string;
  readonly text: string;
}

/** Why a page wasn't replaced: someone else changed it, it is gone, or the user has unsent text in it. */
export type Skipped = 'changed' | 'gone' | 'unsent';

export interface SendReplacements extends Read {
  /** Asked before each revision for the pages to skip. */
  readonly unsaved?: (() => Promise<readonly UnsavedText[]>) | undefined;
  /** Called for each revision, with the pages that the change request has now. */
  readonly onSent: (pages: readonly string[]) => void;
  readonly onSkipped: (page: string, why: Skipped) => void;
  readonly onOverwritten?: ((pages: readonly Overwritten[]) => void) | undefined;
}

/** Finds and replaces text in the pages of one account. */
export interface Find {
  /**
   * Asks the server first, unless that can't find the query, and reads the pages that it finds. Regular expressions are
   * looked for in all pages. Failures of the server don't reject, because results may have been found before.
   */
  find(places: readonly FindPlace[], query: FindQuery, options: FindOptions): Promise<FindOutcome>;
  /** The matches in these pages with their replacements. Pages that are gone are left out. */
  replaceable(pages: readonly PageAt[], query: FindQuery, by: string, read?: Read): Promise<readonly ReplaceablePage[]>;
  /** What each of the replacements would break. */
  problems(pages: readonly Omit<PageReplacement, 'page'>[]): Promise<readonly (readonly ReplacementProblem[])[]>;
  /** Those of the pages that a change request has changed otherwise or deleted. Reads only pages that it changes. */
  differing(
    at: Pick<EditTarget, 'space' | 'number'>,
    pages: readonly PageReplacement[],
    read?: Read,
  ): Promise<ReadonlySet<string>>;
  /**
   * Sends replacements to a change request, one revision for every fifty pages. A page that isn't like `base` is skipped,
   * and one that already has the text counts as sent: after a failure, the same call sends the rest.
   */
  send(
    at: Pick<EditTarget, 'space' | 'number'>,
    pages: readonly PageReplacement[],
    options: SendReplacements,
  ): Promise<void>;
}

/** Runs a task in a thread. Rejects with an error for the user if that takes too long. */
export type FindInThread = <Kind extends keyof FindTasks>(
  kind: Kind,
  task: FindTasks[Kind]['task'],
  signal: AbortSignal | undefined,
) => Promise<FindTasks[Kind]['result']>;
