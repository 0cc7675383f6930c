interface Storage {
  run<Given extends unknown[], Result>(keys: Set<string>, task: (...given: Given) => Result, ...given: Given): Result;
  getStore(): Set<string> | undefined;
}

/**
 * The keys of the accounts that the running action has used so far, wherever its code waits: a question then finds out
 * which account it is about. `extension.ts` sets the storage, because it is one of Node.
 */
export const usedAccounts: { storage?: Storage } = {};
