import type { Space } from '../../contract/spaces/spaces.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import type { DeletedSpace } from './libraryActions.ts';

/** Spaces that were deleted here, kept across restarts because no list of the API contains them. */
export interface DeletedSpaces {
  /** The spaces that can still be restored. */
  list(): Promise<readonly DeletedSpace[]>;
  add(space: Space): Promise<void>;
  remove(id: string): Promise<void>;
}

/** How long a deleted space can be restored, in ms (section 8 of the API document). */
export const retention = 7 * 24 * 60 * 60 * 1000;

const key = 'deleted-spaces';

export function deletedSpaces(parts: {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}): DeletedSpaces {
  const { storage, now, log } = parts;
  const writing = createLane();

  async function list(): Promise<readonly DeletedSpace[]> {
    try {
      const cached = JSON.parse((await storage.read(key)) ?? '[]') as unknown;
      return Array.isArray(cached) ? cached.filter(isDeletedSpace).filter(isRestorable) : [];
    } catch (error) {
      log.warn(`The spaces that were deleted before could not be read: ${String(error)}`);
      return [];
    }
  }

  function isRestorable({ deletedAt }: DeletedSpace): boolean {
    return deletedAt + retention > now();
  }

  /** Logs failures only: the deletion itself succeeded, so failing to record it must not fail the action. */
  function change(make: (spaces: readonly DeletedSpace[]) => readonly DeletedSpace[]): Promise<void> {
    return writing
      .queue(async () => storage.write(key, JSON.stringify(make(await list()))))
      .catch((error: unknown) => log.warn(`The deleted spaces could not be kept: ${String(error)}`));
  }

  return {
    list,
    add: (space) => change((spaces) => [...spaces.filter(({ id }) => id !== space.id), deletedSpace(space, now())]),
    remove: (id) => change((spaces) => spaces.filter((space) => space.id !== id)),
  };
}

export function deletedSpace({ id, title, emoji, organization, deletedAt }: Space, otherwise: number): DeletedSpace {
  const at = deletedAt ? Date.parse(deletedAt) : otherwise;
  return { id, title, ...(emoji && { emoji }), organization, deletedAt: Number.isNaN(at) ? otherwise : at };
}

function isDeletedSpace(value: unknown): value is DeletedSpace {
  const { id, title, organization, deletedAt } = (value ?? {}) as Partial<Record<keyof DeletedSpace, unknown>>;
  return [id, title, organization].every((each) => typeof each === 'string') && typeof deletedAt === 'number';
}
