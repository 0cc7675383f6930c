import type { Definition, Image, Link, Nodes, Root } from 'mdast';
import { fromMarkdown, type CompileContext, type Token } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { parsedByPart } from './byPart.ts';
import { parsedOr } from './parsedAhead.ts';
import { walk } from './walk.ts';

/** An address in a Markdown text. Its offsets enclose the raw text; `url` is the decoded address. */
export interface Destination {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly isImage: boolean;
}

/**
 * The addresses that a reader can follow or is shown, in order: of links, images, definitions and autolinks, in HTML
 * attributes, and in template tags. Code is left out. For a text that would take seconds to parse, returns only harmful
 * addresses, and those in HTML and tags, wherever they are.
 */
export function destinationsOf(markdown: string): Destination[] {
  if (!mayHold.test(markdown)) return [];
  // The parser doesn't count a byte order mark.
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  const text = markdown.slice(offset);
  const parsed = parsedOr('destinations', text, parsedDestinations, { addresses: [], code: [] });
  return completed(text, parsed, offset);
}

/** With those that the parser doesn't find. Offsets count from a byte order mark, which the text doesn't have. */
export function completed(text: string, { addresses, code }: ParsedDestinations, offset: number): Destination[] {
  const found = [...inMarkup(text), ...inTags(text), ...unparsed(text)].filter(({ start }) => !isWithin(code, start));
  return distinct([...addresses, ...found]).map((each) => ({
    ...each,
    start: each.start + offset,
    end: each.end + offset,
  }));
}

const mayHold = /\]\(|\]:|<[a-z]|\{%/i;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether one of the sorted, separate ranges contains the offset. */
function isWithin(ranges: readonly Range[], offset: number): boolean {
  let first = 0;
  let end = ranges.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((ranges[middle]?.end ?? 0) <= offset) first = middle + 1;
    else end = middle;
  }
  return (ranges[first]?.start ?? Infinity) <= offset;
}

interface Resource extends Range {
  readonly node: Link | Image | Definition;
}

/** Parses a text without a byte order mark. */
export function parsedDestinations(text: string): ParsedDestinations {
  return parsedWithTree(text).parsed;
}

export interface ParsedDestinations {
  readonly addresses: Destination[];
  readonly code: Range[];
}

/**
 * The same, with the tree for those who need both. It has tables, but no emphasis. Another text of the same length can
 * be parsed in place of it.
 */
export function parsedWithTree(
  text: string,
  inPlace = text,
): { readonly parsed: ParsedDestinations; readonly tree: Root } {
  const { resources, tree } = resourcesIn(inPlace, true);
  const addresses: Destination[] = [];
  const code: Range[] = [];
  walk(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'code' || node.type === 'inlineCode') code.push({ start, end });
    if (node.type === 'link' && text[start] === '<') {
      addresses.push({ start: start + 1, end: end - 1, url: text.slice(start + 1, end - 1), isImage: false });
    }
  });
  const imagesOnly = definedForImages(tree);
  for (const { node, start, end } of resources) {
    const isImage = node.type === 'image' || (node.type === 'definition' && imagesOnly.has(node.identifier));
    addresses.push({ start, end, url: node.url, isImage });
  }
  return { parsed: { addresses, code }, tree };
}

/**
 * The links, images and definitions of a text, except footnotes, with the offsets of their destinations. Reading tables
 * takes longer, and only matters for code in their cells.
 */
export function resourcesIn(
  text: string,
  hasTables = false,
): { readonly resources: readonly Resource[]; readonly tree: Root } {
  const { tree, places } = parsedByPart(text, (part) => {
    const resources: Resource[] = [];
    const tree = fromMarkdown(part, {
      // Emphasis doesn't matter here, and it is costly to parse.
      extensions: [...(hasTables ? [gfmTable()] : []), { disable: { null: ['attention'] } }],
      mdastExtensions: [...(hasTables ? [gfmTableFromMarkdown()] : []), { enter: recorder(resources) }],
    });
    return { tree, places: resources };
  });
  const isFootnote = ({ node }: Resource) => node.type === 'definition' && node.identifier.startsWith('^');
  return { resources: places.filter((each) => !isFootnote(each)), tree };
}

/** Records the offsets of destinations, which the syntax tree lacks. */
function recorder(resources: Resource[]) {
  function note(this: CompileContext, token: Token): void {
    const node = this.stack.at(-1);
    if (node?.type === 'link' || node?.type === 'image' || node?.type === 'definition') {
      resources.push({ node, start: token.start.offset, end: token.end.offset });
    }
    this.buffer();
  }
  return { resourceDestinationString: note, definitionDestinationString: note };
}

function definedForImages(tree: Nodes): ReadonlySet<string> {
  const images = new Set<string>();
  const links = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'imageReference') images.add(node.identifier);
    if (node.type === 'linkReference') links.add(node.identifier);
  });
  return new Set([...images].filter((identifier) => !links.has(identifier)));
}

