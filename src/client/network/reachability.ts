import { ApiError } from '../../model/shared/failure.ts';
import type { Platform } from './platform.ts';

/**
 * Minimum time between two recoveries, in ms: if only some requests get through, the others aren't retried all the
 * time.
 */
const pause = 30_000;

export interface Reachability {
  /** Called when a request gets no answer, with the time of the last answer in ms since the epoch. */
  readonly lost: (lastAnswer: number | undefined) => void;
  /** Called when the server answers again after it was lost. */
  readonly found: () => void;
  /** Called when it answers again after any request got no answer, so that what is missing can be loaded. */
  readonly recovered: () => void;
}

export interface FollowedPlatform {
  /** The same platform. */
  readonly platform: Platform;
  /** Makes the next answer count as a recovery, no matter how soon after the last one. */
  readonly skipPause: () => void;
}

/**
 * Tracks whether the server behind a platform answers. Any answer of the server counts, even a refusal. While it
 * answers other requests, one without an answer doesn't count as a lost connection.
 */
export function followReachability(
  platform: Platform,
  { lost, found, recovered }: Reachability,
  now: () => number = Date.now,
): FollowedPlatform {
  /** A request failed, so the next answer is a recovery. */
  let isAway = false;
  /** `lost` was called, because no other request was answered either. */
  let isLost = false;
  let answers = 0;
  let lastAnswer: number | undefined;
  let lastRecovery = -Infinity;

  function notAnswered(answersBefore: number): void {
    isAway = true;
    if (isLost || answers > answersBefore) return;
    isLost = true;
    lost(lastAnswer);
  }

  function answered(): void {
    answers += 1;
    lastAnswer = now();
    if (isLost) {
      isLost = false;
      found();
    }
    if (!isAway || now() - lastRecovery < pause) return;
    isAway = false;
    lastRecovery = now();
    recovered();
  }

  return {
    async platform(request) {
      const before = answers;
      try {
        const response = await platform(request);
        if (isOfGateway(response)) notAnswered(before);
        else if (!isOfPortal(response)) answered();
        return response;
      } catch (error) {
        if (!isCancelled(request.signal)) notAnswered(before);
        throw error;
      }
    },
    skipPause() {
      lastRecovery = -Infinity;
    },
  };
}

/** A proxy or gateway answers with these statuses if the server behind it is away. */
function isOfGateway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504 || status === 511;
}

/** A network that requires a sign-in in a browser answers in place of the server. */
function isOfPortal({ status, ok, headers }: Response): boolean {
  const isWebPage = ok && (headers.get('content-type') ?? '').toLowerCase().startsWith('text/html');
  return isWebPage || (status >= 300 && status < 400);
}

/** A request that took too long is aborted as well: then the server may be away without refusing connections. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof ApiError && reason.kind === 'unavailable');
}
