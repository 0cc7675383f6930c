import type { Conflicts, PageConflict } from '../../../store/editing/conflicts.ts';
import type { Account } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Services } from '../services/services.ts';

/** The conflicts of change requests, for marks on rows. If they can't be loaded, the rows are shown without marks. */
export interface FollowedConflicts {
  /** Loads the known conflicts. */
  load(account: Account): Promise<void>;
  /**
   * Also loads those that the platform has for one change request. Needs no requests other than those for its changes.
   */
  loadOne(account: Account, space: string, number: number): Promise<void>;
  cached(accountKey: string, space: string, number: number): readonly PageConflict[];
  dispose(): void;
}

export function followConflicts(
  { stores, edge }: { readonly stores: Services['stores']; readonly edge: ErrorEdge },
  onDidChange: (at: { account: Account; space: string; number: number }) => void,
): FollowedConflicts {
  const known = new Map<string, Conflicts>();
  const following = stores.onDidChange('conflicts', (account, change) => onDidChange({ account, ...change }));

  async function conflictsOf(account: Account): Promise<Conflicts> {
    const conflicts = await stores(account).conflicts();
    known.set(account.key, conflicts);
    return conflicts;
  }

  const failed = (error: unknown): void => edge.note('Conflicts', error);

  return {
    load: (account) =>
      conflictsOf(account)
        .then((conflicts) => conflicts.load())
        .catch(failed),
    loadOne: (account, space, number) =>
      conflictsOf(account)
        .then((conflicts) => conflicts.of(space, number))
        .then(() => undefined, failed),
    cached: (accountKey, space, number) => known.get(accountKey)?.cached(space, number) ?? [],
    dispose: () => following.dispose(),
  };
}
