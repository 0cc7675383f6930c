import type { ConflictMarkers } from '../../model/merge/conflictMarkers.ts';
import { digest } from '../../model/shared/digest.ts';
import type { EditDraft, EditDrafts, EditTarget } from './edits.ts';
import { cachedDrafts } from '../shared/cachedDrafts.ts';
import type { DraftStorage } from '../shared/draftFiles.ts';
import { createLane } from '../shared/lane.ts';

/** Unsent texts of pages, one file each. Drafts of another window are read when its change is reported. */
export function createEditDrafts(parts: {
  readonly storage: DraftStorage;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): EditDrafts & { dispose(): void } {
  const { storage, now, warn } = parts;
  const drafts = cachedDrafts({ storage, parsed, now, warn, isName: isEditDraft });
  const bases = drafts.files;
  const lane = createLane();
  /** Names of the base files that are known to exist. */
  const withBase = new Set<string>();
  drafts.load().catch((error: unknown) => warn(`The page drafts cannot be read: ${String(error)}`));

  function known(): readonly EditDraft[] {
    return drafts.all().toSorted((one, other) => one.changedAt - other.changedAt);
  }

  async function all(): Promise<readonly EditDraft[]> {
    await drafts.load();
    return known();
  }

  async function discardBase(target: EditTarget): Promise<void> {
    const name = baseNameOf(target);
    if (withBase.delete(name)) await lane.queue(() => bases.delete(name));
  }

  return {
    async keep(target, text, base, markers) {
      const name = nameOf(target);
      if (text === base) return drafts.put(name, undefined);
      const { space, number, page } = target;
      const draft = { target: { space, number, page }, text, base, changedAt: now(), ...(markers && { markers }) };
      await drafts.put(name, draft);
    },
    async keepBase({ space, number, page }, base) {
      const target = { space, number, page };
      const name = baseNameOf(target);
      withBase.add(name);
      await lane.queue(() => bases.write(name, { target, text: base, base, changedAt: now() }));
    },
    async base(target) {
      const name = baseNameOf(target);
      const stored = await lane.queue(() => bases.read(name));
      if (stored) withBase.add(name);
      return stored?.base;
    },
    get: (target) => drafts.read(nameOf(target)),
    all,
    async of({ space, number }) {
      return (await all()).filter(({ target }) => target.space === space && target.number === number);
    },
    cached: known,
    discardBase,
    async discard(target) {
      await drafts.put(nameOf(target), undefined);
      await discardBase(target);
    },
    onDidChange: (listener) => drafts.onDidChange(listener),
    dispose: () => drafts.dispose(),
  };
}

const basePrefix = 'base-';

/** Whether a file of this name is a draft and not a base. */
export function isEditDraft(name: string): boolean {
  return !name.startsWith(basePrefix);
}

function baseNameOf(target: EditTarget): string {
  return basePrefix + nameOf(target);
}

function nameOf({ space, number, page }: EditTarget): string {
  return `page-${digest(JSON.stringify([space, number, page]))}`;
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

/** In characters. Markers are longer than any such line of the page. */
const longestMarkers = 1_000_000;

function isMarkers(markers: Partial<ConflictMarkers> | undefined): markers is ConflictMarkers {
  return (
    Number.isInteger(markers?.length) &&
    (markers?.length ?? 0) >= 7 &&
    (markers?.length ?? 0) <= longestMarkers &&
    typeof markers?.ours === 'string' &&
    typeof markers.theirs === 'string' &&
    (markers.name === undefined || typeof markers.name === 'string')
  );
}
