import type * as vscode from 'vscode';
import { withCapabilities, type Lacking } from '../client/capabilities.ts';
import { createApi } from '../client/createApi.ts';
import { createDownload } from '../client/download.ts';
import type { Ledger } from '../client/ledger.ts';
import { followReachability } from '../client/network/reachability.ts';
import { withBusyRepeats } from '../client/network/repeating.ts';
import { refusedTokens } from '../extension/ground/services/refusedTokens.ts';
import { reportingRefusals } from '../client/refusals.ts';
import { checkSettings } from '../client/settingsCheck.ts';
import { asReceived } from '../contract/shared/tolerantly.ts';
import { withServerClock } from '../client/network/serverClock.ts';
import { withShareKeys } from '../client/shareKeys.ts';
import type { Account, Accounts } from '../extension/ground/services/accounts.ts';
import type { FollowedReachability } from '../extension/ground/services/reachability.ts';
import type { GlobalState } from '../extension/ground/services/globalState.ts';
import { spaceNames } from '../extension/ground/places/pageUri.ts';
import type { ErrorEdge } from '../extension/ground/messages/errorEdge.ts';
import { disposeIfUsed, onFirstUse } from '../extension/ground/commands/onFirstUse.ts';
import type { Stores } from '../extension/ground/services/services.ts';
import { openShareKeys } from '../extension/sites/shareKeys.ts';
import type { StoreChange, StoreChanges } from '../extension/ground/services/storeChanges.ts';
import { completeStep } from '../extension/ground/services/walkthrough.ts';
import type { LocalPlatform } from '../server/localPlatform.ts';
import { createCurrentUser } from '../store/account/currentUser.ts';
import { createChangeRequests } from '../store/changeRequests/createChangeRequests.ts';
import type { Network } from './network.ts';
import { createContents } from '../store/content/createContents.ts';
import { createConflicts } from '../store/editing/createConflicts.ts';
import { joinChangeRequests } from '../store/content/followLists.ts';
import { createLibrary } from '../store/library/createLibrary.ts';
import { createInbox } from '../store/comments/inbox.ts';
import { createOrganizations } from '../store/organizations/createOrganizations.ts';
import { createThreads } from '../store/comments/createThreads.ts';
import { followOpenComments } from '../store/comments/openCounts.ts';
import { createSettingsDocuments } from '../store/settings/documents.ts';
import { createSites } from '../store/sites/createSites.ts';
import { createLibraryActions } from '../store/libraryActions/createLibraryActions.ts';
import { giveSignOfLife } from '../store/organizations/presence.ts';
import type { ParseAhead } from '../store/shared/parseAhead.ts';
import { ReasonedError } from '../model/shared/failure.ts';
import { cacheOf, draftsOf, restoreMarks } from './accountFiles.ts';
import { findIn } from './find.ts';

export interface ConnectionContext {
  readonly context: vscode.ExtensionContext;
  readonly globalState: GlobalState;
  readonly log: vscode.LogOutputChannel;
  readonly accounts: Accounts;
  readonly edge: ErrorEdge;
  /** Called each time a server refuses an account's token. */
  readonly refused: (account: Account) => void;
  readonly reachability: Pick<FollowedReachability, 'lost' | 'found' | 'recovered'>;
  readonly network: Pick<Network, 'platform' | 'of'>;
  readonly ledger: Ledger;
  readonly openSample: () => Promise<LocalPlatform>;
  readonly parseAhead: ParseAhead;
  /** Called when a store reports a change. */
  readonly storeChanged: (change: StoreChange) => void;
}

export interface Connection {
  readonly stores: Stores;
  /** Refreshes everything that is cached. */
  readonly refresh: () => Promise<unknown>;
  /** Sends the server one request. */
  readonly retry: () => Promise<void>;
  /** Done when nothing more is written to the account's cache. */
  readonly close: () => Promise<void>;
}

