import { methodsOnFirstUse, onFirstUse } from '../extension/commands/onFirstUse.ts';
import type { LoadedServices, Stores } from '../extension/services/services.ts';

/** The first call of any of them loads the code of all. */
export function servicesOnFirstUse(load: () => Promise<LoadedServices>): LoadedServices {
  const loaded = onFirstUse(load);
  const methodsOf = <Name extends 'servers' | 'imports' | 'accountData' | 'sample'>(name: Name): LoadedServices[Name] =>
    methodsOnFirstUse(async () => (await loaded())[name]);
  const functionOf = <Name extends Exclude<keyof LoadedServices, 'stores' | Parameters<typeof methodsOf>[0]>>(
    name: Name,
  ) =>
    (async (...given: never[]) =>
      ((await loaded())[name] as (...given: never[]) => unknown)(...given)) as LoadedServices[Name];
  /**
   * By the account object: after signing out, another account may get the same key and must not use the old connection.
   */
  const known = new Map<string, Stores>();
  return {
    stores(account) {
      const name = JSON.stringify(account);
      const stores = known.get(name) ?? methodsOnFirstUse(async () => (await loaded()).stores(account));
      known.set(name, stores);
      return stores;
    },
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
