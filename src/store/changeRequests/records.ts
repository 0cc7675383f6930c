import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isSame } from '../../model/shared/same.ts';
import type { ChangeRequestAt } from './changeRequests.ts';

/** A change request as last received. */
export interface ChangeRequestRecord extends ChangeRequestAt {
  readonly key: string;
  /** The turn in which it was requested: see `Turns`. */
  readonly turn: number;
}

/** All change requests that were received, in lists or one by one, each in its latest state. */
export interface ChangeRequestRecords {
  get(key: string): ChangeRequestRecord | undefined;
  all(): Iterable<ChangeRequestRecord>;
  /** Caches a change request, unless a later request has already been answered. */
  learn(space: Space, changeRequest: ChangeRequest, turn: number): ChangeRequestRecord;
  forget(key: string): void;
  /** The space as last received. */
  space(id: string): Space | undefined;
  learnSpace(space: Space, turn: number): void;
}

/** Ids may be unique only within a space. */
export function recordKey(spaceId: string, changeRequestId: string): string {
  return `${encodeURIComponent(spaceId)}/${encodeURIComponent(changeRequestId)}`;
}

/** `onChanged` is called when a change request changed, `onTitle` with each space. */
export function createChangeRequestRecords(
  onChanged: (spaceId: string, changeRequestId: string) => void,
  onTitle: (space: Space) => void,
): ChangeRequestRecords {
  const records = new Map<string, ChangeRequestRecord>();
  const spaces = new Map<string, { readonly space: Space; readonly turn: number }>();

  function learnSpace(space: Space, turn: number): void {
    if ((spaces.get(space.id)?.turn ?? 0) > turn) return;
    spaces.set(space.id, { space, turn });
    onTitle(space);
  }

  const current = (record: ChangeRequestRecord): ChangeRequestRecord => {
    const space = spaces.get(record.space.id)?.space;
    return space === undefined || space === record.space ? record : { ...record, space };
  };

  return {
    get(key) {
      const record = records.get(key);
      return record && current(record);
    },
    *all() {
      for (const record of records.values()) yield current(record);
    },
    learn(space, changeRequest, turn) {
      const key = recordKey(space.id, changeRequest.id);
      const known = records.get(key);
      learnSpace(space, turn);
      if (known && known.turn > turn) return current(known);
      const record = { key, space, changeRequest, turn };
      records.set(key, record);
      if (known && !isSame(known.changeRequest, changeRequest)) {
        onChanged(space.id, changeRequest.id);
      }
      return current(record);
    },
    forget(key) {
      const record = records.get(key);
      if (!records.delete(key) || !record) return;
      onChanged(record.space.id, record.changeRequest.id);
    },
    space: (id) => spaces.get(id)?.space,
    learnSpace,
  };
}
