import type { ApiErrorKind } from '../model/shared/failure.ts';
import type { Reason } from '../model/shared/reasons.ts';
import type { Trace } from './network/trace.ts';

/** How a request ended; `failed` is a bug of this extension. */
export type Outcome = 'ok' | 'failed' | ApiErrorKind;

/** What is remembered of a request: no id, query, body, address, or token. */
export interface LedgerEntry extends Readonly<Trace> {
  /** When it began, in ms since the epoch. */
  readonly at: number;
  /** `METHOD /path` with unfilled parameters. */
  readonly endpoint: string;
  readonly outcome: Outcome;
  /** Why it failed: only the kind of reason, without what it says. */
  readonly reason?: Reason['code'] | undefined;
  /** The status of the reply; undefined if none came. */
  readonly status?: number | undefined;
  /** The size of the reply, in bytes. */
  readonly size?: number | undefined;
  /** In ms. */
  readonly took: number;
}

/** The most recent requests, in memory only. */
export interface Ledger {
  add(entry: LedgerEntry): void;
  /** The oldest first. */
  entries(): readonly LedgerEntry[];
}

const mostEntries = 200;

export function createLedger(): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > mostEntries) entries.shift();
    },
    entries: () => [...entries],
  };
}
