import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Api } from '../client/api.ts';
import { parseBase } from '../client/base.ts';
import { withCapabilities, type Lacking } from '../client/capabilities.ts';
import { createApi } from '../client/createApi.ts';
import { createDownload } from '../client/download.ts';
import type { Platform } from '../client/platform.ts';
import { followReachability } from '../client/reachability.ts';
import { tellingRefusals } from '../client/refusals.ts';
import { checkSettings } from '../client/settingsCheck.ts';
import { withServerClock } from '../client/serverClock.ts';
import { withShareKeys } from '../client/shareKeys.ts';
import { identify, probe, type Identity } from '../client/signIn.ts';
import { parseToken } from '../client/token.ts';
import type { Transport, TransportOptions } from '../client/transport.ts';
import type { Account, Accounts } from '../extension/services/accounts.ts';
import type { FollowedReachability } from '../extension/services/reachability.ts';
import type { GlobalState } from '../extension/services/globalState.ts';
import { spaceNames } from '../extension/addresses/pageUri.ts';
import type { ErrorEdge } from '../extension/messages/errorEdge.ts';
import { disposeIfUsed, methodsOnFirstUse, onFirstUse } from '../extension/commands/onFirstUse.ts';
import type { LoadedServices, Stores } from '../extension/services/services.ts';
import { openShareKeys, shareKeysName } from '../extension/sites/shareKeys.ts';
import { completeStep } from '../extension/services/walkthrough.ts';
import { accountKey, keyBeside } from '../model/shared/accountKey.ts';
import { imageTypeOf } from '../model/shared/imageType.ts';
import { titleText } from '../model/shared/titleText.ts';
import type { LocalPlatform } from '../server/localPlatform.ts';
import { createChangeRequests } from '../store/changeRequests/createChangeRequests.ts';
import { createParseAhead } from './parseAhead.ts';
import { textsIn } from './smallTexts.ts';
import type { DraftStorage } from '../store/shared/draftFiles.ts';
import { createChangeRequestContent } from '../store/changeRequestContent/createContent.ts';
import { createConflicts } from '../store/editing/createConflicts.ts';
import { conflictsName } from '../store/editing/cachedConflicts.ts';
import { joinChangeRequests } from '../store/changeRequestContent/followLists.ts';
import { createLibrary } from '../store/library/createLibrary.ts';
import { isEditDraft } from '../store/editing/drafts.ts';
import { createInbox, inboxName } from '../store/comments/inbox.ts';
import { createOrganizations } from '../store/organizations/createOrganizations.ts';
import { createThreads } from '../store/comments/createThreads.ts';
import { followOpenComments } from '../store/comments/openCounts.ts';
import { createSettingsDocuments } from '../store/settings/documents.ts';
import { createSites } from '../store/sites/createSites.ts';
import { createUpkeep } from '../store/libraryActions/createLibraryActions.ts';
import { giveSignOfLife } from '../store/organizations/presence.ts';

export interface RuntimeParts {
  readonly context: vscode.ExtensionContext;
  readonly globalState: GlobalState;
  readonly log: vscode.LogOutputChannel;
  readonly accounts: Accounts;
  readonly edge: ErrorEdge;
  /** Told each time a server refuses an account's token. */
  readonly refused: (account: Account) => void;
  readonly reachability: Pick<FollowedReachability, 'lost' | 'recovered'>;
}

interface Connection {
  readonly stores: Stores;
  /** Asks anew for all that is held. */
  readonly refresh: () => Promise<unknown>;
  /** Sends the server one request. */
  readonly retry: () => Promise<void>;
  readonly dispose: () => void;
}

