import type { ChangeRequestAt, ChangeRequestPlace } from './changeRequests.ts';
import { askedLists, listsFor } from './children.ts';
import type { ChangeRequestList } from './lists.ts';
import { recordKey } from './records.ts';
import { announceSoon, partsOf, type ChangeRequestsState } from './state.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';

/** Fetches what the children of a place need, unless it is cached. */
export async function load(
  state: ChangeRequestsState,
  place: ChangeRequestPlace | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { library, currentUser } = state;
  state.organizations ??= await library.organizations({ signal });
  if (place?.kind === 'waiting') await currentUser.load({ signal });
  await loadLists(listsFor(partsOf(state), place), signal);
  // Change requests that need the user's review are in no other group. If they can't be fetched, the others are still
  // shown, and the attention group has the failure.
  if (place?.kind === 'space' || (place?.kind === 'status' && (place.status === 'open' || place.status === 'draft'))) {
    await currentUser.load({ signal }).catch(onlyFailures);
    await loadLists(askedLists(partsOf(state)), signal).catch(onlyFailures);
  }
}

export async function loadLists(lists: readonly ChangeRequestList[], signal: AbortSignal | undefined): Promise<void> {
  const results = await Promise.allSettled(lists.map((list) => list.load(signal)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const [failure] = failures;
  // If some organizations fail, the others are shown with the failure.
  if (failure && (failures.length === results.length || isKind(failure, 'cancelled'))) throw failure;
}

/** Fetches a change request, and its reviews if they are cached. */
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

/** A change request is shown even if its reviews can't be fetched. */
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

/** Fetches the space after an action, because its counts may have changed, and its pages after a merge. */
export async function settle(state: ChangeRequestsState, { space }: Pick<ChangeRequestAt, 'space'>): Promise<void> {
  const { library, records, turns } = state;
  const turn = turns();
  await library.refresh({ kind: 'space', key: space.id, space });
  const present = library.cachedSpaces().find(({ id }) => id === space.id);
  if (present) records.learnSpace(present, turn);
  announceSoon(state);
}

function onlyFailures(error: unknown): void {
  if (failureOf(error) === undefined || isKind(error, 'cancelled')) throw error;
}
