import { fenceIn } from './codeFence.ts';

/**
 * Whether parsing a text as Markdown could take longer than a reader should wait: the parser's labor grows with the square of
 * what stands together without a break, of the marks that may begin something which never ends, and of quotes and lists. Texts
 * that people write are far from it. Takes linear time itself.
 */
export function isLaborious(markdown: string, limit = laborHere): boolean {
  let labor = 0;
  let containers = 0;
  let underlines = 0;
  /** Lines that go on with a quote or an item above them, without a mark of their own. */
  let following = 0;
  let isInContainer = false;
  let fence: string | undefined;
  let margin = '';
  let isAfterBlank = true;
  const paragraph = laborOfParagraphs();
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = fenceIn(line);
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined) {
      labor += laborOf.blankLine + line.length * laborOf.characterOfCode;
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    const marks = containersOf(line);
    if (marks.length >= deepest) return true;
    const isBlank = !/\S/.test(line);
    if (marks !== '') isInContainer = true;
    else if (isAfterBlank && /^\S/.test(line)) isInContainer = false;
    if (marks !== '' || !isInContainer) {
      labor += following ** 2 * laborOf.following;
      following = 0;
    } else following += 1;
    if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line)) underlines += 1;
    labor += isBlank ? laborOf.blankLine : laborOf.line + (marks === '' ? 0 : laborOf.item);
    labor += line.length * laborOf.character + paragraph.add(line, marks);
    // A line that is indented goes on with what stands above.
    if (marks !== '' || /^\S/.test(line)) {
      const beginning = `${line.search(/\S/)} ${marks}`;
      const goesOn = beginning === margin && !(isAfterBlank && marks.startsWith('>'));
      containers += goesOn ? withinItem(marks) : marks.length;
      margin = beginning;
    }
    isAfterBlank = isBlank;
    if (labor > limit) return true;
  }
  const pairs =
    containers ** 2 * laborOf.containers + underlines ** 2 * laborOf.underlines + following ** 2 * laborOf.following;
  return labor + paragraph.end() + pairs > limit;
}

// In microseconds on a machine of today.
/** Where the reader waits. A page of 250,000 letters in lines of the usual length is below it. */
const laborHere = 6e5;
/** In a thread of its own. A page of a megabyte is below it. */
export const laborInThread = 4e6;

const laborOf = {
  character: 0.7,
  characterOfCode: 0.2,
  line: 30,
  /** What a line in a list or a quote takes beyond others. */
  item: 25,
  blankLine: 5,
  /** For each pair of them. The next five values are per pair, too. */
  containers: 0.15,
  /** A line that makes a heading of the one above it. */
  underlines: 0.08,
  /** A line that goes on with a quote or an item. */
  following: 0.08,
  characters: 0.001,
  /** A mark of emphasis, and a character of the paragraph that it stands in. */
  emphasis: 0.03,
  /** The beginning of a link's title, and a character of its paragraph. */
  title: 0.1,
  /** The beginning of a comment or an instruction in HTML that does not end on its line, and a character of the text up to the next empty line. */
  opening: 0.1,
};
/** So deep at most may lists and quotes stand in each other on one line. */
const deepest = 40;

/** The marks of quotes and lists at the beginning of a line: `>`, `-` for a list, `1` for one with numbers. */
function containersOf(line: string): string {
  const solid = line.replace(/[ \t]+/g, '');
  if (/^(?:-+|\*+)$/.test(solid) && solid.length >= 3) return '';
  const mark = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
  let marks = '';
  for (let match = mark.exec(line); match && marks.length < deepest; match = mark.exec(line)) {
    const last = match[0].at(-1) ?? '';
    marks += last === '>' ? '>' : /[-+*]/.test(last) ? '-' : '1';
  }
  return marks;
}

/** The containers inside the outermost list item. Each of its lines opens them again. */
function withinItem(marks: string): number {
  const item = marks.search(/[-1]/);
  return item < 0 ? 0 : marks.length - item - 1;
}

function laborOfParagraphs() {
  let length = 0;
  let emphasis = 0;
  let links = 0;
  let titles = 0;
  let isList = false;
  let isTable = false;
  let isHtml = false;
  let previous = '';
  let wholeLength = 0;
  let openings = 0;

  function endParagraph(): number {
    const labor =
      length * (length * laborOf.characters + emphasis * laborOf.emphasis + Math.min(links, titles) * laborOf.title);
    length = 0;
    emphasis = 0;
    links = 0;
    titles = 0;
    return labor;
  }

  function end(): number {
    const labor = endParagraph() + wholeLength * openings * laborOf.opening;
    isList = false;
    isTable = false;
    isHtml = false;
    wholeLength = 0;
    openings = 0;
    return labor;
  }

  /** Whether no paragraph goes on with this line. */
  function beginsAnew(line: string, marks: string): boolean {
    if (/^[ \t>]*\|/.test(line) && (isTable ||= isBelowHead(line, previous))) return true;
    if (!isList && /^(?: {4}|\t)/.test(line)) return false;
    if (/^[ \t>]*#{1,6}[ \t]/.test(line)) return true;
    // Only the number 1 begins a list directly below a paragraph.
    const isItem = /[-1]/.test(marks) && (isList || length === 0 || !marks.includes('1') || /^[ \t>]*1[.)]/.test(line));
    isList ||= isItem;
    return isItem;
  }

  return {
    end,
    /** The labor of what ends before the line. */
    add(line: string, marks: string): number {
      const isEmpty = /^[ \t>]*$/.test(line);
      const labor = isEmpty ? end() : beginsAnew(line, marks) ? endParagraph() : 0;
      const isFirst = !isEmpty && wholeLength === 0;
      isHtml ||= isFirst && htmlBlock.test(line);
      if (!isEmpty && !isHtml && !(isFirst && wholeComment.test(line))) {
        length += line.length + 1;
        emphasis += countOf(/[*_~]/g, line);
        wholeLength += line.length + 1;
        links += countOf(/\]\(/g, line);
        titles += countOf(/(?<!\S)\(/g, line);
        openings += countOf(/<!--/g, afterComments(line)) + countOf(/<(?:\?|!(?!--))/g, line);
      }
      previous = line;
      return labor;
    },
  };
}

/** Begins HTML that the parser takes as it is, up to the next empty line. Indented, it could end earlier, with the item of a list. */
const htmlBlock =
  /^<\/?(?:address|article|aside|center|details|div|dl|figure|h[1-6]|header|footer|li|main|nav|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)(?=[\s/>]|$)/i;

const wholeComment = /^<!--.*-->[ \t]*$/;

/** The part of a line after its last complete comment. A comment doesn't continue in the next cell of a table. */
function afterComments(line: string): string {
  return line.includes('|') ? line : line.slice(line.lastIndexOf('-->') + 1);
}

/** Whether a line is the row of dashes below the head of a table, with as many cells. */
function isBelowHead(line: string, head: string): boolean {
  return /^[ \t>|:-]+$/.test(line) && line.includes('-') && cellsIn(line) === cellsIn(head);
}

function cellsIn(row: string): number {
  const cells = row
    .replace(/\\[^]/g, '')
    .replace(/^[ \t>]*\|/, '')
    .trim();
  return countOf(/\|/g, cells) + (cells.endsWith('|') ? 0 : 1);
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
