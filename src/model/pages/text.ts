import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import type { Heading, Nodes } from 'mdast';
import { walk } from '../text/walk.ts';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import { linkIn, type LinkContext } from './links.ts';
import { parsedOr } from '../text/parsedAhead.ts';
import { createHeadingIds, type NamedPlace } from '../text/headingIds.ts';

/**
 * A page's Markdown in the form of our file system. Addresses of known pages, files and spaces, in any form, become
 * relative paths; addresses that would act on the reader's machine become inert; everything else stays byte for byte.
 */
export function pageText(markdown: string, context: LinkContext): string {
  return readingOf(markdown, context).text;
}

/** A page's Markdown and its text, with the data needed to convert one back into the other. */
export interface PageReading {
  readonly markdown: string;
  /** As returned by `pageText`. */
  readonly text: string;
  /** The rewritten addresses, in order. */
  readonly rewritten: readonly Rewritten[];
}

export interface Rewritten {
  /** Its offset in the text. */
  readonly start: number;
  readonly end: number;
  /** The original text in the Markdown. */
  readonly written: string;
}

export function readingOf(
  markdown: string,
  context: LinkContext,
  destinations: readonly Destination[] = destinationsOf(markdown),
): PageReading {
  const rewritten: Rewritten[] = [];
  let text = '';
  let at = 0;
  for (const destination of destinations) {
    const url = linkIn(destination, context);
    const written = markdown.slice(destination.start, destination.end);
    if (url === undefined || url === written) continue;
    text += markdown.slice(at, destination.start);
    rewritten.push({ start: text.length, end: text.length + url.length, written });
    text += url;
    at = destination.end;
  }
  return { markdown, text: text + markdown.slice(at), rewritten };
}

/** Whether the text may embed or link to files of the space, so that their list is needed for it. */
export function mayShowFiles(
  markdown: string,
  context: Omit<LinkContext, 'files' | 'onFile'>,
  destinations: readonly Destination[] = destinationsOf(markdown),
): boolean {
  let mayShow = false;
  const onFile = () => {
    mayShow = true;
  };
  for (const destination of destinations) linkIn(destination, { ...context, files: undefined, onFile });
  return mayShow;
}

/** A heading, or the summary of a box that opens. */
export interface PageHeading {
  /** What a link to it is written with: see `HeadingIds`. */
  readonly slug: string;
  /** Another id that leads to it. */
  readonly alias?: string;
  /** As a reader sees it. */
  readonly title: string;
  /** From 0. */
  readonly line: number;
}

/** The heading that `#anchor` leads to: on the platform, else on GitHub. */
export function headingAt<Found extends Pick<PageHeading, 'slug' | 'alias'>>(
  headings: readonly Found[],
  anchor: string,
): Found | undefined {
  const isWanted = (id = '') => id !== '' && id.toLowerCase() === anchor.toLowerCase();
  return headings.find(({ slug }) => isWanted(slug)) ?? headings.find(({ alias }) => isWanted(alias));
}

/** Empty for a text that would take seconds to parse. */
export function headingsOf(text: string): readonly PageHeading[] {
  // The parser doesn't count a byte order mark.
  return parsedOr('headings', text.replace(/^\ufeff/, ''), parsedHeadings, []);
}

/** Parses a text without a byte order mark. */
export function parsedHeadings(markdown: string): PageHeading[] {
  return headingsIn(markdown, fromMarkdown(markdown, { extensions: [{ disable: { null: ['attention'] } }] }));
}

