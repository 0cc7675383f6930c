import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { ChangeRequestAt } from '../changeRequests/changeRequests.ts';
import type { Read } from '../library/library.ts';

/** A page of a change request that lacks changes which main has, or had when it was last updated from there. */
export interface PageConflict {
  /** The page's id. */
  readonly page: string;
  readonly title: string;
  /** The revision that both sides started from. */
  readonly base: string;
  /** The revision whose changes are missing. */
  readonly main: string;
  /** The change request's revision before the update; before a merge, its present one. */
  readonly own: string;
  /** Where changes of main are missing: `document` is the text, `parent` the place, `page` that main deleted or kept it; else a field's name. */
  readonly lost: readonly string[];
}

/** The texts of a page in conflict, as `EditablePage.text`, with links as its change request reads them; undefined where there is no page. */
export interface ConflictSides {
  readonly conflict: PageConflict;
  readonly base: string | undefined;
  readonly main: string | undefined;
  /** As the change request has it now. */
  readonly own: string | undefined;
}

/** What main would lose by a merge. */
export interface Losses {
  readonly pages: readonly PageConflict[];
  /** False where the server keeps no old revisions: then there may be others. */
  readonly isComplete: boolean;
}

/**
 * The conflicts of one account's change requests with main: found by comparing base, main and result, or remembered by the
 * platform. They outlive a reload, until they are resolved. Calls reject with an ApiError.
 */
export interface Conflicts {
  /** Reads what this machine remembers: before it, `known` may be short of some. */
  load(): Promise<void>;
  /** Unresolved ones, without a request. */
  known(spaceId: string, number: number): readonly PageConflict[];
  /** The same, with what the platform remembers: the requests of `ChangeRequestContent.changes`, and no page is read. */
  of(spaceId: string, number: number, read?: Read): Promise<readonly PageConflict[]>;
  /** Compares after an update from main: `before` is the change request before it. Undefined where the server keeps no old revisions. */
  compareUpdate(spaceId: string, before: ChangeRequest, read?: Read): Promise<readonly PageConflict[] | undefined>;
  /** Compares with main as it is now if the change request is outdated: an update may combine both sides first. */
  lossesOfMerge(at: ChangeRequestAt, read?: Read): Promise<Losses>;
  /** For showing the conflict; undefined where the page has none. */
  sidesOf(spaceId: string, number: number, page: string, read?: Read): Promise<ConflictSides | undefined>;
  /**
   * Someone decided: also where changes of main are still missing. A platform that remembers the conflict is sent what the change
   * request has once more, so that nobody is shown it any longer.
   */
  resolve(spaceId: string, number: number, page: string): Promise<void>;
  /** Also when a save has resolved a conflict. */
  onDidChange(listener: (change: { readonly space: string; readonly number: number }) => void): { dispose(): void };
}
