import type * as vscode from 'vscode';
import type { FindQuery } from '../../../model/find/query.ts';

const nameOf = (account: string): string => `findInPages.lastQuery/${account}`;

/** What was sought last in an account, in the workspace state. */
export function lastQueryIn(state: vscode.Memento, account: string): Partial<FindQuery> | undefined {
  return state.get<Partial<FindQuery>>(nameOf(account));
}

/** Undefined deletes it. */
export async function storeLastQuery(
  state: vscode.Memento,
  account: string,
  query: FindQuery | undefined,
): Promise<void> {
  await state.update(nameOf(account), query);
}
