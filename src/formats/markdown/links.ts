import { visit } from 'unist-util-visit';
import {
  inMarkup as attributesInMarkup,
  inTags as attributesInTags,
  resourcesIn,
} from '../../model/text/destinations.ts';
import { isExpensiveToParse } from '../../model/text/parsingCost.ts';
import { plainLinks } from './plainLinks.ts';
import { scannedLinks, withoutCode, type Destination } from './scan.ts';

/** The addresses in a Markdown text, in order, except those in code. */
export function destinationsOf(markdown: string): Destination[] {
  return destinationsAndIncludes(markdown).filter(({ isIncluded }) => !isIncluded);
}

/** The same, with the tags that bring the text of a file. */
function destinationsAndIncludes(markdown: string): Destination[] {
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
  return replaced(markdown, destinationsOf(markdown), replacement);
}

/** The same, which also replaces tags that bring the text of a file. */
export function withDestinationsAndIncludes(
  markdown: string,
  replacement: (destination: Destination) => string | undefined,
): string {
  return replaced(markdown, destinationsAndIncludes(markdown), replacement);
}

function replaced(
  markdown: string,
  destinations: readonly Destination[],
  replacement: (destination: Destination) => string | undefined,
): string {
  let text = '';
  let at = 0;
  for (const destination of destinations) {
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
    if (node.type !== 'html') return;
    for (const comment of text.slice(from, to).matchAll(/<!--[\s\S]*?(?:-->|$)/g)) {
      code.push([from + comment.index, from + comment.index + comment[0].length]);
    }
  });
  const isCode = ({ start }: Destination) => code.some(([from, to]) => start >= from && start < to);
  // Not only in what this parser takes for HTML: others accept more.
  return inOrder([...found, ...[...inMarkup(text), ...inTags(text)].filter((each) => !isCode(each))]);
}

function inLargeBlock(text: string): Destination[] {
  const shown = withoutCode(text);
  const found = [...scannedLinks(shown), ...inMarkup(shown), ...inTags(shown)];
  return inOrder(found);
}

function inMarkup(text: string): Destination[] {
  return text.includes('<') ? attributesInMarkup(text).map((each) => ({ ...each, isShown: each.isImage })) : [];
}

function inTags(text: string): Destination[] {
  if (!text.includes('{%')) return [];
  const found = attributesInTags(text).map((each): Destination => ({ ...each, isShown: each.tag !== 'content-ref' }));
  for (const match of text.matchAll(/\{%-?\s*include\s+(?:"([^"\n]*)"|'([^'\n]*)')\s*-?%\}/g)) {
    const url = (match[1] ?? match[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
    const [start, end] = [match.index, match.index + match[0].length];
    found.push({ url, start, end, isShown: true, isIncluded: true });
  }
  return found;
}
