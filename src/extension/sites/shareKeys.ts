import type * as vscode from 'vscode';

/** The share keys that users entered, by account and site. They are secrets, because they give access to the site. */
export interface ShareKeys {
  get(account: string, siteId: string): Promise<string | undefined>;
  /** Undefined removes the key. */
  set(account: string, siteId: string, key: string | undefined): Promise<void>;
}

/** One secret per account, so that signing out removes all of them. */
export function shareKeysName(account: string): string {
  return `shareKeys/${account}`;
}

export function openShareKeys(secrets: vscode.SecretStorage): ShareKeys {
  async function all(account: string): Promise<Readonly<Record<string, string>>> {
    const stored = await secrets.get(shareKeysName(account));
    return stored === undefined ? {} : (JSON.parse(stored) as Record<string, string>);
  }
  return {
    get: async (account, siteId) => (await all(account))[siteId],
    async set(account, siteId, key) {
      const { [siteId]: _, ...others } = await all(account);
      const next = key === undefined ? others : { ...others, [siteId]: key };
      if (Object.keys(next).length === 0) await secrets.delete(shareKeysName(account));
      else await secrets.store(shareKeysName(account), JSON.stringify(next));
    },
  };
}
