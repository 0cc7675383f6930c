import type { PageConflict } from './conflicts.ts';
import type { Storage } from '../shared/storage.ts';

/** A conflict as this machine remembers it. */
export interface KeptConflict extends PageConflict {
  readonly space: string;
  readonly number: number;
  /** Someone decided here. It stays until its change request is merged: the platform may still remember the conflict. */
  readonly isResolved: boolean;
}

type At = Pick<KeptConflict, 'space' | 'number'>;

/** The conflicts of an account in one file, so that rows of all change requests can be marked by one read. */
export interface KeptConflicts {
  of(at: At): readonly KeptConflict[];
  /** Reads what other windows wrote. */
  load(): Promise<void>;
  change(at: At, change: (kept: readonly KeptConflict[]) => readonly KeptConflict[]): Promise<void>;
}

/** The oldest are forgotten beyond this number. */
const atMost = 1000;

export function keptConflicts(parts: {
  readonly account: string;
  readonly storage: Storage;
  readonly warn: (message: string) => void;
  readonly onDidChange: (at: At) => void;
}): KeptConflicts {
  const { account, storage, warn, onDidChange } = parts;
  const key = conflictsName(account);
  let all: readonly KeptConflict[] = [];
  let work: Promise<void> = Promise.resolve();

  function inTurn(next: () => Promise<void>): Promise<void> {
    work = work.then(next).catch((error: unknown) => warn(`Conflicts could not be read or kept: ${String(error)}`));
    return work;
  }

  /** Tells of the change requests whose conflicts are others now. */
  function take(next: readonly KeptConflict[]): void {
    const places = new Map(
      [...all, ...next].map(({ space, number }) => [placeKey({ space, number }), { space, number }]),
    );
    const before = all;
    all = next;
    for (const at of places.values()) if (printOf(before, at) !== printOf(next, at)) onDidChange(at);
  }

  async function read(): Promise<readonly KeptConflict[]> {
    const text = await storage.read(key);
    try {
      return parsed(text);
    } catch {
      warn('The file of conflicts is broken, and begun again.');
      return [];
    }
  }

  return {
    of: (at) => all.filter((each) => isAt(each, at)),
    load: () => inTurn(async () => take(await read())),
    change: (at, change) =>
      inTurn(async () => {
        const kept = await read();
        const own = change(kept.filter((each) => isAt(each, at)));
        const next = [...kept.filter((each) => !isAt(each, at)), ...own].slice(-atMost);
        if (JSON.stringify(next) !== JSON.stringify(kept))
          await storage.write(key, JSON.stringify({ conflicts: next }));
        take(next);
      }),
  };
}

/** Of their file. */
export function conflictsName(account: string): string {
  return `conflicts-${account}`;
}

function isAt({ space, number }: At, at: At): boolean {
  return space === at.space && number === at.number;
}

function placeKey({ space, number }: At): string {
  return JSON.stringify([space, number]);
}

function printOf(conflicts: readonly KeptConflict[], at: At): string {
  return JSON.stringify(conflicts.filter((each) => isAt(each, at)));
}

/** What a file of another version has otherwise is left out. */
function parsed(text: string | undefined): readonly KeptConflict[] {
  if (text === undefined) return [];
  const { conflicts } = JSON.parse(text) as { readonly conflicts?: unknown };
  return Array.isArray(conflicts) ? conflicts.filter(isKept) : [];
}

function isKept(value: unknown): value is KeptConflict {
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
