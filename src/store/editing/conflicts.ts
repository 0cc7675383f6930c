import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { ChangeRequestAt } from '../changeRequests/changeRequests.ts';
import type { Read } from '../library/library.ts';

/** A page of a change request that misses changes of main, now or after its last update from main. */
export interface PageConflict {
  /** Page id. */
  readonly page: string;
  readonly title: string;
  /** The revision that both sides started from. */
  readonly base: string;
  /** The revision of main whose changes are missing. */
  readonly main: string;
  /** The change request's revision before the update; before a merge, its head. */
  readonly own: string;
  /**
   * Where changes of main are missing: `document` is the text, `parent` the place, and `page` means that main deleted
   * or kept the page. Other values are field names.
   */
  readonly lost: readonly string[];
}

/**
 * The texts of a page in conflict, as `EditablePage.text`, with links as seen from its change request. A text is
 * undefined where the page doesn't exist.
 */
export interface ConflictSides {
  readonly conflict: PageConflict;
  readonly base: string | undefined;
  readonly main: string | undefined;
  /** The change request's current text. */
  readonly own: string | undefined;
}

/** The changes that main would lose by a merge. */
export interface Losses {
  readonly pages: readonly PageConflict[];
  /** False if the server keeps no old revisions: then other changes may be lost too. */
  readonly isComplete: boolean;
}

/**
 * The conflicts of one account's change requests with main, found by comparing base, main and head, or reported by the
 * server. They outlive a reload until they are resolved. Calls reject with an ApiError.
 */
export interface Conflicts {
  /** Reads the cache file. Until then, `cached` may be incomplete. */
  load(): Promise<void>;
  /** Unresolved cached conflicts, without a request. */
  cached(spaceId: string, number: number): readonly PageConflict[];
  /**
   * The unresolved conflicts, including those that the server reports. Sends the requests of
   * `Contents.changes` and reads no page.
   */
  of(spaceId: string, number: number, read?: Read): Promise<readonly PageConflict[]>;
  /**
   * Compares after an update from main; `before` is the change request before the update. Undefined if the server keeps
   * no old revisions.
   */
  compareUpdate(spaceId: string, before: ChangeRequest, read?: Read): Promise<readonly PageConflict[] | undefined>;
  /** Compares an outdated change request with the current main. An update may already have combined both sides. */
  lossesOfMerge(at: ChangeRequestAt, read?: Read): Promise<Losses>;
  /** The texts to show for a conflict; undefined if the page has none. */
  sidesOf(spaceId: string, number: number, page: string, read?: Read): Promise<ConflictSides | undefined>;
  /**
   * Marks the conflict as resolved, even if changes of main are still missing. If the server reports the conflict, the
   * change request's version is sent once more, so that nobody is shown the conflict any longer.
   */
  resolve(spaceId: string, number: number, page: string): Promise<void>;
  /** Also fires when a save resolved a conflict. */
  onDidChange(listener: (change: { readonly space: string; readonly number: number }) => void): { dispose(): void };
}
