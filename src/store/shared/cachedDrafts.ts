import { isSame } from '../../model/shared/same.ts';
import { draftFiles, type DraftFiles, type DraftStorage } from './draftFiles.ts';
import { createEmitter } from './emitter.ts';
import { createLane } from './lane.ts';

/** Drafts of one kind as cached in this window. Each is a file, which other windows read and write, too. */
export interface CachedDrafts<Draft> {
  /** All cached drafts, without a disk access. */
  all(): readonly Draft[];
  get(name: string): Draft | undefined;
  /** Reads all files. */
  load(): Promise<void>;
  read(name: string): Promise<Draft | undefined>;
  /** Resolves once this draft, or a later one with its name, is written. Undefined deletes the draft. */
  put(name: string, draft: Draft | undefined): Promise<void>;
  /** Access to the files, past the cache. */
  readonly files: DraftFiles<Draft>;
  onDidChange(listener: () => void): { dispose(): void };
  dispose(): void;
}

/** One cached draft and the state of its file. */
interface Entry<Draft> {
  draft?: Draft | undefined;
  /** `draft` isn't written to the file yet. */
  isUnwritten: boolean;
  isStoring: boolean;
  /** The count of changes when it was last changed here. A file that was read earlier says nothing about it. */
  changedAt: number;
}

export function cachedDrafts<Draft>(parts: {
  readonly storage: DraftStorage;
  /** Undefined for a text that is not a draft. */
  readonly parsed: (text: string) => Draft | undefined;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** Whether a name belongs to this kind of draft; all names do if omitted. */
  readonly isName?: (name: string) => boolean;
  /** Whether only this window decides about a draft for now, whatever its file contains. */
  readonly isHeld?: (name: string) => boolean;
}): CachedDrafts<Draft> {
  const { storage, parsed, now, warn, isName = () => true, isHeld = () => false } = parts;
  const files = draftFiles({ storage, parsed, now, warn });
  const entries = new Map<string, Entry<Draft>>();
  let changes = 0;
  const changed = createEmitter<void>((error) => warn(`A listener of the drafts failed: ${String(error)}`));
  const writing = createLane();
  /** Reads one after the other, so that a slow read doesn't replace a later one. */
  const reading = createLane();
  const watching = storage.watch(
    () => void load().catch((error: unknown) => warn(`The drafts cannot be read: ${String(error)}`)),
  );

  function entryOf(name: string): Entry<Draft> {
    const entry = entries.get(name) ?? { isUnwritten: false, isStoring: false, changedAt: 0 };
    entries.set(name, entry);
    return entry;
  }

  /** Whether the cached draft is newer than a read that began at this count of changes. */
  function isAhead(name: string, begun: number): boolean {
    const { isUnwritten, isStoring, changedAt } = entryOf(name);
    return isUnwritten || isStoring || changedAt > begun || isHeld(name);
  }

  /** Of several queued writes for one draft, only the last is done. */
  async function write(name: string, entry: Entry<Draft>): Promise<void> {
    if (!entry.isUnwritten) return;
    entry.isUnwritten = false;
    entry.isStoring = true;
    try {
      await (entry.draft ? files.write(name, entry.draft) : files.delete(name));
    } catch (error) {
      entry.isUnwritten = true;
      throw error;
    } finally {
      entry.isStoring = false;
      entry.changedAt = ++changes;
    }
  }

  function all(): readonly Draft[] {
    return [...entries.values()].flatMap(({ draft }) => draft ?? []);
  }

  function load(): Promise<void> {
    return reading.renew('load', undefined, readAll);
  }

  async function readAll(): Promise<void> {
    const begun = changes;
    const drafts = await files.all();
    const before = all();
    for (const [name, entry] of entries) if (!drafts.has(name) && !isAhead(name, begun)) entry.draft = undefined;
    for (const [name, draft] of drafts) {
      if (draft && isName(name) && !isAhead(name, begun)) entryOf(name).draft = draft;
    }
    if (!isSame(all(), before)) changed.emit();
  }

  async function readOne(name: string): Promise<void> {
    const begun = changes;
    if (isAhead(name, begun)) return;
    const draft = await files.read(name);
    if (!isAhead(name, begun)) entryOf(name).draft = draft;
  }

  return {
    all,
    get: (name) => entries.get(name)?.draft,
    load,
    async read(name) {
      if (!isAhead(name, changes)) await reading.queue(() => readOne(name));
      return entries.get(name)?.draft;
    },
    async put(name, draft) {
      const entry = entryOf(name);
      const isNews = draft !== undefined || entry.draft !== undefined || entry.isUnwritten;
      entry.draft = draft;
      entry.isUnwritten = true;
      if (isNews) changed.emit();
      await writing.queue(() => write(name, entry));
    },
    files,
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => watching.dispose(),
  };
}