/** The half of the composition root that is loaded on first use: joins client, store and local platform per account. */
export function createRuntime({
  context,
  globalState,
  log,
  accounts,
  edge,
  refused,
  reachability,
}: RuntimeParts): LoadedServices & vscode.Disposable {
  const folder = context.globalStorageUri.fsPath;
  const warn = (message: string): void => log.warn(message);
  const connections = new Map<string, Promise<Connection>>();
  const shareKeys = openShareKeys(context.secrets);
  const parseAhead = createParseAhead(log);
  let network: Promise<Transport> | undefined;
  let sample: Promise<LocalPlatform> | undefined;

  const following = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('http')) closeNetwork();
    }),
    accounts.onDidChange(({ removed, changed }) => {
      for (const { key } of removed) disconnect(key);
      for (const { key } of changed) void startAnew(key).catch((error: unknown) => edge.note('Replaced token', error));
    }),
  );

  /** With another token the same account may see more, or again. */
  async function startAnew(key: string): Promise<void> {
    await (await connections.get(key))?.refresh();
  }

  /** The HTTP library is large: who stays in the sample workspace never loads it. */
  function openNetwork(): Promise<Transport> {
    network ??= import('../client/transport.ts').then(({ createTransport }) => createTransport(networkSettings()));
    const opening = network;
    opening.catch(() => {
      if (network === opening) network = undefined;
    });
    return opening;
  }

  function closeNetwork(): void {
    network?.then((open) => open.close()).catch(() => undefined);
    network = undefined;
  }

  /** Over the network, with the `http.*` settings as they are at the time of the request. */
  const remote: Platform = async (request) => (await openNetwork()).platform(request);

  function openSample(): Promise<LocalPlatform> {
    sample ??= import('../server/localPlatform.ts').then(({ openLocalPlatform }) =>
      openLocalPlatform({
        data: sampleData(folder),
        otherwise: vscode.l10n.t('To start over, run “Docs Platform: Reset the Sample Workspace…”.'),
        seed: 'sample',
        sampleFolder: vscode.Uri.joinPath(context.extensionUri, 'dist', 'sample.json').fsPath,
      }),
    );
    sample.catch(() => (sample = undefined));
    return sample;
  }

  async function connect(account: Account): Promise<Connection> {
    const local = account.kind === 'sample' ? await openSample() : undefined;
    const { base } = account;
    const refusing = tellingRefusals(local?.handle ?? remote, () => refused(account));
    const followed = followReachability(refusing, {
      lost: (lastAnswer) => reachability.lost(account, lastAnswer),
      recovered: () => reachability.recovered(account),
    });
    // The sample workspace is no server: its failures are bugs.
    const { platform, serverNow } = withServerClock(local ? refusing : followed.platform);
    const token = async () => local?.token ?? accounts.token(account.key);
    const lacking = `lacking/${account.key}`;
    const plain = createApi({
      base,
      platform,
      token,
      log: (line) => log.debug(line),
      onSkipped: (endpoint, first, count) => {
        for (const { index, reason } of first) log.warn(`${endpoint}: item ${index} skipped: ${reason}`);
        if (count > first.length) log.warn(`${endpoint}: ${count - first.length} more items skipped`);
      },
    });
    const {
      api: capable,
      lacks,
      forget: tryAll,
    } = withCapabilities(plain, {
      storage: {
        get: () => globalState.get(lacking),
        set: (learned: Lacking) => globalState.update(lacking, learned),
      },
    });
    const storage = textsIn(accountData(folder, account.key), warn);
    const drafts = draftsOf(folder, account.key, warn);
    const api = withShareKeys(capable, (siteId) => shareKeys.get(account.key, siteId));
    const download = createDownload({ base, platform, elsewhere: remote, token });
    const names = spaceNames()?.of(account.key);
    const parts = { api, download, account: account.key, now: Date.now, serverNow, storage, log, parseAhead, names };
    const library = createLibrary(parts);
    const { userId } = account;
    const changeRequests = createChangeRequests({ ...parts, library, userId });
    const threads = createThreads({
      api,
      me: () => changeRequests.me(),
      now: Date.now,
      serverNow,
      drafts: drafts.comments,
      log,
    });
    const changeRequestContent = createChangeRequestContent({ ...parts, library });
    joinChangeRequests(changeRequests, changeRequestContent);
    const edits = onFirstUse(async () => {
      const { createChangeRequestEdits } = await import('../store/editing/createEdits.ts');
      const made = createChangeRequestEdits({
        api,
        content: changeRequestContent,
        isLacking: () => lacks('changeRequestContent', 'update'),
        now: Date.now,
        drafts: drafts.pages,
        log,
        parseAhead,
        names,
      });
      made.onDidChange(() => completeStep('edit'));
      return made;
    });
    const conflicts = createConflicts({
      ...parts,
      library,
      content: changeRequestContent,
      send: async (...given) => (await edits()).send(...given),
    });
    const settings = createSettingsDocuments({
      api,
      me: () => changeRequests.me(),
      check: checkSettings,
      now: Date.now,
      log,
    });
    threads.onDidSend(() => completeStep('comment'));
    followOpenComments(threads, changeRequests, library);
    const sites = createSites({ api, now: Date.now, serverNow, log });
    const inbox = createInbox({
      api,
      threads,
      organizations: async (signal) => (await library.organizations({ signal })).map(({ id }) => id),
      now: Date.now,
      serverNow,
      storage,
      log,
    });
    const upkeep = createUpkeep({ ...parts, library, sites });
    const organizations = createOrganizations({ api, download, now: Date.now, serverNow, log });
    const failed = (error: unknown) => edge.note('Sign of life', error);
    void giveSignOfLife({ api, library, storage, now: Date.now(), failed }).catch(failed);
    return {
      stores: {
        library: async () => library,
        libraryActions: async () => upkeep,
        changeRequests: async () => changeRequests,
        changeRequestContent: async () => changeRequestContent,
        conflicts: async () => conflicts,
        edits,
        comments: async () => threads,
        inbox: async () => inbox,
        sites: async () => sites,
        organizations: async () => organizations,
        settings: async () => settings,
        api: async () => api,
        async endpointCalls() {
          const { createEndpointCalls } = await import('../client/endpointCalls.ts');
          return createEndpointCalls({ api, base });
        },
      },
      async refresh() {
        tryAll();
        await Promise.all([library.refresh(), changeRequests.refresh(), sites.refresh(), organizations.refresh()]);
      },
      async retry() {
        followed.skipPause();
        await plain.users.me({});
      },
      dispose() {
        threads.dispose();
        inbox.dispose();
        disposeIfUsed(edits);
      },
    };
  }

  function connection(account: Account): Promise<Connection> {
    const known = connections.get(account.key);
    if (known) return known;
    const made = connect(account);
    connections.set(account.key, made);
    made.catch(() => {
      if (connections.get(account.key) === made) connections.delete(account.key);
    });
    return made;
  }

  function disconnect(key: string): void {
    void connections.get(key)?.then(
      (connected) => connected.dispose(),
      () => undefined,
    );
    connections.delete(key);
  }

  /** Calls that belong to no account yet. */
  function anonymous(base: string, token?: string): Api {
    return createApi({ base, platform: remote, token: async () => token, log: (line) => log.debug(line) });
  }

  return {
    stores: (account) => methodsOnFirstUse(async () => (await connection(account)).stores),
    servers: {
      parseBase: async (text) => parseBase(text),
      parseToken: async (text) => parseToken(text),
      probe: (base, signal) => probe(anonymous(base), signal),
      identify: (base, token, signal) => identify(anonymous(base, token), signal),
      accountOf: async (base, identity) => accountOf(base, identity, accounts.all()),
      retry: async (account) => (await connection(account)).retry(),
    },
    async fetchImage(address) {
      const download = createDownload({ base: nowhere, platform: remote, token: async () => undefined });
      const bytes = await download(address, { limit: largestImage });
      const type = imageTypeOf(bytes);
      if (type === undefined) throw new Error(vscode.l10n.t('There is no image at this address.'));
      return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    },
    problemOfCondition: async (text) => (await import('../server/groups/sites/conditions.ts')).problemOfCondition(text),
    imports: {
      async read({ name, source, bytes, taken, paths }, signal) {
        const [{ readImportedPages }, { localUrl }] = await Promise.all([
          import('../server/formats/import/read.ts'),
          import('../server/http/dataUrl.ts'),
        ]);
        // A copy: the bytes move to the thread.
        const document = { bytes: Buffer.from(bytes), url: localUrl(name), contentType: '', charset: undefined };
        return readImportedPages({ source, document, taken, paths }, importTime, signal);
      },
      async send(account, pages) {
        const { stores } = await connection(account);
        const { createSendImport } = await import('../store/editing/sendImport.ts');
        return createSendImport({ edits: await stores.edits(), content: await stores.changeRequestContent() }, pages);
      },
    },
    parseAhead,
    accountData: {
      async unsent(key) {
        const { pages, comments } = draftsOf(folder, key, warn);
        return { pages: (await pages.names()).filter(isEditDraft).length, comments: (await comments.names()).length };
      },
      async forget(key) {
        disconnect(key);
        await globalState.update(`lacking/${key}`, undefined);
        await spaceNames()?.forget(key);
        await context.secrets.delete(shareKeysName(key));
        await rm(accountData(folder, key), { recursive: true, force: true });
      },
    },
    sample: {
      async reset() {
        disconnect('sample');
        try {
          (await openSample()).reset();
        } catch (error) {
          if (!(error instanceof Error && error.name === 'DatabaseError')) throw error;
          log.warn(`The sample workspace cannot be filled anew, it is made again: ${error.message}`);
          (await sample?.catch(() => undefined))?.close();
          sample = undefined;
          await rm(sampleData(folder), { recursive: true, force: true });
          await openSample();
        }
        // What they belong to is gone, or another by now.
        for (const drafts of Object.values(draftsOf(folder, 'sample', warn)))
          for (const name of await drafts.names()) await drafts.delete(name);
        const kept = textsIn(accountData(folder, 'sample'), warn);
        for (const name of [conflictsName('sample'), inboxName]) await kept.delete(name);
      },
    },
    dispose() {
      following.dispose();
      for (const key of [...connections.keys()]) disconnect(key);
      closeNetwork();
      void sample?.then((open) => open.close()).catch(() => undefined);
    },
  };
}

