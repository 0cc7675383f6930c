import type { ChangeRequestAt, ChangeRequestPlace } from './changeRequests.ts';
import { askedLists, listsFor } from './children.ts';
import type { ChangeRequestList } from './lists.ts';
import { recordKey } from './records.ts';
import { announceSoon, partsOf, type ChangeRequestsState } from './state.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';

/** Asks for what the children of a place are made of, as far as it is unknown. */
export async function load(
  state: ChangeRequestsState,
  place: ChangeRequestPlace | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { library, currentUser } = state;
  state.organizations ??= await library.organizations({ signal });
  if (place?.kind === 'waiting') await currentUser.load({ signal });
  await loadLists(listsFor(partsOf(state), place), signal);
  // What needs the user's review is in no other group. That it cannot be fetched hides none of the others: its own group says so.
  if (place?.kind === 'space' || (place?.kind === 'status' && (place.status === 'open' || place.status === 'draft'))) {
    await currentUser.load({ signal }).catch(onlyFailures);
    await loadLists(askedLists(partsOf(state)), signal).catch(onlyFailures);
  }
}

export async function loadLists(lists: readonly ChangeRequestList[], signal: AbortSignal | undefined): Promise<void> {
  const results = await Promise.allSettled(lists.map((list) => list.load(signal)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const [failure] = failures;
  // Of several organizations the others are shown, with the failure of the one that failed.
  if (failure && (failures.length === results.length || isKind(failure, 'cancelled'))) throw failure;
}

/** Asks for a change request, and for its reviews if they are known. */
export async function ask(
  state: ChangeRequestsState,
  spaceId: string,
  changeRequestId: string,
  signal?: AbortSignal,
): Promise<ChangeRequestAt> {
  const found = await find(state, spaceId, changeRequestId, signal);
  await renewReviews(state, found, signal);
  return found;
}

/** Reviews that cannot be fetched do not hide their change request. */
export async function renewReviews(
  { reviews, log }: ChangeRequestsState,
  at: ChangeRequestAt,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await reviews.renew(at, signal);
  } catch (error) {
    onlyFailures(error);
    log.warn(`The reviews of #${at.changeRequest.number} could not be asked for: ${String(error)}`);
  }
}

export async function find(
  state: ChangeRequestsState,
  spaceId: string,
  changeRequestId: string,
  signal?: AbortSignal,
): Promise<ChangeRequestAt> {
  const { api, library, records, turns } = state;
  const turn = turns();
  try {
    const [space, changeRequest] = await Promise.all([
      records.space(spaceId) ?? library.space(spaceId, { signal }),
      api.changeRequests.get({ spaceId, changeRequestId }, { signal }),
    ]);
    return records.learn(space, changeRequest, turn);
  } catch (error) {
    if (isKind(error, 'missing')) records.forget(recordKey(spaceId, changeRequestId));
    throw error;
  } finally {
    announceSoon(state);
  }
}

/** After an action, asks for its space: it counts its change requests, and has other pages after a merge. */
export async function settle(state: ChangeRequestsState, { space }: Pick<ChangeRequestAt, 'space'>): Promise<void> {
  const { library, records, turns } = state;
  const turn = turns();
  await library.refresh({ kind: 'space', key: space.id, space });
  const present = library.knownSpaces().find(({ id }) => id === space.id);
  if (present) records.learnSpace(present, turn);
  announceSoon(state);
}

function onlyFailures(error: unknown): void {
  if (failureOf(error) === undefined || isKind(error, 'cancelled')) throw error;
}
