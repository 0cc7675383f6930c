import type { Api } from '../../client/api.ts';
import type { List } from '../../contract/shared/list.ts';
import { lastReviews } from '../../model/changeRequests/reviewState.ts';
import { instead } from '../../model/shared/failure.ts';
import { isSame } from '../../model/shared/same.ts';
import { recordKey } from './records.ts';
import type { ChangeRequestAt, ReviewState } from './changeRequests.ts';
import { createLanes } from '../shared/lane.ts';
import { listed } from '../shared/listed.ts';

/** The reviews of change requests, cached by revision. */
export interface ReviewStates {
  /** The cached reviews at its head. */
  cached(at: ChangeRequestAt): ReviewState | undefined;
  /** Undefined if the server has no reviews. */
  load(at: ChangeRequestAt, signal?: AbortSignal): Promise<ReviewState | undefined>;
  /** Fetches the reviews again; undefined if the server has none. */
  ask(at: ChangeRequestAt, signal?: AbortSignal): Promise<ReviewState | undefined>;
  /** Fetches the reviews again if they were fetched before. */
  renew(at: ChangeRequestAt, signal?: AbortSignal): Promise<void>;
  areNone(): boolean;
  tryAll(): void;
}

interface Stored {
  readonly revision: string;
  readonly state: ReviewState;
}

/** `onUpdate` is called after each fetch, with whether the reviews changed. */
export function createReviewStates(
  api: Pick<Api['changeRequestReviews'], 'list' | 'requestedReviewers' | 'contributors'>,
  onUpdate: (at: ChangeRequestAt, isOther: boolean) => void,
): ReviewStates {
  const cached = new Map<string, Stored>();
  const laneOf = createLanes();
  let areNone = false;

  async function fetch(
    { space, changeRequest }: ChangeRequestAt,
    signal: AbortSignal,
  ): Promise<ReviewState | undefined> {
    const at = { spaceId: space.id, changeRequestId: changeRequest.id };
    const [reviews, requested, contributors] = await Promise.all([
      all((page) => api.list({ ...at, ...page }, { signal })),
      all((page) => api.requestedReviewers({ ...at, ...page }, { signal })),
      all((page) => api.contributors({ ...at, ...page }, { signal })),
    ]);
    areNone = reviews === undefined;
    if (!reviews) return undefined;
    const state: ReviewState = { reviews: lastReviews(reviews), requested, contributors };
    const key = recordKey(space.id, changeRequest.id);
    const before = cached.get(key)?.state;
    cached.set(key, { revision: changeRequest.revision, state });
    onUpdate({ space, changeRequest }, before !== undefined && !isSame(before, state));
    return state;
  }

  function ask(at: ChangeRequestAt, signal?: AbortSignal): Promise<ReviewState | undefined> {
    const key = recordKey(at.space.id, at.changeRequest.id);
    return laneOf(key).renew('ask', signal, (signal) => fetch(at, signal));
  }

  return {
    cached({ space, changeRequest }) {
      const known = cached.get(recordKey(space.id, changeRequest.id));
      return known?.revision === changeRequest.revision ? known.state : undefined;
    },
    async load(at, signal) {
      const key = recordKey(at.space.id, at.changeRequest.id);
      const known = cached.get(key);
      if (known?.revision === at.changeRequest.revision) return known.state;
      if (areNone) return undefined;
      return laneOf(key).share(at.changeRequest.revision, signal, (signal) => fetch(at, signal));
    },
    ask,
    async renew(at, signal) {
      if (!areNone && cached.has(recordKey(at.space.id, at.changeRequest.id))) await ask(at, signal);
    },
    areNone: () => areNone,
    tryAll: () => void (areNone = false),
  };
}

/** All items; undefined if the server has no such list. */
function all<Item>(
  fetch: (page: { readonly page?: string; readonly limit: number }) => Promise<List<Item>>,
): Promise<readonly Item[] | undefined> {
  return listed(fetch).catch(instead(undefined, 'unsupported'));
}