/** Connects the client, stores and local platform of an account. */
export async function connectAccount(account: Account, parts: ConnectionContext): Promise<Connection> {
  const connected = await connectApi(account, parts);
  const { retry, tryAll } = connected;
  const { context, log } = parts;
  if (account.kind === 'server')
    await restoreMarks(context.globalStorageUri.fsPath, account.key, (message) => log.warn(message));
  const { stores, close } = createStores(account, parts, connected);
  return {
    stores,
    async refresh() {
      tryAll();
      const [library, changeRequests, sites, organizations] = await Promise.all([
        stores.library(),
        stores.changeRequests(),
        stores.sites(),
        stores.organizations(),
      ]);
      await Promise.all([library.refresh(), changeRequests.refresh(), sites.refresh(), organizations.refresh()]);
    },
    retry,
    close,
  };
}

async function connectApi(
  account: Account,
  { context, globalState, log, accounts, refused, reachability, network, ledger, openSample }: ConnectionContext,
) {
  const local = account.kind === 'sample' ? await openSample() : undefined;
  const { base } = account;
  // The token of an earlier connection may have been another.
  refusedTokens.note(account.key, false);
  const refusing = reportingRefusals(
    local?.handle ?? network.of(account.key),
    () => {
      // A request may still be answered after the user has signed out.
      if (!accounts.byKey(account.key)) return;
      refusedTokens.note(account.key, true);
      refused(account);
    },
    () => {
      if (!refusedTokens.has(account.key)) return;
      refusedTokens.note(account.key, false);
      // Views that were refused load what they couldn't.
      reachability.recovered(account);
    },
  );
  const followed = followReachability(refusing, {
    lost: (lastAnswer) => reachability.lost(account, lastAnswer),
    found: () => reachability.found(account),
    recovered: () => reachability.recovered(account),
  });
  // The sample workspace has no server to reach: its failures are bugs.
  const { platform: once, serverNow } = withServerClock(local ? refusing : followed.platform);
  // Above the reachability, so that a busy server is shown before the wait for it.
  const platform = withBusyRepeats(once);
  const token = async () => {
    const found = local?.token ?? (await accounts.token(account.key));
    // What goes on in the background after the user has signed out is none of the server's business.
    if (found === undefined && !accounts.byKey(account.key)) throw new ReasonedError({ code: 'notSignedIn' });
    return found;
  };
  const lacking = `lacking/${account.key}`;
  const essentials = { base, token, log: (line: string) => log.debug(line), ledger };
  /** Says at once whether the server answers. */
  const probe = createApi({ ...essentials, platform: once });
  const plain = createApi({
    ...essentials,
    platform,
    onSkipped: (endpoint, first, count) => {
      for (const { index, reason } of first) log.warn(`${endpoint}: item ${index} skipped: ${reason}`);
      if (count > first.length) log.warn(`${endpoint}: ${count - first.length} more items skipped`);
    },
    onDropped: (endpoint, first, count) => {
      const more = count > first.length ? ` and ${count - first.length} more` : '';
      log.warn(`${endpoint}: fields of an unexpected form ignored: ${first.join(', ')}${more}`);
    },
  });
  const {
    api: capable,
    lacks,
    ability,
    forget: tryAll,
  } = withCapabilities(plain, {
    storage: {
      get: () => globalState.get(lacking),
      set: (learned: Lacking) => globalState.update(lacking, learned),
    },
  });
  const shareKeys = openShareKeys(context.secrets);
  const api = withShareKeys(capable, (siteId) => shareKeys.get(account.key, siteId));
  const download = createDownload({ base, platform, elsewhere: network.platform, token, ledger });
  return {
    api,
    download,
    serverNow,
    /** Whether the server turned out to lack an endpoint. */
    lacks,
    ability,
    /** Makes all endpoints that the server lacked available for another try. */
    tryAll,
    retry: async () => {
      followed.skipPause();
      await probe.users.me({});
    },
  };
}

