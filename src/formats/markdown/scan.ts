/** An address in a text: of a link, an image, a definition, an HTML attribute or a template tag. */
export interface DocumentLink {
  readonly url: string;
  /** True if the text embeds the target, as with images, instead of linking to it. */
  readonly isShown: boolean;
}

/** The offsets enclose the address. */
export interface Destination extends DocumentLink {
  readonly start: number;
  readonly end: number;
  /** For a tag that brings the text of a file. The offsets enclose the tag. */
  readonly isIncluded?: boolean;
}

/**
 * The addresses in a text that is too large to parse, from left to right, in linear time for any content. Links, images
 * and definitions, except in code and comments.
 */
export function scannedLinks(text: string): Destination[] {
  const found: Destination[] = [];
  const open: boolean[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '[') open.push(text[at - 1] === '!');
    else if (letter === ']') {
      const isShown = open.pop();
      const destination =
        isShown === undefined || text[at + 1] !== '(' ? undefined : destinationAt(text, at + 2, isShown);
      if (destination) {
        found.push(destination);
        at = destination.end;
      }
    }
  }
  for (const match of text.matchAll(/^ {0,3}\[(?!\^)[^\][\n]+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))/gm)) {
    const raw = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].length - raw.length - (match[1] === undefined ? 0 : 1);
    found.push({ url: unescaped(raw), start, end: start + raw.length, isShown: false });
  }
  return found;
}

/** The text at the same length, with its code and comments blanked. */
export function withoutCode(text: string): string {
  if (!/`|~~~|<!--/.test(text)) return text;
  let shown = '';
  let at = 0;
  for (const [start, end] of codeIn(text)) {
    shown += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return shown + text.slice(at);
}

/** Limit of nested parentheses in an address. */
const mostNested = 8;

function destinationAt(text: string, from: number, isShown: boolean): Destination | undefined {
  let start = from;
  while (start < from + 10 && /\s/.test(text[start] ?? '')) start += 1;
  const enclosed = text[start] === '<' ? sticky(/<([^<>\n]*)>/y, text, start) : undefined;
  if (enclosed) start += 1;
  else if (text[start] === '<') return undefined;
  const end = enclosed ? start + (enclosed[1]?.length ?? 0) : endOfBare(text, start);
  const behind = enclosed ? end + 1 : end;
  if (end === start || !sticky(/\s{0,10}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\))?\s{0,10}\)/y, text, behind))
    return undefined;
  return { url: unescaped(text.slice(start, end)), start, end, isShown };
}

function endOfBare(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (/\s/.test(letter)) break;
    if (letter === '\\') at += 1;
    else if (letter === '(' && (depth += 1) > mostNested) break;
    else if (letter === ')' && (depth -= 1) < 0) break;
  }
  return at;
}

function* codeIn(text: string): Generator<[start: number, end: number]> {
  const lengths = Array.from(text.matchAll(/`+|<!--|-->|^[ \t]*~{3,}|\\(?=`)/gm), ({ index, 0: mark }) => ({
    index,
    mark,
  }));
  const later = new Map<string, number[]>();
  for (const { index, mark } of lengths.toReversed()) {
    const places = later.get(mark);
    if (places) places.push(index);
    else later.set(mark, [index]);
  }
  let at = 0;
  for (const { index, mark } of lengths) {
    if (index < at || mark === '-->') continue;
    if (mark === '\\') {
      at = index + 2;
      continue;
    }
    const places = later.get(mark === '<!--' ? '-->' : mark) ?? [];
    while ((places.at(-1) ?? Infinity) <= index) places.pop();
    const close = places.at(-1);
    const isFence = /^[ \t]*~/.test(mark) || (mark.length > 2 && mark !== '<!--' && startsLine(text, index));
    if (close === undefined && !isFence) continue;
    at = close === undefined ? text.length : close + mark.length;
    yield [index, at];
  }
}

function startsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 10), index);
  return /(?:^|\n)[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?$/.test(before);
}

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function unescaped(url: string): string {
  return url.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
