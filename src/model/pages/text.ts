import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import GithubSlugger from 'github-slugger';
import type { Heading, Nodes } from 'mdast';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import { linkIn, type LinkContext } from './links.ts';
import { parsedOr } from '../text/parsedAhead.ts';

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

export interface PageHeading {
  /** The anchor that VS Code and the server make of it. */
  readonly slug: string;
  /** As a reader sees it. */
  readonly title: string;
  /** From 0. */
  readonly line: number;
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
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];
  visit(tree, 'heading', (heading) => {
    const { start, end } = heading.position!;
    const written = markdown.slice(start.offset, Math.min(end.offset ?? 0, (start.offset ?? 0) + longestTitle));
    // The first pass doesn't parse emphasis, so a heading with such marks is parsed again.
    const title = titleIn(/[*_]/.test(written) ? fromMarkdown(written) : heading);
    const slug = slugger.slug(title);
    headings.push({ slug: anchorIn(heading) ?? slug, title, line: start.line - 1 });
  });
  return headings;
}

const longestTitle = 1000;

/** The title of a heading of one line, from the text after its `#`: as in `headingsOf`. */
export function headingTitle(text: string): string {
  const written = text.slice(0, longestTitle);
  return titleIn(/[\\`*_<>&[\]!{]/.test(written) ? fromMarkdown(`# ${written}`) : { type: 'text', value: written });
}

/** The anchor that an author has written in a heading of one line, as in `headingsOf`. */
export function ownAnchor(text: string): string | undefined {
  return anchorTag.exec(text.slice(0, longestTitle))?.[1];
}

const anchorTag = /<a\b[^>]*\sid="([^"]+)"/i;

/** As a reader sees it, without emphasis marks. */
function titleIn(heading: Nodes): string {
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
    anchor ??= /^<a\b[^>]*\sid="([^"]+)"/i.exec(value)?.[1];
  });
  return anchor;
}
