import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';

/** A page's text, split at the heading with its title. */
export interface TitledText {
  /** The raw text after the `#`, or of the underlined line; undefined if the text doesn't start with a heading of level 1. */
  readonly heading: string | undefined;
  /** The text after the heading and one empty line. */
  readonly body: string;
}

export function titledText(text: string): TitledText {
  const [whole, heading = ''] = headingFirst.exec(text) ?? [];
  if (whole !== undefined) return { heading: withoutClosing(heading.trim()), body: text.slice(whole.length) };
  const [underlined, , line = ''] = underlinedFirst.exec(text) ?? [];
  if (underlined === undefined) return { heading: undefined, body: text };
  return { heading: line.trim(), body: text.slice(underlined.length) };
}

const headingFirst =
  /^\ufeff?(?:[ \t]*(?:\r\n|\r(?!\n)|\n))* {0,3}#(?:[ \t]([^\r\n]*))?(?:\r\n?|\n|$)(?:[ \t]*(?:\r\n?|\n))?/;

/** One line of text above a line of `=`. What begins with these characters is a list, a quote, a tag, or the like. */
const underlinedFirst =
  /^\ufeff?(?:[ \t]*(?:\r\n|\r(?!\n)|\n))* {0,3}(?![-+*][ \t]|\d{1,9}[.)][ \t]|[>|<#[`~]|([-*_])(?:[ \t]*\1){2,}[ \t]*[\r\n])(\S[^\r\n]*)(?:\r\n?|\n) {0,3}=+[ \t]*(?:\r\n?|\n|$)(?:[ \t]*(?:\r\n?|\n))?/;

/** The trailing marks of `# A ##` close the heading, those of `# C#` don't. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  const isClosed = end === 0 || heading[end - 1] === ' ' || heading[end - 1] === '\t';
  return isClosed ? heading.slice(0, end).trimEnd() : heading;
}

/**
 * The title that a heading gives its page: the text as a reader sees it. If the page's title so far contained the
 * heading's marks, the server takes them for letters.
 */
export function titleIn(heading: string, before: TitledPage | undefined): string {
  const isLiteral = before?.heading !== undefined && before.heading === spaced(before.title);
  return isLiteral && seen(before.heading ?? '') !== before.heading ? spaced(heading) : seen(heading);
}

/**
 * Whether a text repeats its page's title below the heading that the server writes, so that the server may take it for
 * that heading.
 */
export function repeatsTitle(body: string, title: string): boolean {
  const [whole = ''] = headingFirst.exec(body) ?? [];
  if (whole.trim() === `# ${spaced(title)}`) return true;
  const { heading } = titledText(body);
  return heading !== undefined && (spaced(heading) === spaced(title) || seen(heading) === seen(title));
}

export interface TitledPage {
  readonly title: string;
  /** The heading that contains its title. */
  readonly heading: string | undefined;
}

function seen(heading: string): string {
  // No server accepts such a long title, and parsing it may take long.
  if (heading.length > 2000) return spaced(heading);
  let title = '';
  visit(fromMarkdown(`# ${heading}`), (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') title += node.value;
    // An anchor is invisible; other text that looks like HTML is mostly a word in angle brackets.
    if (node.type === 'html' && !/^<\/?a\b/i.test(node.value)) title += node.value;
    if (node.type === 'image') title += node.alt ?? '';
  });
  return spaced(title);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