const addressAttributes = new Set([
  'href',
  'src',
  'srcset',
  'poster',
  'xlink:href',
  'action',
  'formaction',
  'data',
  'background',
]);
const imageElements = new Set(['img', 'source', 'video', 'audio', 'image', 'input']);

/**
 * The addresses in the attributes of HTML. Judged by appearance, even in comments: parsers disagree on what is HTML, and
 * a text that is harmless to one may not be to another.
 */
export function inMarkup(html: string): Destination[] {
  const attribute = /[\s/"']*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
  return attributesIn(html, /(?<!\\)<([a-z][^\s/>]*)/gi, attribute).flatMap(({ element, name, value, start }) => {
    if (!addressAttributes.has(name)) return [];
    const isImage = imageElements.has(element) && name !== 'formaction';
    const addresses = name === 'srcset' ? candidatesIn(value) : [{ address: value, at: 0 }];
    return addresses.map(({ address, at }) => ({
      start: start + at,
      end: start + at + address.length,
      url: withoutEntities(address),
      isImage,
    }));
  });
}

interface Attribute {
  readonly element: string;
  readonly name: string;
  readonly value: string;
  readonly start: number;
}

/** The attributes behind what `opening` finds. `attribute` matches a name, and its value in quotes of both kinds or without. */
function attributesIn(text: string, opening: RegExp, attribute: RegExp): Attribute[] {
  const found: Attribute[] = [];
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    attribute.lastIndex = opening.lastIndex;
    for (let each = attribute.exec(text); each; each = attribute.exec(text)) {
      opening.lastIndex = attribute.lastIndex;
      const [whole, name = '', ...values] = each;
      const value = values.find((given) => given !== undefined);
      if (value === undefined) continue;
      const end = each.index + whole.length - (values[2] === undefined ? 1 : 0);
      const element = match[1]?.toLowerCase() ?? '';
      found.push({ element, name: name.toLowerCase(), value, start: end - value.length });
    }
  }
  return found;
}

const descriptor = /\s[\d.]+[whx]\s?$/;

/** The addresses in a `srcset`, without what is said about their sizes. Files may have blanks and commas in their names. */
function candidatesIn(value: string): { readonly address: string; readonly at: number }[] {
  const starts: number[] = [];
  let at = 0;
  let before = ' 1x';
  for (const piece of value.split(',')) {
    if (/^\s/.test(piece) || descriptor.test(before)) starts.push(at);
    at += piece.length + 1;
    before = piece;
  }
  return starts.map((start, index) => {
    const end = starts[index + 1];
    const written = value.slice(start, end === undefined ? undefined : end - 1);
    const address = written.trim().replace(descriptor, '').trim();
    return { address, at: start + written.length - written.trimStart().length };
  });
}

/** Other named entities stay: they don't occur in harmless addresses. */
function withoutEntities(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));?/gi, (whole, hex, decimal, name) => {
    if (name) return { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }[(name as string).toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const addressInTag: Readonly<Record<string, RegExp>> = {
  'content-ref': /^url$/,
  file: /^(?:src|url)$/,
  embed: /^(?:src|url)$/,
  openapi: /^src$/,
  swagger: /^src$/,
};

/** The addresses in template tags. Some editors escape them like other text. */
export function inTags(text: string): (Destination & { readonly tag: string })[] {
  if (!text.includes('{%')) return [];
  const attribute =
    /[\s/"',]*([^\s"'<>/=%]+)(?:\s*=\s*(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|((?:[^\s"'=<>`%]|%(?!\}))+)))?/y;
  const opening = new RegExp(`\\{%-?\\s*(${Object.keys(addressInTag).join('|')})(?=\\s)`, 'g');
  return attributesIn(text, opening, attribute).flatMap(({ element: tag, name, value, start }) => {
    // A specification may also be named without a path.
    if (!addressInTag[tag]?.test(name) || (name === 'src' && !/[./]/.test(value))) return [];
    const url = value.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
    return [{ tag, start, end: start + value.length, url, isImage: false }];
  });
}

/** Text that is not a link by the rules, but so similar that an editor may take it for one: only harmful addresses. */
function unparsed(text: string): Destination[] {
  const near = /\](?:\(|:)[ \t]{0,20}<?[ \t]{0,20}((?:command|javascript|vbscript|file|data|vscode[a-z-]*):[^\s)>]*)/gi;
  return [...text.matchAll(near)].map((match) => {
    const url = match[1] ?? '';
    const end = match.index + match[0].length;
    return { start: end - url.length, end, url, isImage: false };
  });
}

/** Sorted; of overlapping ones, only the first. */
function distinct(destinations: readonly Destination[]): Destination[] {
  const ordered = destinations.map((each, index) => ({ each, index }));
  ordered.sort((one, other) => one.each.start - other.each.start || one.index - other.index);
  let at = 0;
  return ordered.flatMap(({ each }) => {
    if (each.start < at || each.end === each.start) return [];
    at = each.end;
    return [each];
  });
}
