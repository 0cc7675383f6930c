import { withoutLeading, withoutTrailing } from '../shared/trimmed.ts';

/**
 * Whether one of the usual rules of markdownlint may find something in a text. Most texts hold nothing that looks like it, and
 * markdownlint takes a second for 100 KB. Says yes for many texts without problems, and never no for one with them. `defined`
 * are the labels of the page's references, in lower case.
 */
export function mayFail(text: string, defined: ReadonlySet<string>): boolean {
  return (
    signs.some((sign) => sign.test(text)) ||
    mayHaveUndefinedReference(text, defined) ||
    mayHaveLooseMark(text) ||
    mayHaveUnevenTable(text)
  );
}

const signs = [
  /\)\[/, // MD011, a reversed link.
  /^#+[^# \t\r\n]/m, // MD018, a heading without a blank.
  /\[\s|\s\]/, // MD039, blanks in the text of a link.
  /\]\(\s*(?:\)|#[\s)]|<[\s#>])|\]:\s*(?:#|<)/, // MD042, a link to nowhere.
];

/** MD052. */
function mayHaveUndefinedReference(text: string, defined: ReadonlySet<string>): boolean {
  if (!text.includes('][')) return false;
  const rest = text.replace(/\]\[([^[\]\\]+)\]/g, (found, label: string) =>
    defined.has(label.toLowerCase().trim().replace(/\s+/g, ' ')) ? ']' : found,
  );
  return rest.includes('][');
}

/** An emphasis that is certainly one. */
const emphasis =
  /(?<=^|[\s\p{P}])(?<![\\*_])(\*{1,3}|_{1,3})[\p{L}\p{N}](?:[^*_`[\]<>\\&$~|:@/.\r\n]*[\p{L}\p{N}])?\1(?![*_])(?=$|[\s\p{P}])/gmu;
const bullet = /^ {0,3}\*[ \t]/gm;

/** MD037: a mark of emphasis beside a blank. Those of emphasis and lists don't count. */
function mayHaveLooseMark(text: string): boolean {
  return /[*_][^\S\r\n]|[^\S\r\n][*_]/.test(text.replace(emphasis, 'x').replace(bullet, '- '));
}

const listMark = /^(?:[-+*]|\d{1,9}[.)])[ \t]/;

/** MD056: a table whose rows have different numbers of cells. */
function mayHaveUnevenTable(text: string): boolean {
  const lines = text.split(/\r\n?|\n/);
  /** The lines before it have as many cells as the last table that was checked. */
  let end = 0;
  return lines.some((line, at) => {
    if (!/^[ \t>|:-]+$/.test(line) || !line.includes('-') || !/[|:]/.test(line)) return false;
    const head = lines[at - 1] ?? '';
    const cells = cellsIn(line);
    if (listMark.test(withoutQuotes(head)) || cellsIn(head) !== cells) return true;
    if (at < end) return false;
    for (end = at + 1; end < lines.length && withoutQuotes(lines[end]!) !== ''; end++)
      if (cellsIn(lines[end]!) !== cells) return true;
    return false;
  });
}

function withoutQuotes(line: string): string {
  return withoutTrailing(withoutLeading(line, ' \t>'), ' \t');
}

function cellsIn(line: string): number {
  const row = withoutQuotes(line).replace(/\\[\\|]/g, '  ');
  const bars = row.split('|').length - 1;
  return bars + 1 - (row.startsWith('|') ? 1 : 0) - (row.endsWith('|') && row.length > 1 ? 1 : 0);
}
