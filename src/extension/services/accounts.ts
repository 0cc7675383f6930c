import * as vscode from 'vscode';
import type { GlobalState } from './globalState.ts';

/** Whom the extension acts for. Its token is no part of it: that stays in SecretStorage, under the account's key. */
export interface Account {
  /** Lower-case; the authority of the account's page addresses, and the name of all that is kept for it. */
  readonly key: string;
  readonly kind: 'sample' | 'server';
  /** Address of the server, without `/v1`. */
  readonly base: string;
  readonly label: string;
  readonly userId?: string | undefined;
}

/** The accounts at hand, the one whose documentation is shown, and their tokens. */
export interface Accounts {
  all(): readonly Account[];
  byKey(key: string): Account | undefined;
  readonly active: Account | undefined;
  /** Keeps an account, with its token, and shows it. */
  add(account: Account, token: string | undefined): Promise<void>;
  /** Keeps another token of an account that is there; whichever is shown stays. */
  replaceToken(account: Account, token: string): Promise<void>;
  activate(key: string): Promise<void>;
  /** All of an account's content has become other. */
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
  /** Accounts whose token was replaced, or all of whose content. */
  readonly changed: readonly Account[];
  readonly activeChanged: boolean;
}

const listKey = 'accounts';
const activeKey = 'activeAccount';
const secretPrefix = 'token/';

/** Accounts in the extension's global state, tokens in SecretStorage; other windows are followed. */
export function openAccounts(context: {
  readonly globalState: GlobalState;
  readonly secrets: vscode.SecretStorage;
}): Accounts {
  const emitter = new vscode.EventEmitter<AccountsChange>();
  let known = stored();
  let active = context.globalState.get(activeKey) as string | undefined;
  let shown = current()?.key;
  /** Accounts that this window adds: their token is new, not replaced. */
  const adding = new Set<string>();

  const following = vscode.Disposable.from(
    context.secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) void followToken(key.slice(secretPrefix.length));
    }),
    // What another window did without a token, such as opening the sample workspace, is seen when one comes back to this one.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) compareWithStored([]);
    }),
  );

  /** Some window stored or deleted a token; the list of accounts may follow a moment later. */
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

  /** In its place, when it is there already. */
  async function keep(account: Account): Promise<void> {
    const kept = stored().map((each) => (each.key === account.key ? account : each));
    await context.globalState.update(listKey, byKey(account.key) ? kept : [...kept, account]);
  }

  async function activate(key: string | undefined): Promise<void> {
    active = key;
    await context.globalState.update(activeKey, key);
  }

  return {
    all: stored,
    byKey,
    get active() {
      return current();
    },
    async add(account, token) {
      // The secret first: when the secret storage fails, nothing of the account is kept. `followToken` tells of the new token.
      if (token !== undefined && !byKey(account.key)) adding.add(account.key);
      if (token !== undefined) await context.secrets.store(secretPrefix + account.key, token);
      await keep(account);
      await activate(account.key);
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
