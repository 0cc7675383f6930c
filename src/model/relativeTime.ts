/**
 * How long ago, as short as in a list: `now`, `5 min`, `2 h`, `3 d`, then the date.
 *
 * @param at In ms since the epoch, as is `now`.
 */
export function relativeTime(at: number, now: number, language = 'en'): string {
  const seconds = (now - at) / 1000;
  if (seconds < 60) return 'now';
  if (seconds < hour) return `${Math.floor(seconds / 60)} min`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h`;
  if (seconds < 7 * day) return `${Math.floor(seconds / day)} d`;
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dateFormat(language, isThisYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }).format(at);
}

/** The whole date and time, for a hover. */
export function fullTime(at: number, language = 'en'): string {
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(at);
}

const hour = 3600;
const day = 24 * hour;
const formats = new Map<string, Intl.DateTimeFormat>();

/** To make one takes a millisecond. */
function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}
