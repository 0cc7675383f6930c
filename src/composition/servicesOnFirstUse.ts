import { methodsOnFirstUse, onFirstUse } from '../extension/commands/onFirstUse.ts';
import type { LoadedServices, Stores } from '../extension/services/services.ts';

/** Each of them loads the code of all when it is first called. */
export function servicesOnFirstUse(load: () => Promise<LoadedServices>): LoadedServices {
  const loaded = onFirstUse(load);
  const methodsOf = <Name extends 'servers' | 'imports' | 'accountData' | 'sample'>(name: Name): LoadedServices[Name] =>
    methodsOnFirstUse(async () => (await loaded())[name]);
  /** By the whole account: once it is signed out another may get its key, and is not to be connected as the one before. */
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
    fetchImage: async (address) => (await loaded()).fetchImage(address),
    problemOfCondition: async (text) => (await loaded()).problemOfCondition(text),
    parseAhead: async (what, markdown) => (await loaded()).parseAhead(what, markdown),
  };
}
