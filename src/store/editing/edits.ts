import type { ConflictMarkers } from '../../model/merge/conflictMarkers.ts';
import type { Read } from '../library/library.ts';
import type { Reversals } from './reversals.ts';

/** A page of a change request, identified by the change request's number in the space. */
export interface EditTarget {
  readonly space: string;
  readonly number: number;
  /** Page id. */
  readonly page: string;
}

/** An editable page of a change request. */
export interface EditablePage {
  /**
   * Starts with `# Title`. Links are paths of our file system, as in `PageText`, and stay the same while they lead to a
   * page. Line endings are those of the server.
   */
  readonly text: string;
  /** Size in UTF-8 bytes. */
  readonly size: number;
  /** In ms since the epoch. Strictly increases whenever the server's text changes. */
  readonly modifiedAt: number;
  /** Earlier texts of the same Markdown, from when other pages had other names; newest first. */
  readonly earlier?: readonly string[] | undefined;
}

/** With `markdown`, texts and their links are in the server's form and are sent unchanged. */
export type SentFormat = 'markdown';

/** One change of a change request's content. Pages are identified by their ids. */
export type PageEdit =
  | {
      readonly kind: 'write';
      readonly page: string;
      /** As `EditablePage.text`: a heading of level 1 in the first line sets the title. */
      readonly text: string;
      /**
       * The text that this edit is based on. If the server's text has changed, nothing is sent and `send` rejects with
       * `conflict`.
       */
      readonly base?: string | undefined;
      readonly format?: SentFormat | undefined;
    }
  | {
      readonly kind: 'insert';
      readonly title: string;
      /** The text, with or without the title as its first heading; links as in `EditablePage.text`. */
      readonly text?: string | undefined;
      readonly format?: SentFormat | undefined;
      /** Parent page; the top of the space if omitted. */
      readonly into?: string | undefined;
      /** Index among its siblings, from 0; last if omitted. */
      readonly at?: number | undefined;
    }
  | {
      readonly kind: 'rename';
      readonly page: string;
      readonly title?: string | undefined;
      readonly slug?: string | undefined;
    }
  | {
      readonly kind: 'move';
      readonly page: string;
      /** Parent page; undefined for the top of the space. */
      readonly into: string | undefined;
      /** Index among its siblings (not counting the page itself), from 0; last if omitted. */
      readonly at?: number | undefined;
      /** A slug that is free there; the server chooses one if omitted. */
      readonly slug?: string | undefined;
    }
  /** Also deletes all pages below it. */
  | { readonly kind: 'delete'; readonly page: string }
  /** Restores the page to its state in the base: an inserted page is removed, a deleted one returns. */
  | { readonly kind: 'revert'; readonly page: string }
  /**
   * Sends the change request's values of these attributes (named as in the contract's `PageConflict`) although they
   * didn't change. A server that reports conflicts takes this as the resolution. A deleted page is deleted once more.
   */
  | { readonly kind: 'keep'; readonly page: string; readonly attributes: readonly string[] };

/** A file to send with the first page that links to it. */
export interface NewFile {
  /** Its name in links: unique in the change request. */
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
  /** In bytes. */
  readonly size: number;
}

export interface UnsentFile extends NewFile {
  readonly space: string;
  /** Of the change request whose pages show it: the same name may be another file in others. */
  readonly number: number;
  /** In ms since the epoch. */
  readonly addedAt: number;
}

/**
 * Files that were inserted into pages. Like drafts they are on disk. Each is sent in one revision with a page that links
 * to it; a file without a link stays for a week.
 */
export interface UnsentFiles {
  /**
   * Returns the name that the file got: another one if its own is among the `taken` ones, or another file has it, such as
   * one of another window.
   */
  add(at: Pick<EditTarget, 'space' | 'number'>, file: NewFile, taken?: readonly string[]): Promise<string>;
  get(at: Pick<EditTarget, 'space' | 'number'>, name: string): Promise<UnsentFile | undefined>;
  of(at: Pick<EditTarget, 'space' | 'number'>): Promise<readonly UnsentFile[]>;
  /**
   * Whether the server takes files; asks it once, with a request that it refuses either way. Undefined if it can't be
   * asked now.
   */
  areOffered(at: Pick<EditTarget, 'space' | 'number'>): Promise<boolean | undefined>;
}

export interface Sent {
  /** False if nothing had to be sent because the server already has all of it. */
  readonly changed: boolean;
  /** The change request's new head. */
  readonly revision?: string | undefined;
  /** Ids of the inserted pages, in the order of the edits. */
  readonly inserted: readonly string[];
  /** Pages that the server altered. */
  readonly different: readonly DifferentText[];
  /** Ids of pages that weren't sent, because the server has that text already, or would write the same again. */
  readonly unchanged?: readonly string[];
}

