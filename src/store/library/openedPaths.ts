import { digest } from '../../model/shared/digest.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import { storedPairs } from '../shared/storedPairs.ts';

/** The paths at which pages of a space were opened, so that addresses outlive a rename. */
export interface OpenedPaths {
  /** Path → page id, as far as read. */
  cached(): ReadonlyMap<string, string>;
  load(): Promise<ReadonlyMap<string, string>>;
  remember(path: string, pageId: string): void;
}

/** Beyond this number, the oldest paths are removed. */
const atMost = 2000;

export function createOpenedPaths(parts: {
  readonly account: string;
  readonly space: string;
  readonly storage: Storage;
  readonly warn: (message: string) => void;
}): OpenedPaths {
  const { storage, warn } = parts;
  const key = `opened-${parts.account}-${digest(parts.space)}`;
  const paths = new Map<string, string>();
  let loading: Promise<void> | undefined;
  const writing = createLane();

  async function read(): Promise<void> {
    try {
      for (const [path, id] of storedPairs(await storage.read(key), 'opened'))
        if (!paths.has(path)) paths.set(path, id);
    } catch (error) {
      warn(`The addresses of pages opened before could not be read: ${String(error)}`);
    }
  }

  async function write(): Promise<void> {
    await (loading ??= read());
    // Another window may have opened others in the meantime.
    await read();
    const newest = [...paths].slice(-atMost);
    await storage.write(key, JSON.stringify({ opened: newest }));
  }

  return {
    cached: () => paths,
    async load() {
      await (loading ??= read());
      return paths;
    },
    remember(path, pageId) {
      if (paths.get(path) === pageId) return;
      paths.delete(path);
      paths.set(path, pageId);
      writing.queue(write).catch((error: unknown) => {
        warn(`The address of an opened page could not be kept: ${String(error)}`);
      });
    },
  };
}
