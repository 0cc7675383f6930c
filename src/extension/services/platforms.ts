import type { Api } from '../../client/api.ts';
import type { EndpointCalls } from '../../client/endpointCalls.ts';
import type { Identity } from '../../client/signIn.ts';
import type { ChangeRequests } from '../../store/changeRequests/changeRequests.ts';
import type { ChangeRequestEdits } from '../../store/editing/edits.ts';
import type { ChangeRequestContent } from '../../store/changeRequestContent/content.ts';
import type { Conflicts } from '../../store/editing/conflicts.ts';
import type { Inbox } from '../../store/comments/inbox.ts';
import type { Library } from '../../store/library/library.ts';
import type { Threads } from '../../store/comments/threads.ts';
import type { SettingsDocuments } from '../../store/settings/documents.ts';
import type { Organizations } from '../../store/organizations/organizations.ts';
import type { ImportedPages, LocalImportSource } from '../../model/pages/importSources.ts';
import type { PagesToSend, SendImport } from '../../store/editing/sendImport.ts';
import type { ParseAhead } from '../../store/shared/parseAhead.ts';
import type { Sites } from '../../store/sites/sites.ts';
import type { Upkeep } from '../../store/libraryActions/libraryActions.ts';
import type { Account } from './accounts.ts';
import type { Reachability } from './reachability.ts';

/** A file of this computer, or a folder as a zip archive. */
export interface FileToImport {
  readonly name: string;
  readonly source: LocalImportSource;
  readonly bytes: Uint8Array;
  /** Slugs at the top of the space, which imported pages can't have. */
  readonly taken: readonly string[];
  /** The platform's paths of pages that were imported already, by key. */
  readonly paths: Readonly<Record<string, string>>;
}

/** What the features need of the layers that are loaded on first use. Calls reject with an ApiError. */
export interface Platforms {
  library(account: Account): Promise<Library>;
  changeRequests(account: Account): Promise<ChangeRequests>;
  threads(account: Account): Promise<Threads>;
  inbox(account: Account): Promise<Inbox>;
  /** What stands in its change requests and revisions. */
  changeRequestContent(account: Account): Promise<ChangeRequestContent>;
  /** Pages of its change requests that lack changes of main. */
  conflicts(account: Account): Promise<Conflicts>;
  /** Writing in its change requests. */
  edits(account: Account): Promise<ChangeRequestEdits>;
  sites(account: Account): Promise<Sites>;
  organizations(account: Account): Promise<Organizations>;
  api(account: Account): Promise<Pick<Api, 'content' | 'organizations' | 'members'>>;
  /** What changes the Library, and what is told of its links. */
  upkeep(account: Account): Promise<Upkeep>;
  settings(account: Account): Promise<SettingsDocuments>;
  endpoints(account: Account): Promise<EndpointCalls>;
  /** Whether a server of this API answers there; nothing secret is sent. */
  probe(base: string, signal: AbortSignal): Promise<void>;
  /** Asks the server whom the token belongs to. */
  identify(base: string, token: string, signal: AbortSignal): Promise<Identity>;
  /** The account that this server and identity make. */
  accountOf(base: string, identity: Identity): Promise<Account>;
  parseBase(text: string): Promise<{ readonly base: string } | { readonly problem: string }>;
  parseToken(text: string): Promise<{ readonly token: string } | { readonly problem: string }>;
  /** A picture of the public web as `data:`, fetched without credentials; rejects with a sentence that says why not. */
  image(address: string): Promise<string>;
  /** Why a text can't be a condition for visitors; undefined when it can. */
  problemOfCondition(text: string): Promise<string | undefined>;
  /** Reads a file as pages of a change request, in another thread. Rejects with an error whose message lacks its subject: `holds no Markdown`. */
  importedPages(file: FileToImport, signal: AbortSignal): Promise<ImportedPages>;
  /** Sends such pages to a change request of the account. */
  sendImport(account: Account, pages: PagesToSend): Promise<SendImport>;
  /** Has a large page parsed in another thread, so that parsing it here takes no time. */
  parseAhead: ParseAhead;
  /** How much is kept on this machine that was written and not sent. */
  unsent(accountKey: string): Promise<{ readonly pages: number; readonly comments: number }>;
  /** Makes the sample workspace anew; what was written in it and not sent is gone. */
  resetSample(): Promise<void>;
  /** Removes all that is kept for an account that was signed out. */
  forget(accountKey: string): Promise<void>;
  readonly reachability: Reachability;
  /** Sends the account's server one small request; rejects when it isn't answered, or with a refusal. */
  retryConnection(account: Account): Promise<void>;
}