function createStores(
  account: Account,
  { context, log, edge, parseAhead, storeChanged }: ConnectionContext,
  { api, download, serverNow, lacks, ability }: Awaited<ReturnType<typeof connectApi>>,
): Pick<Connection, 'stores' | 'close'> {
  const folder = context.globalStorageUri.fsPath;
  const warn = (message: string): void => log.warn(message);
  const storage = cacheOf(folder, account.key, warn);
  const drafts = draftsOf(folder, account.key, warn);
  const names = spaceNames()?.of(account.key);
  const parts = { api, download, account: account.key, now: Date.now, serverNow, storage, log, parseAhead, names };
  const library = createLibrary(parts);
  const currentUser = createCurrentUser({ ...parts, userId: account.userId });
  const changeRequests = createChangeRequests({ ...parts, library, currentUser });
  const threads = createThreads({
    api,
    currentUserId: () => currentUser.load(),
    now: Date.now,
    serverNow,
    drafts: drafts.comments,
    log,
  });
  const contents = createContents({ ...parts, library });
  joinChangeRequests(changeRequests, contents);
  const report =
    <Kind extends keyof StoreChanges>(kind: Kind) =>
    (change: StoreChanges[Kind]): void => {
      storeChanged({ kind, account, change } as StoreChange);
    };
  library.onDidChange(report('library'));
  contents.onDidChange(report('content'));
  threads.onDidChange(report('comments'));
  threads.drafts.onDidChange(report('commentDrafts'));
  const edits = onFirstUse(async () => {
    const { createChangeRequestEdits } = await import('../store/editing/createEdits.ts');
    const made = createChangeRequestEdits({
      api,
      content: contents,
      isLacking: () => lacks('changeRequestContent', 'update'),
      now: Date.now,
      drafts: drafts.pages,
      files: drafts.files,
      inserting: ability('insert_files'),
      log,
      names,
    });
    made.onDidChange(() => completeStep('edit'));
    made.onDidChange(report('edits'));
    made.drafts.onDidChange(report('editDrafts'));
    return made;
  });
  const find = findIn({ api, library, content: contents, edits });
  const suggestedEdits = onFirstUse(async () => {
    const { createSuggestedEdits } = await import('../store/comments/suggestedEdits.ts');
    return createSuggestedEdits({ storage: drafts.suggestions, now: Date.now, warn });
  });
  const conflicts = createConflicts({
    ...parts,
    library,
    content: contents,
    send: async (...given) => (await edits()).send(...given),
  });
  const settings = createSettingsDocuments({
    api,
    currentUserId: () => currentUser.load(),
    check: checkSettings,
    asReceived,
    now: Date.now,
    log,
  });
  conflicts.onDidChange(report('conflicts'));
  settings.onDidChange(report('settings'));
  threads.onDidSend(() => completeStep('comment'));
  followOpenComments(threads, changeRequests, library);
  const sites = createSites({ api, now: Date.now, serverNow, log });
  const inbox = createInbox({
    api,
    threads,
    organizations: async (signal) => (await library.organizations({ signal })).map(({ id }) => id),
    isOwnMove: (...move) => changeRequests.isOwnMove(...move),
    now: Date.now,
    serverNow,
    storage,
    log,
  });
  inbox.onDidChange(report('inbox'));
  const libraryActions = createLibraryActions({ ...parts, library, sites });
  const organizations = createOrganizations({ api, download, now: Date.now, serverNow, log });
  const failed = (error: unknown) => edge.note('Sign of life', error);
  void giveSignOfLife({ api, library, storage, now: Date.now(), failed }).catch(failed);
  return {
    stores: {
      library: async () => library,
      libraryActions: async () => libraryActions,
      currentUser: async () => currentUser,
      changeRequests: async () => changeRequests,
      contents: async () => contents,
      conflicts: async () => conflicts,
      edits,
      find: async () => find,
      comments: async () => threads,
      suggestedEdits,
      inbox: async () => inbox,
      sites: async () => sites,
      organizations: async () => organizations,
      settings: async () => settings,
      api: async () => api,
      async endpointCalls() {
        const { createEndpointCalls } = await import('../client/endpointCalls.ts');
        return createEndpointCalls({ api, base: account.base });
      },
    },
    async close() {
      threads.dispose();
      inbox.dispose();
      disposeIfUsed(edits);
      disposeIfUsed(suggestedEdits);
      await storage.close();
    },
  };
}
