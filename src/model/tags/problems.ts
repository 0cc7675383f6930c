import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { parsedOr } from '../text/parsedAhead.ts';
import { tagPartners, type TagOrContainer } from './partners.ts';
import { tagsInText } from './inText.ts';
import { addressAttributes, isTagName, parentOf, tagsOf, type Tag, type TagName } from './syntax.ts';

/** A template tag that doesn't work as its author intends; its offsets, in UTF-16 units, enclose the tag. */
export interface TagProblem {
  readonly start: number;
  readonly end: number;
  readonly name: TagName;
  /**
   * `unclosed`: it has no end tag. `unopened`: an end tag without an opening one. `misplaced`: outside of the tag that
   * it belongs to, such as a tab outside of tabs. `incomplete`: its required address is missing.
   */
  readonly kind: 'unclosed' | 'unopened' | 'misplaced' | 'incomplete';
}

/** In the order of the text. Empty for a text that would take seconds to parse. */
export function tagProblems(markdown: string): TagProblem[] {
  const { text, offset } = withoutMark(markdown);
  const tokens = tokensIn(text);
  return problemsAmong(tokens, tagPartners(tokens, tagIn)).map((problem) => ({
    ...problem,
    start: problem.start + offset,
    end: problem.end + offset,
  }));
}

/**
 * The problems of the tags in a text without a byte order mark, and what the pairs of tags enclose, with the tags. The
 * tree is that of `withTagLinesCut(text)`.
 */
export function checkedTags(
  text: string,
  tree: Nodes,
): {
  readonly problems: TagProblem[];
  readonly blocks: { readonly start: number; readonly end: number }[];
} {
  const tokens: Token[] = [];
  if (text.includes('{%')) collect(tree, text, tokens);
  const partners = tagPartners(tokens, tagIn);
  return {
    problems: problemsAmong(tokens, partners),
    blocks: [...partners].flatMap(([opening, end]) =>
      opening === end ? [] : [{ start: tokens[opening]!.start, end: tokens[end]!.end }],
    ),
  };
}

/** The text and place that close the unclosed tag at the offset, guessed from the text after it. */
export function closingOf(markdown: string, start: number): Closing | undefined {
  const { text, offset } = withoutMark(markdown);
  const tokens = tokensIn(text);
  const index = tokens.findIndex(({ tag, start: at }) => tag && at + offset === start);
  if (index < 0) return undefined;
  const closing = closingAt(tokens, index, tagPartners(tokens, tagIn), text);
  return { ...closing, at: closing.at + offset };
}

/** The tags that are open at an offset of the text, outermost first. */
export function openTagsAt(markdown: string, offset: number): TagName[] {
  const { text } = withoutMark(markdown.slice(0, offset));
  const tokens = tokensIn(text);
  const partners = tagPartners(tokens, tagIn);
  const open = alongTags(tokens, partners, text.trimEnd().length, () => undefined);
  return open.flatMap((index) => {
    const name = tokens[index]?.tag?.name;
    return name !== undefined && isTagName(name) && !partners.has(index) ? [name] : [];
  });
}

/** The parser doesn't count a byte order mark. */
function withoutMark(markdown: string): { readonly text: string; readonly offset: number } {
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  return { text: markdown.slice(offset), offset };
}

export interface Closing {
  readonly at: number;
  readonly text: string;
}

interface Token extends TagOrContainer {
  /** Undefined at the start or end of a container. */
  readonly tag?: Tag | undefined;
  readonly start: number;
  readonly end: number;
}

function tagIn({ tag }: Token): Tag | undefined {
  return tag;
}

/** The tags of a text in order, and their containers. */
function tokensIn(text: string): readonly Token[] {
  return text.includes('{%') ? parsedOr('tags', text, parsedTags, []) : [];
}