/** The headings of a text whose tree is known, with or without emphasis. */
export function headingsIn(markdown: string, tree: Nodes): PageHeading[] {
  const idsOf = createHeadingIds();
  const headings: PageHeading[] = [];
  const [top] = 'children' in tree ? tree.children : [];
  const add = (line: number, place: NamedPlace) => {
    const { slug, alias, title } = idsOf(place);
    headings.push({ slug, ...(alias !== undefined && { alias }), title, line });
  };
  walk(tree, (node) => {
    const { start, end } = node.position ?? {};
    if (!start || !end) return true;
    if (node.type === 'html')
      for (const { line, ...place } of placesInHtml(node.value)) add(start.line - 1 + line, place);
    if (node.type !== 'heading') return true;
    const written = markdown.slice(start.offset, Math.min(end.offset ?? 0, (start.offset ?? 0) + longestTitle));
    // The first pass doesn't parse emphasis, so a heading with such marks is parsed again.
    const title = titleIn(/[*_]/.test(written) ? fromMarkdown(written) : node);
    const kind = node === top && node.depth === 1 ? 'pageTitle' : 'heading';
    add(start.line - 1, { title, own: anchorIn(node), kind });
    return false;
  });
  const [first, ...others] = headings;
  // The platform gives the id of the page's title to a section with the same title.
  if (first && top?.type === 'heading' && others.some(({ slug }) => slug === first.slug))
    headings[0] = { ...first, slug: '' };
  return headings;
}

/** Headings and summaries that are written in HTML, with their lines in it. */
export function placesInHtml(html: string): (NamedPlace & { readonly line: number })[] {
  const found: (NamedPlace & { readonly line: number })[] = [];
  let [line, counted, isComment] = [0, 0, false];
  let open: { readonly name: string; readonly tag: string; readonly end: number } | undefined;
  for (const { 0: tag, 1: slash, 2: written, index } of html.matchAll(placeTag)) {
    if (written === undefined) isComment = tag === '<!--';
    const name = written?.toLowerCase();
    if (isComment || name === undefined) continue;
    const end = index + tag.length;
    // Of a heading in a summary, only the heading counts.
    if (slash === '') open = { name, tag, end };
    else if (open?.name === name) {
      const inside = html.slice(open.end, index).slice(0, longestTitle);
      for (; counted < open.end; counted += 1) if (html[counted] === '\n') line += 1;
      found.push({
        title: headingTitle(inside.replace(/\s+/g, ' ').trim()),
        own: idIn(open.tag) ?? ownAnchor(inside),
        kind: name === 'summary' ? 'summary' : 'heading',
        line,
      });
      open = undefined;
    }
  }
  return found;
}

const placeTag = /<!--|-->|<(\/?)(h[1-6]|summary)(?=[\s>])[^<>]*>/gi;

const longestTitle = 1000;

/** The title of a heading of one line, from the text after its `#`: as in `headingsOf`. */
export function headingTitle(text: string): string {
  const written = text.slice(0, longestTitle);
  return titleIn(/[\\`*_<>&[\]!{]/.test(written) ? fromMarkdown(`# ${written}`) : { type: 'text', value: written });
}

/** The anchor that an author has written in a heading of one line, as in `headingsOf`. */
export function ownAnchor(text: string): string | undefined {
  const tag = /<a\s[^<>]*>/i.exec(text.slice(0, longestTitle))?.[0];
  return tag && idIn(tag);
}

/** The id of a tag, which may be in quotes of both kinds, or in none. */
export function idIn(tag: string): string | undefined {
  const [, ...ids] = idPattern.exec(tag) ?? [];
  return ids.find(Boolean);
}

const idPattern = /\sid\s?=\s?(?:"([^"]+)"|'([^']+)'|([^\s"'<>=`]+))/i;

/** As a reader sees it, without emphasis marks. */
export function titleIn(heading: Nodes): string {
  let title = '';
  visit(heading, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') title += node.value;
    if (node.type === 'break') title += ' ';
  });
  return title.replace(/\s+/g, ' ').trim();
}

/** An anchor written by the author, as in `## Title <a href="#way" id="way"></a>`. */
function anchorIn(heading: Heading): string | undefined {
  let anchor: string | undefined;
  visit(heading, 'html', ({ value }) => {
    anchor ??= ownAnchor(value);
  });
  return anchor;
}
