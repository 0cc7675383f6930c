import * as vscode from 'vscode';
import type { GlobalState } from './globalState.ts';

/**
 * The account that the extension uses. It doesn't contain the token, which stays in SecretStorage under the account's
 * key.
 */
export interface Account {
  /**
   * In lower case. It is the authority of the account's page URIs, and part of the name of everything stored for the
   * account.
   */
  readonly key: string;
  readonly kind: 'sample' | 'server';
  /** The base URL of the server, without `/v1`. */
  readonly base: string;
  readonly label: string;
  readonly userId?: string | undefined;
}

/** The signed-in accounts, the active one, and their tokens. */
export interface Accounts {
  all(): readonly Account[];
  byKey(key: string): Account | undefined;
  readonly active: Account | undefined;
  /** Stores an account with its token, and makes it the active one, unless it is only needed in the background. */
  add(account: Account, token: string | undefined, how?: { readonly isInBackground?: boolean }): Promise<void>;
  /** Stores another token for an existing account. The active account stays the same. */
  replaceToken(account: Account, token: string): Promise<void>;
  activate(key: string): Promise<void>;
  /** Called when all of an account's content has been replaced. */
  renewed(key: string): void;
  /** Forgets an account and its token. */
  remove(key: string): Promise<void>;
  token(key: string): Promise<string | undefined>;
  readonly onDidChange: vscode.Event<AccountsChange>;
  dispose(): void;
}

export interface AccountsChange {
  readonly added: readonly Account[];
  readonly removed: readonly Account[];
  /** Accounts whose token or whole content was replaced. */
  readonly changed: readonly Account[];
  readonly activeChanged: boolean;
}

const listKey = 'accounts';
const activeKey = 'activeAccount';
const secretPrefix = 'token/';

/**
 * Stores accounts in the extension's global state and tokens in SecretStorage, and follows changes by other windows.
 */
export function openAccounts(context: {
  readonly globalState: GlobalState;
  readonly secrets: vscode.SecretStorage;
}): Accounts {
  const emitter = new vscode.EventEmitter<AccountsChange>();
  let known = stored();
  let active = context.globalState.get(activeKey) as string | undefined;
  let shown = current()?.key;
  /** Accounts that this window is adding: their token is new, not replaced. */
  const adding = new Set<string>();

  const following = vscode.Disposable.from(
    context.secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) void followToken(key.slice(secretPrefix.length));
    }),
    // Changes by another window without a token, such as opening the sample workspace, are noticed when the user comes
    // back to this window.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) compareWithStored([]);
    }),
  );

  /** A window stored or deleted a token. The list of accounts may follow a moment later. */
  async function followToken(key: string): Promise<void> {
    const isThere = (await context.secrets.get(secretPrefix + key)) !== undefined;
    const account = byKey(key);
    const isReplaced = !adding.delete(key) && isThere;
    compareWithStored(isReplaced && account ? [account] : []);
  }

  function stored(): readonly Account[] {
    return (context.globalState.get(listKey) as readonly Account[] | undefined) ?? [];
  }

  function byKey(key: string): Account | undefined {
    return stored().find((account) => account.key === key);
  }

  function current(): Account | undefined {
    const all = stored();
    return all.find((account) => account.key === active) ?? all[0];
  }

  function compareWithStored(changed: readonly Account[]): void {
    const now = stored();
    const change: AccountsChange = {
      added: now.filter((account) => !known.some((other) => other.key === account.key)),
      removed: known.filter((account) => !now.some((other) => other.key === account.key)),
      changed,
      activeChanged: shown !== current()?.key,
    };
    known = now;
    shown = current()?.key;
    if (change.activeChanged || change.added.length + change.removed.length + change.changed.length > 0) {
      emitter.fire(change);
    }
  }

  /** An existing account keeps its position. */
  async function keep(account: Account): Promise<void> {
    const remaining = stored().map((each) => (each.key === account.key ? account : each));
    await context.globalState.update(listKey, byKey(account.key) ? remaining : [...remaining, account]);
  }

  async function activate(key: string | undefined): Promise<void> {
    const before = current()?.key;
    active = key;
    await context.globalState.update(activeKey, key);
    if (before !== key) await context.globalState.update('previousAccount', before);
  }

  return {
    all: stored,
    byKey,
    get active() {
      return current();
    },
    async add(account, token, { isInBackground = false } = {}) {
      // The secret comes first, so that nothing of the account is stored if the secret storage fails. `followToken`
      // reports the new token.
      if (token !== undefined && !byKey(account.key)) adding.add(account.key);
      if (token !== undefined) await context.secrets.store(secretPrefix + account.key, token);
      await keep(account);
      if (!isInBackground) await activate(account.key);
      compareWithStored([]);
    },
    async replaceToken(account, token) {
      await keep(account);
      await context.secrets.store(secretPrefix + account.key, token);
    },
    async activate(key) {
      await activate(key);
      compareWithStored([]);
    },
    renewed(key) {
      const account = byKey(key);
      if (account) compareWithStored([account]);
    },
    async remove(key) {
      await context.secrets.delete(secretPrefix + key);
      await context.globalState.update(
        listKey,
        stored().filter((account) => account.key !== key),
      );
      if (active === key) await activate(undefined);
      compareWithStored([]);
    },
    token: async (key) => context.secrets.get(secretPrefix + key),
    onDidChange: emitter.event,
    dispose() {
      following.dispose();
      emitter.dispose();
    },
  };
}
