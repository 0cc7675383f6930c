import type { ConflictMarkers } from '../../model/merge/conflictMarkers.ts';
import type { Read } from '../library/library.ts';
import type { Reversals } from './reversals.ts';

/** A page of a change request, which goes by its number in the space. */
export interface EditTarget {
  readonly space: string;
  readonly number: number;
  /** The page's id. */
  readonly page: string;
}

/** A page of a change request as one writes it. */
export interface EditablePage {
  /** Starts with `# Title`; links read as paths of our file system, as in `PageText`, and stay so as long as they lead. Ends of lines are as the platform has them. */
  readonly text: string;
  /** In UTF-8 bytes. */
  readonly size: number;
  /** In ms since the epoch; strictly greater whenever the platform has another text than before. */
  readonly modifiedAt: number;
  /** How the same Markdown read when it was given out before, while other pages were called otherwise; the newest first. */
  readonly earlier?: readonly string[] | undefined;
}

/** With `markdown`, texts are as the platform has them, links too, and are sent as they are. */
export type SentFormat = 'markdown';

/** One change of a change request's content. Pages go by their ids. */
export type PageEdit =
  | {
      readonly kind: 'write';
      readonly page: string;
      /** As `EditablePage.text`: the title is that of its first line, if that is a heading of the first level. */
      readonly text: string;
      /** What this was written over: if the platform has another text now, nothing is sent, and `send` rejects as `conflict`. */
      readonly base?: string | undefined;
      readonly format?: SentFormat | undefined;
    }
  | {
      readonly kind: 'insert';
      readonly title: string;
      /** With or without the title as its first heading; links as in `EditablePage.text`. */
      readonly text?: string | undefined;
      readonly format?: SentFormat | undefined;
      /** The page to stand in; at the top of the space without it. */
      readonly into?: string | undefined;
      /** Place among its siblings, from 0; the last without it. */
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
      /** The page to stand in; undefined for the top of the space. */
      readonly into: string | undefined;
      /** Place among its siblings (without the page itself), from 0; the last without it. */
      readonly at?: number | undefined;
    }
  /** With all pages below it. */
  | { readonly kind: 'delete'; readonly page: string }
  /** Makes it again what it is in what the change request stands over: a page that was inserted is gone, one deleted is back. */
  | { readonly kind: 'revert'; readonly page: string }
  /**
   * Sends what the change request has of these attributes, as `PageConflict` of the contract names them, although it is no change: a
   * platform that remembers conflicts takes it as the decision. A page that is gone is deleted once more.
   */
  | { readonly kind: 'keep'; readonly page: string; readonly attributes: readonly string[] };

export interface Sent {
  /** False when nothing had to be sent: the platform has it all already. */
  readonly changed: boolean;
  /** The change request's revision afterwards. */
  readonly revision?: string | undefined;
  /** Ids of the inserted pages, in their order. */
  readonly inserted: readonly string[];
  /** Pages that came back otherwise than they were sent; both texts as `EditablePage.text`. */
  readonly different: readonly { readonly page: string; readonly sent: string; readonly received: string }[];
}

/** A page that somebody else changed between the last comparison and the save, which replaced their change. */
export interface Overwritten {
  readonly page: string;
  /** As it was then. */
  readonly title: string;
  /** The revision that both changes were made over. */
  readonly base: string;
  /** The revision that has the replaced text; undefined where only the title, the address or the place was replaced. */
  readonly revision: string | undefined;
}

/** What was written and not sent. */
export interface EditDraft {
  readonly target: EditTarget;
  readonly text: string;
  /** What the platform had when it was begun, as `EditablePage.text`. */
  readonly base: string;
  /** Of conflicts in the text that are being resolved. */
  readonly markers?: ConflictMarkers | undefined;
  /** In ms since the epoch. */
  readonly changedAt: number;
}

/** A file each: they outlive a reload, a failure and a window, and are seen in other windows. */
export interface EditDrafts {
  /** A text that is as `base` is no draft: then it is discarded. */
  keep(target: EditTarget, text: string, base: string, markers?: ConflictMarkers): Promise<void>;
  /** Keeps what an editor's text stands over, which VS Code brings back without it after a reload. Discarded with the draft. */
  keepBase(target: EditTarget, base: string): Promise<void>;
  discardBase(target: EditTarget): Promise<void>;
  base(target: EditTarget): Promise<string | undefined>;
  get(target: EditTarget): Promise<EditDraft | undefined>;
  /** Of all change requests, the oldest first. */
  all(): Promise<readonly EditDraft[]>;
  /** Of one change request, the oldest first. */
  of(at: Pick<EditTarget, 'space' | 'number'>): Promise<readonly EditDraft[]>;
  /** All as last read, without asking the disk, the oldest first: for what is drawn. */
  known(): readonly EditDraft[];
  discard(target: EditTarget): Promise<void>;
  /** Also when another window has changed some. */
  onDidChange(listener: () => void): { dispose(): void };
}

export interface SendOptions extends Read {
  /** More than `mostAtOnce` edits are sent as several revisions, one after the other; without it they are refused. */
  readonly inBatches?: boolean | undefined;
  /** False leaves `different` empty, which saves a request for each page. */
  readonly readsBack?: boolean | undefined;
  /** Called for each revision that replaced changes of others, also where a later one fails. */
  readonly onOverwritten?: ((pages: readonly Overwritten[]) => void) | undefined;
}

/** The pages of a change request changed. */
export interface EditsChange {
  readonly space: string;
  readonly number: number;
  readonly revision: string;
}

/**
 * Writing in the change requests of one account. Calls reject with an ApiError: `unsupported` where the server takes no
 * content, `conflict` when the change request cannot be written in any more or a page has become another, `forbidden` without
 * the permission to edit, `invalid` for what breaks a limit; the message says it in words for people.
 */
export interface ChangeRequestEdits {
  /** Whether the server takes content; undefined until it is known. */
  isOffered(): boolean | undefined;

  /** At the change request's revision as known within the last minute. */
  page(target: EditTarget, read?: Read): Promise<EditablePage>;
  /** The same without a request, once it was read. */
  knownPage(target: EditTarget): EditablePage | undefined;
  /** Asks the platform anew. */
  refresh(target: EditTarget, read?: Read): Promise<EditablePage>;

  /**
   * Sends all of the edits, or none, as one new revision; what changes nothing is not sent. It is never sent twice: where no
   * answer comes it is looked up what has happened, at once, and before the same change request is sent anything again.
   * Afterwards lists and content of the change request are as the platform has them. What others have changed is looked at before
   * each revision. The API cannot lock a page: what arrives between that look and the revision is replaced, and `onOverwritten` is
   * told.
   */
  send(at: Pick<EditTarget, 'space' | 'number'>, edits: readonly PageEdit[], options?: SendOptions): Promise<Sent>;

  readonly reversals: Reversals;
  readonly drafts: EditDrafts;
  /** After something was sent from here. What others send is told by `ChangeRequestContent.onDidChange`. */
  onDidChange(listener: (change: EditsChange) => void): { dispose(): void };
}
