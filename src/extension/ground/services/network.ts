import type { Way } from '../../../client/network/trace.ts';
import type { GlobalState } from './globalState.ts';

/** Where the global state keeps how the server of an account was last reached. */
export function wayKey(accountKey: string): string {
  return `way/${accountKey}`;
}

/** How the server of an account was reached, and with which network settings. */
export interface StoredWay {
  readonly way: Way;
  readonly settings: string;
  /** Since when, in ms since the epoch. */
  readonly since: number;
}

/** How the server of an account was last reached; undefined if that is unknown. */
export function wayOf(globalState: Pick<GlobalState, 'get'>, accountKey: string): StoredWay | undefined {
  const { way, settings, since } = (globalState.get(wayKey(accountKey)) ?? {}) as Partial<Record<string, unknown>>;
  if ((way !== 'vscode' && way !== 'direct') || typeof settings !== 'string') return undefined;
  return { way, settings, since: typeof since === 'number' ? since : 0 };
}
