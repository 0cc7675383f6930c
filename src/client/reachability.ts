import { ApiError } from './errors.ts';
import type { Platform } from './platform.ts';

/** Between two recoveries, in ms: when only some requests get through, the others aren't retried all the time. */
const pause = 30_000;

export interface Reachability {
  /** Called when a request gets no answer, with the time of the last answer in ms since the epoch. */
  readonly lost: (lastAnswer: number | undefined) => void;
  /** Called when the server answers again. */
  readonly recovered: () => void;
}

export interface FollowedPlatform {
  /** The same platform. */
  readonly platform: Platform;
  /** Makes the next answer count as a recovery, however soon after the last one. */
  skipPause(): void;
}

/** Follows whether the server behind a platform answers. Any answer of the server counts, also a refusal. */
export function followReachability(
  platform: Platform,
  { lost, recovered }: Reachability,
  now: () => number = Date.now,
): FollowedPlatform {
  let isAway = false;
  let lastAnswer: number | undefined;
  let lastRecovery = -Infinity;

  function notAnswered(): void {
    if (!isAway) lost(lastAnswer);
    isAway = true;
  }

  function answered(): void {
    lastAnswer = now();
    if (!isAway || now() - lastRecovery < pause) return;
    isAway = false;
    lastRecovery = now();
    recovered();
  }

  return {
    async platform(request) {
      try {
        const response = await platform(request);
        if (isOfGateway(response)) notAnswered();
        else answered();
        return response;
      } catch (error) {
        if (!isCancelled(request.signal)) notAnswered();
        throw error;
      }
    },
    skipPause() {
      lastRecovery = -Infinity;
    },
  };
}

/** A proxy or gateway says so when the server behind it is away. */
function isOfGateway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** A request that took too long is aborted, too: then the server may be away without refusing connections. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof ApiError && reason.kind === 'unavailable');
}
