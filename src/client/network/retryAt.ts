import { dateOf } from './serverClock.ts';

const day = 24 * 60 * 60 * 1000;

/** Whether a reply says that the server can't answer at the moment. */
export function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/**
 * When a call may be tried again, in ms since the epoch: from `Retry-After` (seconds or a date), else, if it was
 * throttled, from `X-RateLimit-Reset` (seconds since the epoch), which other replies may have as well. Both are server
 * times, relative to the `Date` of the reply. Undefined if neither makes sense.
 */
export function retryAtOf(status: number, headers: Headers, now: number): number | undefined {
  if (!isBusy(status)) return undefined;
  const serverNow = dateOf(headers) ?? now;
  const reset = status === 429 ? resetOf(headers.get('x-ratelimit-reset')) : undefined;
  const times = [afterOf(headers.get('retry-after'), serverNow), reset];
  const time = times.find((one) => one !== undefined && one <= serverNow + day);
  return time === undefined ? undefined : now + Math.max(time - serverNow, 0);
}

function afterOf(text: string | null, serverNow: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return serverNow + Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

function resetOf(text: string | null): number | undefined {
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : undefined;
}
