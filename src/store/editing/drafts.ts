import type { ConflictMarkers } from '../../model/merge/conflictMarkers.ts';
import { digest } from '../../model/shared/digest.ts';
import type { EditDraft, EditDrafts, EditTarget } from './edits.ts';
import { draftFiles, type DraftStorage } from '../shared/draftFiles.ts';
import { createEmitter } from '../shared/emitter.ts';

/** Texts of pages that were written and not sent, a file each. What another window writes is read when it is told of. */
export function createEditDrafts(parts: {
  readonly storage: DraftStorage;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): EditDrafts & { dispose(): void } {
  const { storage, now, warn } = parts;
  const files = draftFiles({ storage, parsed, now, warn });
  const drafts = new Map<string, EditDraft>();
  const changed = createEmitter<void>((error) => warn(`A listener of the page drafts failed: ${String(error)}`));
  let work: Promise<unknown> = Promise.resolve();
  /** When each was last put here, by count: what was read before says nothing about it. */
  let puts = 0;
  const lastPut = new Map<string, number>();
  /** Whose file is behind what is known here. */
  const unwritten = new Set<string>();
  /** Files of bases that are known to be there. */
  const withBase = new Set<string>();

  const reading = async (): Promise<readonly EditDraft[]> => {
    const begun = puts;
    const heard = await files.all();
    const before = printOf(drafts.values());
    const isOurs = (name: string): boolean => unwritten.has(name) || (lastPut.get(name) ?? 0) > begun;
    for (const name of drafts.keys()) if (!heard.has(name) && !isOurs(name)) drafts.delete(name);
    for (const [name, draft] of heard)
      if (draft && !name.startsWith(basePrefix) && !isOurs(name)) drafts.set(name, draft);
    if (printOf(drafts.values()) !== before) changed.emit();
    return known();
  };
  const load = (): Promise<readonly EditDraft[]> => inTurn(reading);
  const failed = (error: unknown): void => warn(`The page drafts cannot be read: ${String(error)}`);
  const watching = storage.watch(() => void load().catch(failed));
  void load().catch(failed);

  /** One after the other, so that the disk ends with what was said last. */
  function inTurn<Result>(next: () => Promise<Result>): Promise<Result> {
    const result = work.then(next);
    work = result.catch(() => undefined);
    return result;
  }

  async function put(name: string, draft: EditDraft | undefined): Promise<void> {
    const turn = ++puts;
    lastPut.set(name, turn);
    unwritten.add(name);
    if (draft) drafts.set(name, draft);
    else drafts.delete(name);
    changed.emit();
    await inTurn(() => (draft ? files.write(name, draft) : files.delete(name)));
    if (lastPut.get(name) === turn) unwritten.delete(name);
  }

  function known(): readonly EditDraft[] {
    return [...drafts.values()].sort((one, other) => one.changedAt - other.changedAt);
  }

  async function discardBase(target: EditTarget): Promise<void> {
    const base = basePrefix + nameOf(target);
    if (withBase.delete(base)) await inTurn(() => files.delete(base));
  }

  return {
    async keep(target, text, base, markers) {
      const name = nameOf(target);
      if (text === base) return put(name, undefined);
      const { space, number, page } = target;
      await put(name, { target: { space, number, page }, text, base, changedAt: now(), ...(markers && { markers }) });
    },
    async keepBase({ space, number, page }, base) {
      const target = { space, number, page };
      const name = basePrefix + nameOf(target);
      withBase.add(name);
      await inTurn(() => files.write(name, { target, text: base, base, changedAt: now() }));
    },
    async base(target) {
      const name = basePrefix + nameOf(target);
      const kept = await inTurn(() => files.read(name));
      if (kept) withBase.add(name);
      return kept?.base;
    },
    async get(target) {
      const name = nameOf(target);
      const begun = puts;
      const draft = await inTurn(() => files.read(name));
      if (unwritten.has(name) || (lastPut.get(name) ?? 0) > begun) return drafts.get(name);
      if (draft) drafts.set(name, draft);
      else drafts.delete(name);
      return draft;
    },
    all: load,
    async of({ space, number }) {
      const all = await load();
      return all.filter(({ target }) => target.space === space && target.number === number);
    },
    known,
    discardBase,
    async discard(target) {
      await put(nameOf(target), undefined);
      await discardBase(target);
    },
    onDidChange: (listener) => changed.listen(listener),
    dispose: () => watching.dispose(),
  };
}

const basePrefix = 'base-';

/** Whether a file of this name is a draft, and no base. */
export function isEditDraft(name: string): boolean {
  return !name.startsWith(basePrefix);
}

function nameOf({ space, number, page }: EditTarget): string {
  return `page-${digest(JSON.stringify([space, number, page]))}`;
}

function printOf(drafts: Iterable<EditDraft>): string {
  return JSON.stringify([...drafts].map(({ target, changedAt }) => [target, changedAt]));
}

function parsed(text: string): EditDraft | undefined {
  try {
    const draft = JSON.parse(text) as Partial<EditDraft> | null;
    const isDraft =
      typeof draft?.text === 'string' &&
      typeof draft.base === 'string' &&
      typeof draft.changedAt === 'number' &&
      typeof draft.target?.space === 'string' &&
      typeof draft.target.number === 'number' &&
      typeof draft.target.page === 'string';
    if (!isDraft) return undefined;
    const { markers, ...rest } = draft as EditDraft;
    return isMarkers(markers) ? { ...rest, markers } : rest;
  } catch {
    return undefined;
  }
}

function isMarkers(markers: Partial<ConflictMarkers> | undefined): markers is ConflictMarkers {
  return (
    Number.isInteger(markers?.length) &&
    (markers?.length ?? 0) >= 7 &&
    typeof markers?.ours === 'string' &&
    typeof markers.theirs === 'string' &&
    (markers.name === undefined || typeof markers.name === 'string')
  );
}
