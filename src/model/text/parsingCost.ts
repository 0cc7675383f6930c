import { fenceIn } from './codeFence.ts';

/**
 * Whether parsing a text as Markdown could take longer than a reader should wait. The parser takes quadratic time in
 * the length of unbroken text, in the number of opening marks that are never closed, and in nested quotes and lists.
 * Normal texts are far below the limit. Takes linear time itself.
 */
export function isExpensiveToParse(markdown: string, limit = laborHere): boolean {
  let labor = 0;
  let containers = 0;
  let underlines = 0;
  /** Lines that continue a quote or an item above them, without a mark of their own. */
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
    // An indented line continues the block above.
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

// In microseconds on a current machine.
/** Limit while the reader waits. A page of 250,000 letters in lines of normal length is below it. */
const laborHere = 6e5;
/** Limit in a separate thread. A page of a megabyte is below it. */
export const laborInThread = 4e6;

const laborOf = {
  character: 0.7,
  characterOfCode: 0.2,
  line: 30,
  /** Additional cost of a line in a list or a quote. */
  item: 25,
  blankLine: 5,
  /** For each pair of containers. The next five values are per pair, too. */
  containers: 0.15,
  /** A line that turns the one above it into a heading, with a line. */
  underlines: 0.08,
  /** A line that continues a quote or an item, with a line. */
  following: 0.08,
  characters: 0.001,
  /** An emphasis mark, with a character of its paragraph. */
  emphasis: 0.03,
  /** The start of a link's title, with a character of its paragraph. */
  title: 0.1,
  /**
   * The start of an HTML comment or instruction that doesn't end on its line, with a character of the text up to the
   * next empty line.
   */
  opening: 0.1,
};
/** Limit of nested lists and quotes on one line. */
const deepest = 40;

/** The quote and list marks at the beginning of a line: `>`, `-` for a bullet list, `1` for a numbered one. */
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

  /** Whether this line can't continue a paragraph. */
  function beginsAgain(line: string, marks: string): boolean {
    if (/^[ \t>]*\|/.test(line) && (isTable ||= isBelowHead(line, previous))) return true;
    if (!isList && /^(?: {4}|\t)/.test(line)) return false;
    if (/^[ \t>]*#{1,6}[ \t]/.test(line)) return true;
    // Only the number 1 starts a list directly below a paragraph.
    const isItem = /[-1]/.test(marks) && (isList || length === 0 || !marks.includes('1') || /^[ \t>]*1[.)]/.test(line));
    isList ||= isItem;
    return isItem;
  }

  return {
    end,
    /** Returns the cost of the blocks that end before the line. */
    add(line: string, marks: string): number {
      const isEmpty = /^[ \t>]*$/.test(line);
      const labor = isEmpty ? end() : beginsAgain(line, marks) ? endParagraph() : 0;
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

/**
 * Starts HTML that the parser doesn't interpret up to the next empty line. Indented HTML could end earlier, with its
 * list item.
 */
const htmlBlock =
  /^<\/?(?:address|article|aside|center|details|div|dl|figure|h[1-6]|header|footer|li|main|nav|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)(?=[\s/>]|$)/i;

const wholeComment = /^<!--.*-->[ \t]*$/;

/** The part of a line after its last complete comment. A comment doesn't continue in the next cell of a table. */
function afterComments(line: string): string {
  return line.includes('|') ? line : line.slice(line.lastIndexOf('-->') + 1);
}

/** Whether a line is the delimiter row below the header of a table, with as many cells. */
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
