import { visit } from 'unist-util-visit';
import { resourcesIn } from '../../model/text/destinations.ts';
import { isExpensiveToParse } from '../../model/text/parsingCost.ts';
import { plainLinks } from './plainLinks.ts';
import { scannedLinks, withoutCode, type Destination } from './scan.ts';

/** The addresses in a Markdown text, in order, except those in code. */
export function destinationsOf(markdown: string): Destination[] {
  const found: Destination[] = [];
  let left = mostParsed;
  for (const { start, text, blocks } of groupsOf(markdown)) {
    if (!mayHoldAddress.test(text)) continue;
    const plain = plainLinks(text);
    if (plain) {
      const tags = blocks.flatMap((block) => inTags(block.text).map((each) => moved(each, block.start)));
      found.push(...inOrder([...plain.map((each) => moved(each, start)), ...tags]));
      continue;
    }
    if (isParsed(text)) found.push(...inBlock(text).map((each) => moved(each, start)));
    else for (const block of blocks) found.push(...inOneBlock(block));
  }
  return found;

  function inOneBlock({ start, text }: Block): Destination[] {
    if (!mayHoldAddress.test(text)) return [];
    const plain = plainLinks(text);
    const links = plain ? inOrder([...plain, ...inTags(text)]) : isParsed(text) ? inBlock(text) : inLargeBlock(text);
    return links.map((each) => moved(each, start));
  }

  /** Whether the text is small enough for the rest of the limit, which it then takes its part of. */
  function isParsed(text: string): boolean {
    if (text.length > largestParsed || text.length > left || deeplyNested.test(text) || isExpensiveToParse(text)) {
      return false;
    }
    left -= text.length + costOfParsing;
    return true;
  }
}

interface Block {
  readonly start: number;
  readonly text: string;
}

interface Group extends Block {
  readonly blocks: readonly Block[];
}

/** In characters. Most blocks are short, and reading many at once is faster. */
const groupLength = 4096;

function* groupsOf(markdown: string): Generator<Group> {
  let blocks: Block[] = [];
  let start = 0;
  for (const block of blocksOf(markdown)) {
    blocks.push(block);
    const end = block.start + block.text.length;
    if (end - start < groupLength && end < markdown.length) continue;
    yield { start, text: markdown.slice(start, end), blocks };
    blocks = [];
    start = end;
  }
}

function inOrder(destinations: Destination[]): Destination[] {
  return destinations.sort((one, other) => one.start - other.start);
}

function moved(destination: Destination, by: number): Destination {
  return { ...destination, start: destination.start + by, end: destination.end + by };
}

/**
 * In characters. Parsing takes microseconds per character, and more the larger and deeper a block is. Text beyond this
 * limit is only scanned.
 */
const mostParsed = 32 * 1024;
const largestParsed = 8 * 1024;
/** What starting to parse costs, in characters. */
const costOfParsing = 200;
const deeplyNested = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){16}/m;

/** The text with an address replaced wherever `replacement` returns another one. */
export function withDestinations(
  markdown: string,
  replacement: (destination: Destination) => string | undefined,
): string {
  let text = '';
  let at = 0;
  for (const destination of destinationsOf(markdown)) {
    const url = replacement(destination);
    if (url === undefined || destination.start < at) continue;
    text += markdown.slice(at, destination.start) + url;
    at = destination.end;
  }
  return text + markdown.slice(at);
}

const mayHoldAddress = /\]\(|\]:|<\w|\{%/;
const openEnded = /^ {0,3}(?:<(pre|script|style|textarea)\b|(<!--))/i;

/**
 * Splits the text where a new block surely begins: at an unindented line after an empty one, outside of code and of
 * HTML blocks that continue. Blocks without addresses, which are most of a text, then need no parsing.
 */
function* blocksOf(markdown: string): Generator<Block> {
  let start = 0;
  let isFresh = false;
  let end: RegExp | undefined;
  let at = 0;
  while (at < markdown.length) {
    const next = markdown.indexOf('\n', at) + 1 || markdown.length;
    const line = markdown.slice(at, next);
    if (end) {
      if (end.test(line)) end = undefined;
    } else if (line.trim() === '') {
      isFresh = true;
    } else {
      if (isFresh && !/^[ \t]/.test(line)) {
        yield { start, text: markdown.slice(start, at) };
        start = at;
      }
      isFresh = false;
      end = runsUntil(line);
    }
    at = next;
  }
  if (start < markdown.length) yield { start, text: markdown.slice(start) };
}

function runsUntil(line: string): RegExp | undefined {
  const fence = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}(?!`)(?!.*`)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^\\s*${fence[0] ?? ''}{${fence.length},}\\s*$`);
  const open = openEnded.exec(line);
  if (!open) return undefined;
  const close = open[2] ? /-->/ : new RegExp(`</${open[1] ?? ''}>`, 'i');
  return close.test(line) ? undefined : close;
}

function inBlock(text: string): Destination[] {
  const { resources, tree } = resourcesIn(text);
  const found = resources.map(({ node, start, end }) => ({
    url: node.url,
    start,
    end,
    isShown: node.type === 'image',
  }));
  const code: [number, number][] = [];
  visit(tree, (node) => {
    const from = node.position?.start.offset ?? 0;
    const to = node.position?.end.offset ?? 0;
    if (node.type === 'code' || node.type === 'inlineCode') code.push([from, to]);
    if (node.type === 'html') found.push(...inMarkup(text.slice(from, to), from));
  });
  const isCode = ({ start }: Destination) => code.some(([from, to]) => start >= from && start < to);
  return inOrder([...found, ...inTags(text).filter((each) => !isCode(each))]);
}

function inLargeBlock(text: string): Destination[] {
  const shown = withoutCode(text);
  const found = [...scannedLinks(shown), ...inMarkup(shown, 0), ...inTags(shown)];
  return inOrder(found);
}

function inMarkup(html: string, offset: number): Destination[] {
  if (!html.includes('<') || html.startsWith('<!--')) return [];
  return matches(
    html,
    /<(img|a|source|video|audio)\b[^<>]*?\s(?:src|href)\s*=\s*(["'])([^"']*)\2/gi,
    offset,
    3,
    (match) => match[1] !== 'a',
  );
}

function inTags(text: string): Destination[] {
  if (!text.includes('{%')) return [];
  return matches(
    text,
    /\{%\s*(content-ref|file|embed)\b[^%]*?\s(?:url|src)\s*=\s*(["'])([^"']*)\2/g,
    0,
    3,
    (match) => match[1] !== 'content-ref',
  );
}

function matches(
  text: string,
  pattern: RegExp,
  offset: number,
  group: number,
  isShown: (match: RegExpExecArray) => boolean,
): Destination[] {
  return [...text.matchAll(pattern)].map((match) => {
    const url = match[group] ?? '';
    const start = offset + match.index + match[0].length - 1 - url.length;
    return { url: url.replaceAll('&amp;', '&'), start, end: start + url.length, isShown: isShown(match) };
  });
}
