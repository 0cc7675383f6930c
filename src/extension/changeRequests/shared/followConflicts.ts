import type { Conflicts, PageConflict } from '../../../store/editing/conflicts.ts';
import type { Account } from '../../services/accounts.ts';
import type { ErrorEdge } from '../../messages/errorEdge.ts';
import type { Services } from '../../services/services.ts';

/** The conflicts of change requests, for marks on rows. If they can't be loaded, the rows are shown without marks. */
export interface FollowedConflicts {
  /** Loads the known conflicts and follows their changes. */
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
  const followed = new Map<string, { readonly conflicts: Conflicts; readonly end: { dispose(): void } }>();
  let isOver = false;

  async function follow(account: Account): Promise<Conflicts> {
    const conflicts = await stores(account).conflicts();
    const before = followed.get(account.key);
    if (before?.conflicts === conflicts || isOver) return conflicts;
    before?.end.dispose();
    const end = conflicts.onDidChange((change) => onDidChange({ account, ...change }));
    followed.set(account.key, { conflicts, end });
    return conflicts;
  }

  const failed = (error: unknown): void => edge.note('Conflicts', error);

  return {
    load: (account) =>
      follow(account)
        .then((conflicts) => conflicts.load())
        .catch(failed),
    loadOne: (account, space, number) =>
      follow(account)
        .then((conflicts) => conflicts.of(space, number))
        .then(() => undefined, failed),
    cached: (accountKey, space, number) => followed.get(accountKey)?.conflicts.cached(space, number) ?? [],
    dispose() {
      isOver = true;
      for (const { end } of followed.values()) end.dispose();
    },
  };
}
