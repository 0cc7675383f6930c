import type { Api } from '../client/api.ts';
import type { List } from '../contract/list.ts';
import { lastReviews } from '../model/reviewState.ts';
import { recordKey } from './changeRequestRecords.ts';
import type { ChangeRequestAt, ReviewState } from './changeRequests.ts';
import { isKind } from './failure.ts';
import { createLane, type Lane } from './lane.ts';
import { pagesOf } from './pagesOf.ts';

/** The reviews of change requests, kept by revision. */
export interface ReviewStates {
  /** Of its present revision. */
  known(at: ChangeRequestAt): ReviewState | undefined;
  /** Undefined where the server has no reviews. */
  load(at: ChangeRequestAt, signal?: AbortSignal): Promise<ReviewState | undefined>;
  /** Asks anew, if it was asked before. */
  renew(at: ChangeRequestAt, signal?: AbortSignal): Promise<void>;
  areNone(): boolean;
  tryAll(): void;
}

interface Kept {
  readonly revision: string;
  readonly state: ReviewState;
}

/** `onHeard` is told when something else was heard than before. */
export function createReviewStates(
  api: Pick<Api['changeRequestReviews'], 'list' | 'requestedReviewers' | 'contributors'>,
  onHeard: () => void,
): ReviewStates {
  const kept = new Map<string, Kept>();
  const lanes = new Map<string, Lane>();
  let areNone = false;

  async function fetch(
    { space, changeRequest }: ChangeRequestAt,
    signal: AbortSignal,
  ): Promise<ReviewState | undefined> {
    const at = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
    const [reviews, requested, contributors] = await Promise.all([
      all((page) => api.list({ ...at, ...page }, { signal })),
      all((page) => api.requestedReviewers({ ...at, ...page }, { signal })),
      all((page) => api.contributors({ ...at, ...page }, { signal })),
    ]);
    areNone = reviews === undefined;
    if (!reviews) return undefined;
    const state: ReviewState = { reviews: lastReviews(reviews), requested, contributors };
    kept.set(recordKey(space.id, changeRequest.id), { revision: changeRequest.revision, state });
    onHeard();
    return state;
  }

  function laneOf(key: string): Lane {
    const lane = lanes.get(key) ?? createLane(() => lanes.delete(key));
    lanes.set(key, lane);
    return lane;
  }

  return {
    known({ space, changeRequest }) {
      const known = kept.get(recordKey(space.id, changeRequest.id));
      return known?.revision === changeRequest.revision ? known.state : undefined;
    },
    async load(at, signal) {
      const key = recordKey(at.space.id, at.changeRequest.id);
      const known = kept.get(key);
      if (known?.revision === at.changeRequest.revision) return known.state;
      if (areNone) return undefined;
      return laneOf(key).share(at.changeRequest.revision, signal, (signal) => fetch(at, signal));
    },
    async renew(at, signal) {
      const key = recordKey(at.space.id, at.changeRequest.id);
      if (areNone || !kept.has(key)) return;
      await laneOf(key).renew('renew', signal, (signal) => fetch(at, signal));
    },
    areNone: () => areNone,
    tryAll: () => void (areNone = false),
  };
}

/** All items; undefined where the server has no such list. */
async function all<Item>(
  fetch: (page: { readonly page?: string }) => Promise<List<Item>>,
): Promise<readonly Item[] | undefined> {
  const items: Item[] = [];
  try {
    for await (const { list } of pagesOf((page) => fetch(page === undefined ? {} : { page })))
      items.push(...list.items);
    return items;
  } catch (error) {
    if (isKind(error, 'unsupported')) return undefined;
    throw error;
  }
}
