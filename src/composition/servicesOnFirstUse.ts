import { methodsOnFirstUse, onFirstUse } from '../extension/commands/onFirstUse.ts';
import type { LoadedServices, Stores } from '../extension/services/services.ts';

/** The first call of any of them loads the code of all. */
export function servicesOnFirstUse(load: () => Promise<LoadedServices>): LoadedServices {
  const loaded = onFirstUse(load);
  const methodsOf = <Name extends 'servers' | 'imports' | 'accountData' | 'sample'>(name: Name): LoadedServices[Name] =>
    methodsOnFirstUse(async () => (await loaded())[name]);
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
    fetchImage: async (address) => (await loaded()).fetchImage(address),
    problemOfCondition: async (text) => (await loaded()).problemOfCondition(text),
    recentRequests: async () => (await loaded()).recentRequests(),
    parseAhead: async (what, markdown) => (await loaded()).parseAhead(what, markdown),
    comparePages: async (task, signal) => (await loaded()).comparePages(task, signal),
    checkText: async (text, checks, signal) => (await loaded()).checkText(text, checks, signal),
  };
}
