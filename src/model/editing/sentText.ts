import { destinationsOf, type Destination } from '../text/destinations.ts';
import { addressInInert, inertAutolink, inertIn, type LinkContext } from '../pages/links.ts';
import type { PageReading, Rewritten } from '../pages/text.ts';
import { sameLines } from '../merge/sameLines.ts';
import { sentLink } from './sentLinks.ts';

/**
 * The Markdown that makes a page read as `text`, which is based on `reading`: the inverse of `readingOf`. Unchanged
 * lines are sent byte for byte as the server has them. In new lines, an address that the page showed before is
 * restored, and others are written in the server's form. Line endings stay unchanged.
 */
export function sentText(text: string, reading: PageReading, context: LinkContext): string {
  if (text === reading.text) return reading.markdown;
  const before = linesOf(reading.text);
  const after = linesOf(text);
  const places = sameLines(before.map(textOf), after.map(textOf));
  const end = commonEnd(before);
  const toMarkdown = offsetsIn(reading);
  const fresh = freshLines(text, after, places, { before, reading, context });
  return after
    .map((line, at) => {
      const place = places[at];
      const same = place === undefined ? undefined : before[place];
      const content = same
        ? reading.markdown.slice(toMarkdown(same.start), toMarkdown(same.start + same.text.length))
        : (fresh.get(at) ?? line.text);
      return at === after.length - 1 ? content : content + (same?.end || end);
    })
    .join('');
}

interface Line {
  readonly start: number;
  readonly text: string;
  /** Its line ending; empty for the last line. */
  readonly end: string;
}

/** Splits lines like editors do: also at a lone carriage return. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    lines.push({ start, text: text.slice(start, end.index), end: end[0] });
    start = ends.lastIndex;
  }
  lines.push({ start, text: text.slice(start), end: '' });
  return lines;
}

function textOf({ text }: Line): string {
  return text;
}

function commonEnd(lines: readonly Line[]): string {
  const returns = lines.filter(({ end }) => end === '\r\n').length;
  return returns * 2 > lines.length ? '\r\n' : '\n';
}

/** Maps offsets in the text to offsets in the Markdown; undefined inside of a rewritten address. */
function offsetsIn({ rewritten }: PageReading): (at: number) => number {
  const ends: { readonly at: number; readonly by: number }[] = [];
  let by = 0;
  for (const { start, end, written } of rewritten) {
    by += written.length - (end - start);
    ends.push({ at: end, by });
  }
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return at + (ends[low - 1]?.by ?? 0);
  };
}

/** New lines in the form in which they are sent, by index; only those with an address that is sent in another form. */
function freshLines(
  text: string,
  after: readonly Line[],
  places: readonly (number | undefined)[],
  parts: { readonly before: readonly Line[]; readonly reading: PageReading; readonly context: LinkContext },
): ReadonlyMap<number, string> {
  const fresh = new Map<number, string>();
  const addresses = addressesFor(parts.reading);
  // An author may have written one, as a link to a heading.
  const authored = new Set(inertIn(parts.reading.markdown));
  const addressOfPasted = (shown: string) => (authored.has(shown) ? undefined : addressInInert(shown));
  const isNew = (at: number): boolean => at < after.length && places[at] === undefined;
  // Parsing a large page takes a while, and most edits contain no address.
  const mayHold = after.some((line, at) => (isNew(at) || isNew(at + 1)) && mayHoldAddress.test(line.text));
  const destinations = mayHold ? destinationsOf(text) : [];
  let next = 0;
  let last = -1;
  after.forEach((line, at) => {
    last = places[at] ?? last;
    const end = line.start + line.text.length;
    while ((destinations[next]?.start ?? Infinity) < line.start) next++;
    const found: Destination[] = [];
    for (; (destinations[next]?.start ?? Infinity) < end; next++) found.push(destinations[next]!);
    if (places[at] !== undefined) return;
    found.push(...inertAutolinksIn(line, found));
    if (found.length === 0) return;
    found.sort((one, other) => one.start - other.start);
    const from = parts.before[last + 1]?.start ?? Infinity;
    const own = addresses(from);
    fresh.set(
      at,
      withLinks(
        line,
        found,
        (shown, behind) => own(shown, behind) ?? addressOfPasted(shown) ?? sentLink(shown, parts.context),
      ),
    );
  });
  return fresh;
}

/** The inert addresses of a line between angle brackets, besides those that were found. */
function inertAutolinksIn({ start, text }: Line, found: readonly Destination[]): Destination[] {
  return [...text.matchAll(inertAutolink)].flatMap(({ index, 1: url = '' }) => {
    const at = start + index + 1;
    return found.some((each) => each.start === at) ? [] : [{ start: at, end: at + url.length, url, isImage: false }];
  });
}

function withLinks(line: Line, found: readonly Destination[], sent: Sent): string {
  let written = '';
  let at = 0;
  for (const { start, end } of found) {
    const [from, to] = [start - line.start, end - line.start];
    // An address over several lines is never one that we have written.
    const other = to > line.text.length ? undefined : sent(line.text.slice(from, to), line.text[from - 1] ?? '');
    if (other === undefined) continue;
    written += line.text.slice(at, from) + other;
    at = to;
  }
  return written + line.text.slice(at);
}

/** Returns the address to send for a shown address that follows this character. */
type Sent = (shown: string, behind: string) => string | undefined;

/**
 * The Markdown behind a shown address. Several addresses may be shown alike, so the next unused one after `from` is
 * taken first.
 */
function addressesFor({ text, rewritten }: PageReading): (from: number) => Sent {
  const bySight = Map.groupBy(rewritten, ({ start, end }) => text.slice(start, end));
  const given = new Set<Rewritten>();
  return (from) => (shown, behind) => {
    // Some addresses need their brackets or quotes.
    const fits = ({ start, written }: Rewritten): boolean => !unusual.test(written) || text[start - 1] === behind;
    const known = bySight.get(shown)?.filter(fits) ?? [];
    const next =
      known.find((each) => each.start >= from && !given.has(each)) ?? known.findLast(({ start }) => start < from);
    const taken = next ?? known[0];
    if (taken) given.add(taken);
    return taken?.written;
  };
}

/** The text before an address, in its line or the one above. */
const mayHoldAddress = /\]\(|\]:|<|\{%|=\s*["']/;

const unusual = /[\s()<>"'`\\]/;
