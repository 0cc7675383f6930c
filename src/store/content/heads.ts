import type { Api } from '../../client/api.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { createLanes } from '../shared/lane.ts';
import { aMinute } from '../library/spaceRecords.ts';

/** Change requests by space and number, as last received. */
export interface ChangeRequestHeads {
  cached(spaceId: string, number: number): ChangeRequest | undefined;
  /** The change request, cached for up to a minute. If the server can't be reached, an older one is returned. */
  fresh(spaceId: string, number: number, signal?: AbortSignal): Promise<ChangeRequest>;
  ask(spaceId: string, number: number, signal?: AbortSignal): Promise<ChangeRequest>;
  /** Ignores a change request that was updated before the cached one. */
  learn(spaceId: string, changeRequest: ChangeRequest): void;
}

interface Cached {
  readonly changeRequest: ChangeRequest;
  /** In ms since the epoch. */
  readonly asOf: number;
}

export function createChangeRequestHeads(parts: {
  readonly api: Pick<Api['changeRequests'], 'get'>;
  readonly now: () => number;
  /** Called when its head, base or status changed. */
  readonly onChanged: (spaceId: string, before: ChangeRequest, after: ChangeRequest) => void;
  readonly onGone: (spaceId: string, number: number) => void;
}): ChangeRequestHeads {
  const { api, now, onChanged, onGone } = parts;
  const heads = new Map<string, Cached>();
  const laneOf = createLanes();
  let quietUntil = 0;

  function keep(spaceId: string, changeRequest: ChangeRequest, asOf: number): void {
    const key = keyOf(spaceId, changeRequest.number);
    const before = heads.get(key)?.changeRequest;
    if (before && updateOf(before) > updateOf(changeRequest)) return;
    heads.set(key, { changeRequest, asOf });
    if (before && isOther(before, changeRequest)) onChanged(spaceId, before, changeRequest);
  }

  /** An unchanged one doesn't count as fresh, because it may have been received long ago. */
  function learn(spaceId: string, changeRequest: ChangeRequest): void {
    const known = heads.get(keyOf(spaceId, changeRequest.number));
    const isNews = !known || updateOf(known.changeRequest) < updateOf(changeRequest);
    keep(spaceId, changeRequest, isNews ? now() : known.asOf);
  }

  async function fetch(spaceId: string, number: number, signal: AbortSignal): Promise<ChangeRequest> {
    const key = keyOf(spaceId, number);
    try {
      keep(spaceId, await api.get({ spaceId, changeRequestId: String(number) }, { signal }), now());
    } catch (error) {
      if (isKind(error, 'missing') && heads.delete(key)) onGone(spaceId, number);
      throw error;
    }
    return heads.get(key)!.changeRequest;
  }

  return {
    cached: (spaceId, number) => heads.get(keyOf(spaceId, number))?.changeRequest,
    async fresh(spaceId, number, signal) {
      const key = keyOf(spaceId, number);
      const known = heads.get(key);
      if (known && (now() - known.asOf < aMinute || now() < quietUntil)) return known.changeRequest;
      try {
        return await laneOf(key).share('get', signal, (signal) => fetch(spaceId, number, signal));
      } catch (error) {
        if (!known || !isKind(error, 'unavailable', 'throttled', 'unreadable')) throw error;
        quietUntil = failureOf(error)?.details.retryAt ?? now() + aMinute / 4;
        return known.changeRequest;
      }
    },
    ask: (spaceId, number, signal) =>
      laneOf(keyOf(spaceId, number)).renew('get', signal, (signal) => fetch(spaceId, number, signal)),
    learn,
  };
}

/** The base of a change request: the revision where it started, or the one that it was last updated from. */
export function baseOf({ revisionMergedAncestor, revisionInitial }: ChangeRequest): string {
  return revisionMergedAncestor || revisionInitial;
}

function isOther(one: ChangeRequest, other: ChangeRequest): boolean {
  return one.revision !== other.revision || baseOf(one) !== baseOf(other) || one.status !== other.status;
}

function updateOf({ updatedAt }: ChangeRequest): number {
  return Date.parse(updatedAt ?? '') || 0;
}

function keyOf(spaceId: string, number: number): string {
  return JSON.stringify([spaceId, number]);
}
