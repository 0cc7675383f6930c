/**
 * How long ago, with VS Code's words and rounding, because VS Code itself shows the times of inline comments: `now`, `5
 * minutes ago`, `2 hours ago`, `1 year ago`.
 * @param at In ms since the epoch, as is `now`.
 */
export function relativeTime(at: number, now: number, language = 'en'): string {
  const seconds = Math.round((now - at) / 1000);
  if (!(seconds >= 30)) return relativeFormat(language, 'auto').format(0, 'second');
  const [unit, length] = units.findLast(([, least]) => seconds >= least) ?? units[0];
  return relativeFormat(language, 'always').format(-Math.floor(seconds / length), unit);
}

/** The whole date and time, for a hover. */
export function fullTime(at: number, language = 'en'): string {
  return dateFormat(language).format(at);
}

/** Units with their lengths, in seconds. */
const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', 30 * 86_400],
  ['year', 365 * 86_400],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

// Creating a format takes a millisecond.
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function relativeFormat(language: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${numeric} ${language}`;
  const format = relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric });
  relativeFormats.set(key, format);
  return format;
}

function dateFormat(language: string): Intl.DateTimeFormat {
  const format =
    dateFormats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  dateFormats.set(language, format);
  return format;
}
