import { isSame } from '../../model/shared/same.ts';
import { createLane } from '../shared/lane.ts';
import type { PageConflict } from './conflicts.ts';
import type { Storage } from '../shared/storage.ts';

/** A conflict that is cached on this machine. */
export interface CachedConflict extends PageConflict {
  readonly space: string;
  readonly number: number;
  /**
   * The user resolved it here. It stays cached until its change request is merged, because the server may still report
   * it.
   */
  readonly isResolved: boolean;
}

export type ConflictsAt = Pick<CachedConflict, 'space' | 'number'>;

/**
 * Caches all conflicts of an account in one file, so that one read is enough to decorate the rows of all change
 * requests.
 */
export interface ConflictCache {
  of(at: ConflictsAt): readonly CachedConflict[];
  /** Also reads conflicts that other windows cached. */
  load(): Promise<void>;
  change(at: ConflictsAt, change: (cached: readonly CachedConflict[]) => readonly CachedConflict[]): Promise<void>;
}

/** Beyond this number, the oldest conflicts are removed. */
const atMost = 1000;

export function createConflictCache(parts: {
  readonly account: string;
  readonly storage: Storage;
  readonly warn: (message: string) => void;
  readonly onDidChange: (at: ConflictsAt) => void;
}): ConflictCache {
  const { account, storage, warn, onDidChange } = parts;
  const key = conflictsName(account);
  let all: readonly CachedConflict[] = [];
  const lane = createLane();

  async function inTurn(work: () => Promise<void>): Promise<void> {
    try {
      await lane.queue(work);
    } catch (error) {
      warn(`The stored conflicts couldn't be read or written: ${String(error)}`);
    }
  }

  /** Notifies listeners of each change request whose conflicts changed. */
  function take(next: readonly CachedConflict[]): void {
    const places = new Map([...all, ...next].map(({ space, number }) => [keyOf({ space, number }), { space, number }]));
    const before = all;
    all = next;
    for (const at of places.values()) if (printOf(before, at) !== printOf(next, at)) onDidChange(at);
  }

  async function read(): Promise<readonly CachedConflict[]> {
    const text = await storage.read(key);
    try {
      return parsed(text);
    } catch {
      warn('The stored conflicts were damaged and have been reset.');
      return [];
    }
  }

  return {
    of: (at) => all.filter((each) => isAt(each, at)),
    load: () => inTurn(async () => take(await read())),
    change: (at, change) =>
      inTurn(async () => {
        const stored = await read();
        const own = change(stored.filter((each) => isAt(each, at)));
        const next = [...stored.filter((each) => !isAt(each, at)), ...own].slice(-atMost);
        if (!isSame(next, stored)) await storage.write(key, JSON.stringify({ conflicts: next }));
        take(next);
      }),
  };
}

/** Name of the account's cache file. */
export function conflictsName(account: string): string {
  return `conflicts-${account}`;
}

function isAt({ space, number }: ConflictsAt, at: ConflictsAt): boolean {
  return space === at.space && number === at.number;
}

export function keyOf({ space, number }: ConflictsAt): string {
  return JSON.stringify([space, number]);
}

function printOf(conflicts: readonly CachedConflict[], at: ConflictsAt): string {
  return JSON.stringify(conflicts.filter((each) => isAt(each, at)));
}

/** Skips entries that another version of the extension wrote in a different form. */
function parsed(text: string | undefined): readonly CachedConflict[] {
  if (text === undefined) return [];
  const { conflicts } = JSON.parse(text) as { readonly conflicts?: unknown };
  return Array.isArray(conflicts) ? conflicts.filter(isCached) : [];
}

function isCached(value: unknown): value is CachedConflict {
  if (typeof value !== 'object' || value === null) return false;
  const { number, lost, isResolved, ...texts } = value as Readonly<Record<string, unknown>>;
  return (
    typeof number === 'number' &&
    Array.isArray(lost) &&
    lost.every((name) => typeof name === 'string') &&
    typeof isResolved === 'boolean' &&
    ['space', 'page', 'title', 'base', 'main', 'own'].every((name) => typeof texts[name] === 'string')
  );
}