/** Parses a text without a byte order mark. */
export function parsedTags(text: string): Token[] {
  const tokens: Token[] = [];
  const tree = fromMarkdown(withTagLinesCut(text), {
    // Emphasis doesn't matter here, and it is costly to parse.
    extensions: [gfmTable(), { disable: { null: ['attention'] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  collect(tree, text, tokens);
  return tokens;
}

/** Marks of quotes and lists that can precede a tag which is alone on its line. */
const lineOfTags = /^((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*)(\{%.*%\})([ \t]*)$/gm;

/**
 * Replaces each line that contains only tags by an HTML instruction of the same length. Like a tag, and unlike the text
 * that the parser sees, it ends a paragraph, a list and a table.
 */
export function withTagLinesCut(text: string): string {
  return text.replace(lineOfTags, (line, before: string, tags: string, after: string) =>
    tagsOf(tags) ? `${before}<?${'x'.repeat(tags.length - 4)}?>${after}` : line,
  );
}

function collect(node: Nodes, text: string, tokens: Token[]): void {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      tokens.push(...tagsBetween(text, start, end, true));
      return;
    case 'html':
      // Blocks with an end mark of their own keep their content; others would end before the next tag.
      if (!/^<(?:script|pre|style|textarea|[!?])/i.test(text.slice(start, end))) {
        tokens.push(...tagsBetween(text, start, end, false));
      }
      return;
    case 'list':
    case 'root':
      for (const child of node.children) collect(child, text, tokens);
      return;
    case 'listItem':
    case 'blockquote':
      tokens.push({ nesting: 1, start, end: start });
      for (const child of (node as Parents).children) collect(child, text, tokens);
      tokens.push({ nesting: -1, start: end, end });
      return;
    default:
      return;
  }
}

/** The tags of lines that contain only tags, and of the text between them if it `mayHold` some. */
function tagsBetween(text: string, start: number, end: number, mayHold: boolean): Token[] {
  const tokens: Token[] = [];
  let run = { start, text: '' };
  const endRun = () => {
    if (mayHold) {
      for (const { tag, index } of tagsInText(run.text)) tokens.push(tokenOf(tag, run.start + index));
    }
  };
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    // Quote marks, except in the first line, where the node doesn't include them.
    const plain = line.replace(/\r$/, ' ').replace(/^[ \t>]+/, (marks) => ' '.repeat(marks.length));
    const tags = tagsOf(plain);
    if (tags) {
      endRun();
      let within = 0;
      for (const tag of tags) {
        within = plain.indexOf(tag.source, within);
        tokens.push(tokenOf(tag, at + within));
        within += tag.source.length;
      }
      run = { start: at + line.length + 1, text: '' };
    } else run.text += `${plain}\n`;
    at += line.length + 1;
  }
  endRun();
  return tokens;
}

function tokenOf(tag: Tag, start: number): Token {
  return { nesting: 0, tag, start, end: start + tag.source.length };
}

type Partners = ReadonlyMap<number, number>;

function problemsAmong(tokens: readonly Token[], partners: Partners): TagProblem[] {
  const problems: TagProblem[] = [];
  alongTags(tokens, partners, 0, (index, tag, open) => {
    const { name } = tag;
    if (!isTagName(name)) return;
    const { start, end } = tokens[index]!;
    const notify = (kind: TagProblem['kind']) => problems.push({ start, end, name, kind });
    if (tag.end) {
      if (!open.some((opening) => partners.get(opening) === index)) notify('unopened');
      return;
    }
    const expected = parentOf[name];
    if (expected !== undefined) {
      const parent = open.findLast((each) => partners.has(each) || tokens[each]?.tag?.name === expected);
      if (parent === undefined || tokens[parent]?.tag?.name !== expected) notify('misplaced');
    }
    const address = addressAttributes[name];
    if (address !== undefined && !tag.attributes.get(address)?.trim()) notify('incomplete');
    if (!partners.has(index)) notify('unclosed');
  });
  return problems;
}

/** Searching more of them for each tag takes long, and tags nested this deep have no partner. */
const mostOpen = 1000;

/**
 * Visits each tag with the indexes of the tags open around it, including unclosed ones, outermost first. Returns those
 * that are open at the end; `end` tells which containers reach there.
 */
function alongTags(
  tokens: readonly Token[],
  partners: Partners,
  end: number,
  visit: (index: number, tag: Tag, open: readonly number[]) => void,
): readonly number[] {
  const containers: number[][] = [[]];
  for (const [index, { tag, nesting, end: tokenEnd }] of tokens.entries()) {
    if (nesting === 1) containers.push([]);
    if (nesting === -1) {
      const within = containers.pop() ?? [];
      if (tokenEnd >= end) containers.at(-1)?.push(...within);
    }
    if (!tag) continue;
    const open = containers.at(-1)!;
    visit(index, tag, open);
    const opening = tag.end ? open.findLastIndex((each) => partners.get(each) === index) : -1;
    if (opening >= 0) open.length = opening;
    if (!tag.end && partners.get(index) !== index && open.length < mostOpen) open.push(index);
  }
  return containers[0] ?? [];
}

function closingAt(tokens: readonly Token[], index: number, partners: Partners, text: string): Closing {
  const { tag, start, end } = tokens[index]!;
  const name = tag!.name;
  const mark = `{% end${name} %}`;
  const margin = marginAt(text, start);
  const bound = boundOf(tokens, index, partners);
  const holdsOneBlock = name === 'code' || name === 'content-ref' || name.startsWith('openapi');
  if (bound && !holdsOneBlock) {
    const isOnOwnLine = !/[^\s>]/.test(text.slice(text.lastIndexOf('\n', bound.start) + 1, bound.start));
    if (!isOnOwnLine) return { at: bound.start, text: mark };
    return { at: text.lastIndexOf('\n', bound.start) + 1, text: `${margin}${mark}\n` };
  }
  const child = lastChildOf(tokens, index, partners);
  let at = child ? endOfLine(text, child.end) : endOfBlock(text, end, name === 'code');
  for (let inner = index + 1; inner < tokens.length && tokens[inner]!.start < at; inner++) {
    const partner = tokens[partners.get(inner) ?? inner]!;
    if (partner.end > at) at = endOfLine(text, partner.end);
  }
  return { at, text: `\n${margin}${mark}` };
}

/** The start of the line before a tag, to be repeated on the next line. */
function marginAt(text: string, start: number): string {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*$/.test(before) ? before.replace(/[^ \t>]/g, ' ') : '';
}

/** The tag before which this one must have ended: the end of one around it, or the next tab beside it. */
function boundOf(tokens: readonly Token[], index: number, partners: Partners): Token | undefined {
  const openings = new Map([...partners].map(([opening, end]) => [end, opening]));
  const name = tokens[index]?.tag?.name;
  let depth = 0;
  for (let at = index + 1; at < tokens.length && depth >= 0; at++) {
    const token = tokens[at]!;
    depth += token.nesting;
    if (!token.tag || depth > 0) continue;
    if (token.tag.end ? (openings.get(at) ?? index) < index : token.tag.name === name && name in parentOf) return token;
    at = partners.get(at) ?? at;
  }
  return undefined;
}

/** The end of the last of the tabs or steps that directly follow a tag which should contain them. */
function lastChildOf(tokens: readonly Token[], index: number, partners: Partners): Token | undefined {
  const name = tokens[index]?.tag?.name;
  let last: number | undefined;
  for (let at = index + 1; ; at = last + 1) {
    const child = tokens[at]?.tag;
    const end = partners.get(at);
    if (!child || end === undefined || parentOf[child.name] !== name) break;
    last = end;
  }
  return last === undefined ? undefined : tokens[last];
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return text.slice(0, end < 0 ? text.length : end).trimEnd().length;
}

/** The end of the code block that begins below the line of the offset. */
function endOfCode(text: string, offset: number): number | undefined {
  let fence: string | undefined;
  let at = text.indexOf('\n', offset) + 1;
  while (at > 0) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined && mark?.startsWith(fence)) return at + line.trimEnd().length;
    if (fence === undefined && mark === undefined && line.trim() !== '') return undefined;
    fence ??= mark;
    at = end + 1;
  }
  return undefined;
}

/** The end of the lines after the offset, up to an empty line; if they are a code block, its end. */
function endOfBlock(text: string, offset: number, isCode: boolean): number {
  const code = isCode ? endOfCode(text, offset) : undefined;
  if (code !== undefined) return code;
  let end = text.length;
  let isBegun = false;
  for (let at = text.indexOf('\n', offset); at >= 0; at = text.indexOf('\n', at + 1)) {
    const next = text.indexOf('\n', at + 1);
    const isEmpty = !/[^\s>]/.test(text.slice(at + 1, next < 0 ? text.length : next));
    if (isEmpty && isBegun) {
      end = at;
      break;
    }
    isBegun ||= !isEmpty;
  }
  return offset + text.slice(offset, end).trimEnd().length;
}
