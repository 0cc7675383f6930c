import type { Way } from '../../client/network/trace.ts';
import type { GlobalState } from './globalState.ts';

/** Where the global state keeps how the server of an account was last reached. */
export function wayKey(accountKey: string): string {
  return `way/${accountKey}`;
}

/** How the server of an account was last reached; undefined if that is unknown. */
export function wayOf(globalState: Pick<GlobalState, 'get'>, accountKey: string): Way | undefined {
  const stored = globalState.get(wayKey(accountKey));
  return stored === 'vscode' || stored === 'direct' ? stored : undefined;
}
