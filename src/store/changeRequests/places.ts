import type { Space } from '../../contract/spaces/spaces.ts';
import { fingerprintOf } from '../shared/shownChildren.ts';
import { recordKey } from './records.ts';
import type { ChangeRequestAt, ChangeRequestPlace, SpaceCounts, Status, WaitingReason } from './changeRequests.ts';

export type ChangeRequestPlaceOf<Kind extends ChangeRequestPlace['kind']> = Extract<
  ChangeRequestPlace,
  { readonly kind: Kind }
>;

export const waitingPlace: ChangeRequestPlaceOf<'waiting'> = { kind: 'waiting', key: 'waiting' };

export function statusPlace(status: Status, parent?: ChangeRequestPlaceOf<'space'>): ChangeRequestPlaceOf<'status'> {
  return parent
    ? { kind: 'status', key: `${parent.key}/${status}`, parent, status, space: parent.space }
    : { kind: 'status', key: status, status };
}

export function spacePlace(space: Space, counts: SpaceCounts): ChangeRequestPlaceOf<'space'> {
  return { kind: 'space', key: `space/${encodeURIComponent(space.id)}`, space, counts };
}

export function changeRequestPlace(
  { space, changeRequest }: ChangeRequestAt,
  parent: ChangeRequestPlace,
  reasons: readonly WaitingReason[],
): ChangeRequestPlaceOf<'changeRequest'> {
  const key = `${parent.key}/${recordKey(space.id, changeRequest.id)}`;
  return { kind: 'changeRequest', key, parent, space, changeRequest, reasons };
}

/** Covers everything that a row shows of a place. */
export function fingerprintOfPlace(place: ChangeRequestPlace): readonly unknown[] {
  const ofSpace = ({ title, emoji, permissions }: Space) => [title, emoji, fingerprintOf(permissions)];
  switch (place.kind) {
    case 'waiting':
    case 'status':
      return [place.key];
    case 'space':
      return [place.key, place.counts, ofSpace(place.space)];
    case 'changeRequest':
      return [place.key, place.reasons, fingerprintOf(place.changeRequest), ofSpace(place.space)];
  }
}
