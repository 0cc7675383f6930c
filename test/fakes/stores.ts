import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Services, Stores } from '../../src/extension/ground/services/services.ts';
import {
  onStoreChange,
  type StoreChange,
  type StoreChanges,
} from '../../src/extension/ground/services/storeChanges.ts';

interface Reporting {
  readonly onDidChange?: (listener: (change: unknown) => void) => unknown;
  readonly drafts?: Reporting;
}

/** What the stores report, by the name of the store. */
const reports: Readonly<Record<string, readonly (readonly [keyof StoreChanges, (store: Reporting) => unknown])[]>> = {
  library: [['library', (store) => store]],
  contents: [['content', (store) => store]],
  conflicts: [['conflicts', (store) => store]],
  edits: [
    ['edits', (store) => store],
    ['editDrafts', ({ drafts }) => drafts],
  ],
  comments: [
    ['comments', (store) => store],
    ['commentDrafts', ({ drafts }) => drafts],
  ],
  inbox: [['inbox', (store) => store]],
  settings: [['settings', (store) => store]],
};

/** Stores whose changes are reported from their first use on, as those of the runtime. */
export function fakeStores(storesOf: (account: Account) => object): Services['stores'] {
  const listeners = new Set<(change: StoreChange) => void>();
  const followed = new WeakSet<object>();

  function follow(name: string, account: Account, store: unknown): void {
    if (typeof store !== 'object' || store === null || followed.has(store)) return;
    followed.add(store);
    for (const [kind, source] of reports[name] ?? []) {
      const { onDidChange } = (source(store) ?? {}) as Reporting;
      onDidChange?.((change) => {
        for (const listener of listeners) listener({ kind, account, change } as StoreChange);
      });
    }
  }

  const stores = (account: Account): Stores =>
    Object.fromEntries(
      Object.entries(storesOf(account) as Record<string, () => Promise<unknown>>).map(([name, load]) => [
        name,
        async () => {
          const store = await load();
          follow(name, account, store);
          return store;
        },
      ]),
    ) as unknown as Stores;
  const listen = (listener: (change: StoreChange) => void) => {
    listeners.add(listener);
    return { dispose: () => void listeners.delete(listener) };
  };
  return Object.assign(stores, { onDidChange: onStoreChange(listen) });
}
