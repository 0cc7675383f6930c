import { methodsOnFirstUse, onFirstUse } from '../extension/ground/commands/onFirstUse.ts';
import type { Account } from '../extension/ground/services/accounts.ts';
import type { LoadedServices, Stores } from '../extension/ground/services/services.ts';
import type { OnStoreChange } from '../extension/ground/services/storeChanges.ts';

/** Those of the runtime, whose stores report their changes elsewhere. */
export type RuntimeServices = Omit<LoadedServices, 'stores'> & { readonly stores: (account: Account) => Stores };

/** The first call of any of them loads the code of all. */
export function servicesOnFirstUse(load: () => Promise<RuntimeServices>, onDidChange: OnStoreChange): LoadedServices {
  const loaded = onFirstUse(load);
  const methodsOf = <Name extends 'servers' | 'imports' | 'accountData' | 'sample'>(
    name: Name,
  ): RuntimeServices[Name] => methodsOnFirstUse(async () => (await loaded())[name]);
  const functionOf = <Name extends Exclude<keyof LoadedServices, 'stores' | Parameters<typeof methodsOf>[0]>>(
    name: Name,
  ) =>
    (async (...given: never[]) =>
      ((await loaded())[name] as (...given: never[]) => unknown)(...given)) as LoadedServices[Name];
  /**
   * By the account object: after signing out, another account may get the same key and must not use the old connection.
   */
  const known = new Map<string, Stores>();
  function storesOf(account: Account): Stores {
    const name = JSON.stringify(account);
    const stores = known.get(name) ?? methodsOnFirstUse(async () => (await loaded()).stores(account));
    known.set(name, stores);
    return stores;
  }
  return {
    stores: Object.assign(storesOf, { onDidChange }),
    servers: methodsOf('servers'),
    imports: methodsOf('imports'),
    accountData: methodsOf('accountData'),
    sample: methodsOf('sample'),
    fetchImage: functionOf('fetchImage'),
    problemOfCondition: functionOf('problemOfCondition'),
    recentRequests: functionOf('recentRequests'),
    parseAhead: functionOf('parseAhead'),
    comparePages: functionOf('comparePages'),
    checkText: functionOf('checkText'),
  };
}
