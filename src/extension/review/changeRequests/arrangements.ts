import type * as vscode from 'vscode';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { setContext } from '../../ground/contributions/run.ts';
import type { Arrangement } from '../../../store/changeRequests/changeRequests.ts';
import type { FilterWords } from './filter.ts';
import type { Account } from '../../ground/services/accounts.ts';

/** How this window shows an account's change requests. Kept across restarts. */
export interface Arrangements {
  of(account: Account): Arrangement;
  /** What the filter shows, in words, by its fields. */
  words(account: Account): FilterWords;
  set(account: Account, arrangement: Arrangement, words: FilterWords): Promise<void>;
  /** Called when the account was signed out. */
  forget(account: Account): Promise<void>;
}

interface Stored extends Arrangement {
  /** Version 0.1.0 stored a text: a filter had one field. */
  readonly words?: FilterWords | string | undefined;
}

export function createArrangements(state: vscode.Memento): Arrangements {
  const keyOf = ({ key }: Account): string => `changeRequests.arrangement/${key}`;
  const stored = (account: Account): Stored => state.get<Stored>(keyOf(account)) ?? { grouping: 'status', filter: {} };

  function show({ grouping, filter }: Arrangement): void {
    void setContext(contextKeys.changeRequests.grouping, grouping);
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    void setContext(contextKeys.changeRequests.isFiltered, isFiltered);
  }

  return {
    of(account) {
      const { grouping, filter } = stored(account);
      show({ grouping, filter });
      return { grouping, filter };
    },
    words(account) {
      const { filter, words = {} } = stored(account);
      return typeof words === 'string' ? { [Object.keys(filter)[0] ?? 'statuses']: words } : words;
    },
    async set(account, { grouping, filter }, words) {
      await state.update(keyOf(account), { grouping, filter, words } satisfies Stored);
      show({ grouping, filter });
    },
    forget: async (account) => state.update(keyOf(account), undefined),
  };
}
