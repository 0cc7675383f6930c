import { ApiError } from './errors.ts';
import type { Platform } from './platform.ts';

/** Between two recoveries, in ms: where some requests never get through, the others are not to have them tried all the time. */
const pause = 30_000;

/** The same platform, telling when its server answers again after it did not. */
export function tellingRecovery(platform: Platform, recovered: () => void, now: () => number = Date.now): Platform {
  let isAway = false;
  let last = -Infinity;
  return async (request) => {
    try {
      const response = await platform(request);
      if (isOfGateway(response)) isAway = true;
      else if (isAway && now() - last >= pause) {
        isAway = false;
        last = now();
        recovered();
      }
      return response;
    } catch (error) {
      if (!isCancelled(request.signal)) isAway = true;
      throw error;
    }
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