/** The most that reading an import may take, in ms. */
const importTime = 20_000;

/** Pictures in comments belong to nobody's account: what is fetched for them is nowhere at home. */
const nowhere = 'https://nowhere.invalid';
/** In bytes. */
const largestImage = 5 * 1024 * 1024;

/** Where the server does not tell who one is, each sign-in makes an account of its own. */
function accountOf(base: string, { userId, displayName }: Identity, known: readonly Account[]): Account {
  const { host } = new URL(base);
  if (userId !== undefined) {
    const label = [titleText(displayName, ''), host].filter(Boolean).join(' · ');
    return { key: keyBeside(known, base, userId), kind: 'server', base, label, userId };
  }
  let number = 1;
  const key = (): string => accountKey(base, number === 1 ? undefined : `sign-in ${number}`);
  while (known.some((account) => account.key === key())) number++;
  return { key: key(), kind: 'server', base, label: number === 1 ? host : `${host} (${number})` };
}

function sampleData(folder: string): string {
  return join(folder, 'sample');
}

function accountData(folder: string, key: string): string {
  return join(folder, 'accounts', key);
}

/** What was written and not sent. */
function draftsOf(
  folder: string,
  key: string,
  warn: (message: string) => void,
): { readonly pages: DraftStorage; readonly comments: DraftStorage } {
  return {
    pages: textsIn(join(folder, 'page-drafts', key), warn),
    comments: textsIn(join(folder, 'drafts', key), warn),
  };
}

/** The person's own settings: a workspace does not decide by which way a token travels. */
function networkSettings(): TransportOptions {
  const http = vscode.workspace.getConfiguration('http');
  const own = <Value>(name: string): Value | undefined => {
    const setting = http.inspect<Value>(name);
    return setting?.globalValue ?? setting?.defaultValue;
  };
  const noProxy = own<string>('proxySupport') === 'off' ? ['*'] : own<string[]>('noProxy');
  return {
    proxy: own<string>('proxy') || undefined,
    noProxy,
    proxyStrictSSL: own<boolean>('proxyStrictSSL'),
    proxyAuthorization: own<string | null>('proxyAuthorization') ?? undefined,
    systemCertificates: own<boolean>('systemCertificates'),
  };
}
