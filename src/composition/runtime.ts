import type * as vscode from 'vscode';
import { createDownload } from '../client/download.ts';
import { createLedger } from '../client/ledger.ts';
import type { Account } from '../extension/ground/services/accounts.ts';
import { spaceNames } from '../extension/ground/places/pageUri.ts';
import { forgetRequests } from '../extension/organization/callEndpoint/requestFiles.ts';
import { storeLastQuery } from '../extension/writing/findInPages/lastQuery.ts';
import { wayKey } from '../extension/ground/services/network.ts';
import { methodsOnFirstUse } from '../extension/ground/commands/onFirstUse.ts';
import { shareKeysName } from '../extension/sites/shareKeys.ts';
import { imageTypeOf } from '../model/shared/imageType.ts';
import { checkText } from './checkText.ts';
import { comparePages } from './comparePages.ts';
import { createParseAhead } from './parseAhead.ts';
import { isEditDraft } from '../store/editing/drafts.ts';
import { draftsOf, forgetAccountData } from './accountFiles.ts';
import { connectAccount, type Connection, type ConnectionContext } from './connectAccount.ts';
import { createNetwork } from './network.ts';
import { createSampleAccount } from './sampleAccount.ts';
import { createServers } from './servers.ts';
import type { RuntimeServices } from './servicesOnFirstUse.ts';
import { ReasonedError } from '../model/shared/failure.ts';
import { nameOtherAccounts, usesAccount } from '../extension/ground/services/otherAccount.ts';

/**
 * The part of the composition root that is loaded on first use: connects the client, stores and local platform of each
 * account.
 */
export function createRuntime(
  parts: Omit<ConnectionContext, 'network' | 'ledger' | 'openSample' | 'parseAhead'>,
): RuntimeServices & vscode.Disposable {
  const { context, globalState, log, accounts, edge } = parts;
  const folder = context.globalStorageUri.fsPath;
  const warn = (message: string): void => log.warn(message);
  const connections = new Map<string, Promise<Connection>>();
  const closing = new Map<string, Promise<void>>();
  const parseAhead = createParseAhead(log);
  const network = createNetwork(globalState, log);
  const remote = network.platform;
  const ledger = createLedger();
  const sample = createSampleAccount(context, log);
  const joined: ConnectionContext = { ...parts, network, ledger, openSample: () => sample.open(), parseAhead };

  nameOtherAccounts(accounts);
  const following = accounts.onDidChange(({ removed, changed }) => {
    for (const { key } of removed) void disconnect(key);
    for (const { key } of changed) void startAgain(key).catch((error: unknown) => edge.note('Replaced token', error));
  });

  /** With another token the account may have more permissions, or have them again. */
  async function startAgain(key: string): Promise<void> {
    await (await connections.get(key))?.refresh();
  }

  function connection(account: Account): Promise<Connection> {
    const known = connections.get(account.key);
    if (known) return known;
    // After its removal, one that goes on asking would leave a connection without a token to the next sign-in.
    if (account.kind === 'server' && !accounts.byKey(account.key))
      return Promise.reject(new ReasonedError({ code: 'notSignedIn' }));
    const made = connectAccount(account, joined);
    connections.set(account.key, made);
    made.catch(() => {
      if (connections.get(account.key) === made) connections.delete(account.key);
    });
    return made;
  }

  async function disconnect(key: string): Promise<void> {
    const closed = connections.get(key)?.then(
      (connected) => connected.close(),
      () => undefined,
    );
    connections.delete(key);
    if (closed) closing.set(key, closed);
    await closing.get(key);
  }

  return {
    stores(account) {
      usesAccount(account.key);
      return methodsOnFirstUse(async () => (await connection(account)).stores);
    },
    servers: {
      ...createServers(remote, ledger, accounts, log),
      retry: async (account) => (await connection(account)).retry(),
    },
    async fetchImage(address, account) {
      const platform = network.once(account);
      const download = createDownload({ base: nowhere, platform, token: async () => undefined, ledger });
      const bytes = await download(address, { limit: largestImage });
      const type = imageTypeOf(bytes);
      if (type === undefined) throw new ReasonedError({ code: 'notImage' });
      return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    },
    problemOfCondition: async (text) => (await import('../formats/conditions.ts')).problemOfCondition(text),
    imports: {
      async read({ name, source, bytes, ...rest }, signal) {
        const [{ readImportedPages }, { localUrl }] = await Promise.all([
          import('../formats/import/read.ts'),
          import('../formats/webDocument.ts'),
        ]);
        // A copy, because the bytes are transferred to the thread.
        const document = { bytes: Buffer.from(bytes), url: localUrl(name), contentType: '', charset: undefined };
        return readImportedPages({ source, document, ...rest }, importTime, signal);
      },
      async send(account, pages) {
        const { stores } = await connection(account);
        const { createSendImport } = await import('../store/editing/sendImport.ts');
        return createSendImport({ edits: await stores.edits(), content: await stores.contents() }, pages);
      },
    },
    recentRequests: async () => ledger.entries(),
    parseAhead,
    comparePages,
    checkText,
    accountData: {
      async unsent(key) {
        const { pages, comments, suggestions } = draftsOf(folder, key, warn);
        const [replies, edits] = [await comments.names(), await suggestions.names()];
        return { pages: (await pages.names()).filter(isEditDraft).length, comments: replies.length + edits.length };
      },
      async forget(key) {
        await disconnect(key);
        closing.delete(key);
        await globalState.update(`lacking/${key}`, undefined);
        await globalState.update(wayKey(key), undefined);
        if (globalState.get('previousAccount') === key) await globalState.update('previousAccount', undefined);
        await spaceNames()?.forget(key);
        await context.secrets.delete(shareKeysName(key));
        await forgetRequests(context.workspaceState, key);
        await storeLastQuery(context.workspaceState, key, undefined);
        await forgetAccountData(folder, key, warn);
      },
    },
    sample: {
      async reset() {
        await disconnect('sample');
        await sample.reset();
      },
    },
    dispose() {
      following.dispose();
      for (const key of [...connections.keys()]) void disconnect(key);
      network.dispose();
      sample.dispose();
    },
  };
}

/** Longest time for reading an import, in ms. */
const importTime = 20_000;

/** Pictures in comments don't come from an account's server, so requests for them have no server of their own. */
const nowhere = 'https://nowhere.invalid';
/** In bytes. */
const largestImage = 5 * 1024 * 1024;
