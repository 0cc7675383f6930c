import { digest } from '../../model/shared/digest.ts';
import { createLane } from '../shared/lane.ts';
import { storedPairs } from '../shared/storedPairs.ts';
import type { Storage } from '../shared/storage.ts';

/**
 * The pages and files of a change request that the user has viewed: ids, each with a fingerprint of the viewed state.
 */
export interface ViewedMarks {
  load(): Promise<void>;
  /** Always false before `load`. */
  has(id: string, print: string): boolean;
  /** An undefined fingerprint removes the mark. */
  mark(prints: ReadonlyMap<string, string | undefined>): Promise<void>;
}

/** How the names of all these files begin. */
export const viewedPrefix = 'viewed-';

/** Beyond this number, the oldest marks are removed. */
const atMost = 5000;

export function createViewedMarks(parts: {
  readonly account: string;
  readonly space: string;
  readonly changeRequest: string;
  readonly storage: Storage;
  readonly warn: (message: string) => void;
}): ViewedMarks {
  const { account, space, changeRequest, storage, warn } = parts;
  const key = `${viewedPrefix}${account}-${digest(JSON.stringify([space, changeRequest]))}`;
  let marks: ReadonlyMap<string, string> = new Map();
  let loading: Promise<void> | undefined;
  const writing = createLane();

  async function read(): Promise<void> {
    try {
      marks = new Map(storedPairs(await storage.read(key), 'viewed'));
    } catch (error) {
      warn(`What was viewed of a change request could not be read: ${String(error)}`);
    }
  }

  async function write(prints: ReadonlyMap<string, string | undefined>): Promise<void> {
    // Another window may have marked others in the meantime.
    await read();
    marks = withMarks(marks, prints);
    await storage.write(key, JSON.stringify({ viewed: [...marks].slice(-atMost) }));
  }

  return {
    load: () => (loading ??= read()),
    has: (id, print) => marks.get(id) === print,
    async mark(prints) {
      marks = withMarks(marks, prints);
      try {
        await writing.queue(() => write(prints));
      } catch (error) {
        warn(`What was viewed of a change request could not be kept: ${String(error)}`);
      }
    },
  };
}

function withMarks(
  marks: ReadonlyMap<string, string>,
  prints: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, string> {
  const changed = new Map(marks);
  for (const [id, print] of prints) {
    changed.delete(id);
    if (print !== undefined) changed.set(id, print);
  }
  return changed;
}
