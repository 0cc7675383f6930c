import type * as vscode from 'vscode';
import type { Api } from '../../../client/api.ts';
import type { EndpointCalls } from '../../../client/endpointCalls.ts';
import type { LedgerEntry } from '../../../client/ledger.ts';
import type { Identity } from '../../../client/signIn.ts';
import type { PageFacts, TextChecks } from '../../../model/checks/pageFacts.ts';
import type { SentLinks, ImportedPages, LocalImportSource } from '../../../model/pages/importSources.ts';
import type { ComparedPage, PagesToCompare } from '../../../model/rendering/comparePages.ts';
import type { Words } from '../../../model/rendering/words.ts';
import type { CurrentUser } from '../../../store/account/currentUser.ts';
import type { Contents } from '../../../store/content/content.ts';
import type { ChangeRequests } from '../../../store/changeRequests/changeRequests.ts';
import type { Inbox } from '../../../store/comments/inbox.ts';
import type { SuggestedEdits } from '../../../store/comments/suggestedEdits.ts';
import type { Threads } from '../../../store/comments/threads.ts';
import type { Conflicts } from '../../../store/editing/conflicts.ts';
import type { ChangeRequestEdits } from '../../../store/editing/edits.ts';
import type { PagesToSend, SendImport } from '../../../store/editing/sendImport.ts';
import type { Find } from '../../../store/find/find.ts';
import type { Library } from '../../../store/library/library.ts';
import type { LibraryActions } from '../../../store/libraryActions/libraryActions.ts';
import type { Organizations } from '../../../store/organizations/organizations.ts';
import type { SettingsDocuments } from '../../../store/settings/documents.ts';
import type { ParseAhead } from '../../../store/shared/parseAhead.ts';
import type { Sites } from '../../../store/sites/sites.ts';
import type { ActivePages } from './activePages.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Prompts } from './prompts.ts';
import type { SelectedRow } from './selectedRow.ts';
import type { OnStoreChange } from './storeChanges.ts';
import type { Account, Accounts } from './accounts.ts';
import type { GlobalState } from './globalState.ts';
import type { Reachability } from './reachability.ts';
import type { Reason } from '../../../model/shared/reasons.ts';

/** What the features share. The signature of a function names the services it uses: `Uses<'accounts' | 'stores'>`. */
export interface Services extends LoadedServices {
  readonly accounts: Accounts;
  readonly reachability: Reachability;
  readonly prompts: Prompts;
  readonly edge: ErrorEdge;
  readonly selected: SelectedRow;
  readonly activePages: () => Promise<ActivePages>;
  readonly globalState: GlobalState;
  /** The workspace state. */
  readonly state: vscode.Memento;
}

export type Uses<Name extends keyof Services> = Pick<Services, Name>;

/** Services whose code `src/composition` loads on first use. Calls reject with an ApiError. */
export interface LoadedServices {
  readonly stores: AccountStores;
  readonly servers: Servers;
  readonly imports: Imports;
  readonly accountData: AccountData;
  readonly sample: Sample;
  /**
   * Fetches an image from the public web without credentials, as a `data:` URL. Sends one request, in the way that last
   * reached the account's server. Rejects with a readable error.
   */
  readonly fetchImage: (address: string, account?: string) => Promise<string>;
  /** Why the text isn't a valid condition for visitors; undefined if it is. */
  readonly problemOfCondition: (text: string) => Promise<Reason | undefined>;
  /** The most recent requests, the oldest first. */
  readonly recentRequests: () => Promise<readonly LedgerEntry[]>;
  /** Parses a large page in another thread, so that parsing it here takes no time. */
  readonly parseAhead: ParseAhead;
  /** Renders and compares two versions of a page in another thread. */
  readonly comparePages: ComparePages;
  /** Checks the text of a page in another thread. Undefined if that would take too long. */
  readonly checkText: CheckText;
}

export type CheckText = (text: string, checks: TextChecks, signal?: AbortSignal) => Promise<PageFacts | undefined>;

export type ComparePages = (
  task: PagesToCompare & { readonly texts: Omit<Words, 'day'>; readonly language: string },
  signal?: AbortSignal,
) => Promise<ComparedPage>;

/** The stores of an account, and what those of all accounts report. */
export interface AccountStores {
  (account: Account): Stores;
  readonly onDidChange: OnStoreChange;
}

/** The data of one account. */
export interface Stores {
  library(): Promise<Library>;
  /** Creates, moves and deletes items of the Library, and finds links to them. */
  libraryActions(): Promise<LibraryActions>;
  currentUser(): Promise<CurrentUser>;
  changeRequests(): Promise<ChangeRequests>;
  /** The content of spaces in all versions. */
  contents(): Promise<Contents>;
  /** Pages of change requests that lack changes of main. */
  conflicts(): Promise<Conflicts>;
  /** Edits pages in change requests. */
  edits(): Promise<ChangeRequestEdits>;
  /** Finds and replaces text in pages. */
  find(): Promise<Find>;
  comments(): Promise<Threads>;
  /** Pages that the user edits to suggest changes. */
  suggestedEdits(): Promise<SuggestedEdits>;
  inbox(): Promise<Inbox>;
  sites(): Promise<Sites>;
  organizations(): Promise<Organizations>;
  settings(): Promise<SettingsDocuments>;
  /** Requests whose responses aren't cached. */
  api(): Promise<Pick<Api, 'content' | 'organizations' | 'members'>>;
  endpointCalls(): Promise<EndpointCalls>;
}

/** Servers, with or without an account. */
export interface Servers {
  parseBase(text: string): Promise<{ readonly base: string } | { readonly problem: Reason }>;
  parseToken(text: string): Promise<{ readonly token: string } | { readonly problem: Reason }>;
  /** Resolves if a server of this API answers there. Sends no secrets. */
  probe(base: string, signal: AbortSignal): Promise<void>;
  /** Asks the server who the token belongs to. */
  identify(base: string, token: string, signal: AbortSignal): Promise<Identity>;
  /** The account for this server and identity. */
  accountOf(base: string, identity: Identity): Promise<Account>;
  /** Sends the account's server one small request. Rejects if there is no answer, or a refusal. */
  retry(account: Account): Promise<void>;
}

export interface Imports {
  /**
   * Reads a file as pages of a change request, in another thread. Rejects with an error whose message has no subject:
   * `has no Markdown files`.
   */
  read(file: FileToImport, signal: AbortSignal): Promise<ImportedPages>;
  /** Sends the pages to a change request of the account. */
  send(account: Account, pages: PagesToSend): Promise<SendImport>;
}

/** A file of this computer, or a folder as a zip archive. */
export interface FileToImport extends SentLinks {
  readonly name: string;
  readonly source: LocalImportSource;
  readonly bytes: Uint8Array;
  /** Top-level slugs of the space, which imported pages can't use. */
  readonly taken: readonly string[];
}

/** What is stored on this computer for accounts. */
export interface AccountData {
  /** Counts the unsent texts of an account. */
  unsent(accountKey: string): Promise<{ readonly pages: number; readonly comments: number }>;
  /** Removes everything stored for an account that was signed out. */
  forget(accountKey: string): Promise<void>;
}

export interface Sample {
  /** Resets the sample workspace. Its unsent changes are lost. */
  reset(): Promise<void>;
}
