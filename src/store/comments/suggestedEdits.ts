import type { CommentsPlace } from '../../model/comments/place.ts';
import type { PageReading } from '../../model/pages/text.ts';
import { digest } from '../../model/shared/digest.ts';
import { cachedDrafts } from '../shared/cachedDrafts.ts';
import type { DraftStorage } from '../shared/draftFiles.ts';

/** A page of a change request. */
export interface SuggestedEditTarget {
  readonly place: CommentsPlace;
  readonly page: string;
}

/** A copy of a page in which the user makes changes, to suggest them. */
export interface SuggestedEdit {
  readonly target: SuggestedEditTarget;
  /** The number of the change request. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
  /** The page that the copy was made of. */
  readonly base: PageReading;
  /** In ms since the epoch. */
  readonly changedAt: number;
}

/** Copies of pages with changes to suggest, one file each: they survive failures, reloads and closed windows. */
export interface SuggestedEdits {
  get(target: SuggestedEditTarget): Promise<SuggestedEdit | undefined>;
  begin(edit: Omit<SuggestedEdit, 'changedAt'>): Promise<void>;
  /** Keeps the text typed so far. Does nothing if the copy is gone. */
  keep(target: SuggestedEditTarget, text: string): Promise<void>;
  discard(target: SuggestedEditTarget): Promise<void>;
  dispose(): void;
}

export function createSuggestedEdits(parts: {
  readonly storage: DraftStorage;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}): SuggestedEdits {
  const drafts = cachedDrafts({ ...parts, parsed });
  return {
    get: (target) => drafts.read(nameOf(target)),
    begin: (edit) => drafts.put(nameOf(edit.target), { ...edit, changedAt: parts.now() }),
    async keep(target, text) {
      const before = await drafts.read(nameOf(target));
      if (!before || before.text === text) return;
      await drafts.put(nameOf(target), { ...before, text, changedAt: parts.now() });
    },
    discard: (target) => drafts.put(nameOf(target), undefined),
    dispose: () => drafts.dispose(),
  };
}

function nameOf({ place: { space, changeRequest }, page }: SuggestedEditTarget): string {
  return `suggestions-${digest(JSON.stringify([space, changeRequest ?? null, page]))}`;
}

function parsed(text: string): SuggestedEdit | undefined {
  try {
    const edit = JSON.parse(text) as Partial<SuggestedEdit> | null;
    const isEdit =
      typeof edit?.text === 'string' &&
      typeof edit.number === 'number' &&
      typeof edit.changedAt === 'number' &&
      typeof edit.title === 'string' &&
      typeof edit.target?.page === 'string' &&
      typeof edit.target.place.space === 'string' &&
      typeof edit.base?.text === 'string' &&
      typeof edit.base.markdown === 'string' &&
      Array.isArray(edit.base.rewritten);
    return isEdit ? (edit as SuggestedEdit) : undefined;
  } catch {
    return undefined;
  }
}