/** What was sent of a page, and what the server has; both as `EditablePage.text`. */
export interface DifferentText {
  readonly page: string;
  readonly sent: string;
  readonly received: string;
}

/**
 * A page that someone else changed between the last comparison and the save, so that the save replaced their change.
 */
export interface Overwritten {
  readonly page: string;
  /** The page's title in the replaced revision. */
  readonly title: string;
  /** The revision that both changes are based on. */
  readonly base: string;
  /** The revision that has the replaced text; undefined if only the title, slug or place was replaced. */
  readonly revision: string | undefined;
}

/** Unsent text of a page. */
export interface EditDraft {
  readonly target: EditTarget;
  readonly text: string;
  /** The server's text when the draft was started, as `EditablePage.text`. */
  readonly base: string;
  /** Markers of the text conflicts that are being resolved. */
  readonly markers?: ConflictMarkers | undefined;
  /** In ms since the epoch. */
  readonly changedAt: number;
}

/** Drafts are files, one per page: they outlive failures, reloads and windows, and other windows see them. */
export interface EditDrafts {
  /** Keeps a draft, or discards it if the text equals `base`. */
  keep(target: EditTarget, text: string, base: string, markers?: ConflictMarkers): Promise<void>;
  /**
   * Keeps the base of an editor's text, because VS Code restores the text after a reload without it. The base is
   * discarded with the draft.
   */
  keepBase(target: EditTarget, base: string): Promise<void>;
  discardBase(target: EditTarget): Promise<void>;
  base(target: EditTarget): Promise<string | undefined>;
  get(target: EditTarget): Promise<EditDraft | undefined>;
  /** Drafts of all change requests, oldest first. */
  all(): Promise<readonly EditDraft[]>;
  /** Drafts of one change request, oldest first. */
  of(at: Pick<EditTarget, 'space' | 'number'>): Promise<readonly EditDraft[]>;
  /** All drafts as last read, oldest first, without a disk access: for rendering. */
  cached(): readonly EditDraft[];
  discard(target: EditTarget): Promise<void>;
  /** Also fires when another window changed drafts. */
  onDidChange(listener: () => void): { dispose(): void };
}

export interface SendOptions extends Read {
  /**
   * Sends more than `mostAtOnce` edits as several revisions, one after the other. Otherwise so many edits are refused.
   */
  readonly inBatches?: boolean | undefined;
  /** False leaves `different` empty, which saves one request per page. */
  readonly readsBack?: boolean | undefined;
  /** Called for each revision that replaced changes of others, even if a later one fails. */
  readonly onOverwritten?: ((pages: readonly Overwritten[]) => void) | undefined;
}

/** The pages of a change request changed. */
export interface EditsChange {
  readonly space: string;
  readonly number: number;
  readonly revision: string;
}

/**
 * Edits in the change requests of one account. Calls reject with an ApiError: `unsupported` if the server accepts no
 * content, `conflict` if the change request is closed or the page has changed, `forbidden` without permission to edit,
 * `invalid` if a limit is exceeded. The message says so in words for users.
 */
export interface ChangeRequestEdits {
  /** Whether the server accepts content; undefined while unknown. */
  isOffered(): boolean | undefined;

  /** Reads the page at the change request's head, which may be cached for up to a minute. */
  page(target: EditTarget, read?: Read): Promise<EditablePage>;
  /** The page as last read, without a request. */
  cachedPage(target: EditTarget): EditablePage | undefined;
  /** Reads the page from the server, past the cache. */
  refresh(target: EditTarget, read?: Read): Promise<EditablePage>;

  /**
   * Sends all of the edits or none, as one new revision; edits that change nothing are left out.
   * Edits are never sent twice: if a request gets no answer, its outcome is confirmed at once, or else before anything
   * is sent to this change request again.
   * Afterwards, lists and content of the change request match the server.
   * Changes of others are compared before each revision. The API can't lock a page, so a change that arrives between
   * the comparison and the revision is replaced and reported to `onOverwritten`.
   */
  send(at: Pick<EditTarget, 'space' | 'number'>, edits: readonly PageEdit[], options?: SendOptions): Promise<Sent>;

  /**
   * Sends files that no page links to yet, as one revision. Returns their ids, undefined where the reply doesn't say.
   * Files of the same name and size that the change request has aren't sent again.
   */
  sendFiles(
    at: Pick<EditTarget, 'space' | 'number'>,
    files: readonly NewFile[],
    read?: Read,
  ): Promise<readonly (string | undefined)[]>;

  readonly reversals: Reversals;
  readonly drafts: EditDrafts;
  readonly files: UnsentFiles;
  /** Fires after edits were sent from here. For changes of others, see `Contents.onDidChange`. */
  onDidChange(listener: (change: EditsChange) => void): { dispose(): void };
}
