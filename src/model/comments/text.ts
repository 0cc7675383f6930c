import type { Definition, Link, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { destinationsOf } from '../text/destinations.ts';
import { inPasses, tagsAsText, type Spot } from '../text/markdownPasses.ts';
import { quoteApart } from './quoteApart.ts';

/** The text of a comment, in a form that is safe to show in VS Code. */
export interface CommentText {
  readonly kind: 'markdown' | 'plain';
  readonly text: string;
  /** True if the end was left out. */
  readonly isCut: boolean;
}

/**
 * A comment's Markdown without anything that acts on the reader's machine. Images would reveal that the comment was
 * read, so they become links. Links lead to the web, to an email address or to a page; other links and HTML tags become
 * text. Marks that change the text direction are removed. Markdown that would take seconds to parse is returned as
 * plain text.
 * @param pageLink returns the relative address of the page that a link leads to, or undefined if it leads to none
 * @param options.most in characters
 * @param options.hasSuggestions makes diffs that somebody wrote plain code, which nobody takes for a suggestion
 */
export function commentText(
  markdown: string,
  pageLink: (url: string) => string | undefined = () => undefined,
  { most = longest, hasSuggestions = false }: { readonly most?: number; readonly hasSuggestions?: boolean } = {},
): CommentText {
  const isCut = markdown.length > most;
  const whole = isCut ? markdown.slice(0, most).replace(/[\ud800-\udbff]$/, '') : markdown;
  const readable = whole.replace(directions, '').replace(/!(?=\[)/g, '!\u200b');
  const harmless = inPasses(readable, (tree, now) => [
    ...spotsIn(tree, now, pageLink),
    ...(hasSuggestions ? diffSpotsIn(tree, now) : []),
  ]);
  if (harmless === undefined) return { kind: 'plain', text: readable, isCut };
  let text = '';
  let at = 0;
  for (const { start, end, url } of destinationsOf(harmless)) {
    if (isOutside(url)) continue;
    // VS Code uses another Markdown parser: text that only one of them takes for a link gets an inert address.
    text += `${harmless.slice(at, start)}${pageLink(url) ?? '#'}`;
    at = end;
  }
  return { kind: 'markdown', text: text + harmless.slice(at), isCut };
}

function isOutside(url: string): boolean {
  return /^(https?:|mailto:)/i.test(url.trim());
}

function spotsIn(tree: Root, text: string, pageLink: (url: string) => string | undefined): Spot[] {
  const spots: Spot[] = [];
  visit(tree, (node) => {
    const at = node.position?.start.offset ?? 0;
    if (node.type === 'html') {
      const whole = text.slice(at, node.position?.end.offset);
      spots.push({ at, replaced: whole.length, by: tagsAsText(whole) });
    } else if (node.type === 'link' || node.type === 'definition') {
      if (!isOutside(node.url) && pageLink(node.url) === undefined) spots.push(...asTyped(node, text));
    } else if (node.type === 'listItem' && node.children[0]?.type === 'paragraph') {
      const begin = node.children[0].position?.start.offset ?? 0;
      const box = /^\[([ xX])\](?=\s)/.exec(text.slice(begin, begin + 4));
      if (box) spots.push({ at: begin, replaced: 3, by: box[1] === ' ' ? '☐' : '☑' });
    }
  });
  return spots;
}

function diffSpotsIn(tree: Root, text: string): Spot[] {
  const spots: Spot[] = [];
  visit(tree, 'code', ({ lang, position }) => {
    const start = position?.start.offset ?? 0;
    const fence = /^(?:`{3,}|~{3,})/.exec(text.slice(start))?.[0];
    if (typeof lang !== 'string' || fence === undefined) return;
    const written = /^[^\r\n]*/.exec(text.slice(start + fence.length))?.[0] ?? '';
    if (/^diff/i.test(lang)) spots.push({ at: start + fence.length, replaced: written.length, by: 'text' });
  });
  return spots;
}

/** Escapes it so that no parser takes it for a link. */
function asTyped(node: Link | Definition, text: string): Spot[] {
  const at = node.position?.start.offset ?? 0;
  if (text[at] === '<') return [{ at, replaced: 1, by: '&lt;' }];
  const inside = node.type === 'link' ? node.children.at(-1)?.position?.end.offset : undefined;
  const end = text.indexOf(node.type === 'link' ? '](' : ']:', inside ?? at);
  return [{ at, replaced: 0, by: '\\' }, ...(end < 0 ? [] : [{ at: end + 1, replaced: 0, by: '\\' }])];
}

/** The lines that a comment quotes at its beginning, which show what it is about. */
export function leadingQuote(markdown: string): string | undefined {
  const { quote } = quoteApart(markdown.trimStart());
  return quote.replace(/^>[^\S\n]?/gm, '').trim() || undefined;
}

/**
 * A comment in one line, for lists: without Markdown marks at the beginning of lines, and without its quote. A
 * suggestion reads `old → new`.
 */
export function summaryOf(markdown: string, most = 120): string {
  const said = markdown
    .slice(0, 20_000)
    .replace(directions, '')
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('>'))
    .map((line) => (/^ {0,3}(?:`{3}|~{3})/.test(line) ? (/suggestion\s*$/.test(line) ? '→' : '') : line))
    .map((line) => line.replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)])\s+/, '').trim())
    .join(' ')
    .replace(/!?\[([^\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
    .replace(/[*`~]+|_+/g, (marks, at: number, whole: string) =>
      marks.startsWith('_') && isInWord(whole, at, at + marks.length) ? marks : '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  return said.length > most
    ? `${said
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : said;
}

function isInWord(text: string, start: number, end: number): boolean {
  return /\w/.test(text.charAt(start - 1)) && /\w/.test(text.charAt(end));
}

/** In characters: more than anyone reads in a comment widget. */
const longest = 20_000;
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;
