import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';

/** A page's text, parted at the heading that its title stands in. */
export interface TitledText {
  /** As it stands behind the `#`; undefined when the text does not begin with a heading of the first level. */
  readonly heading: string | undefined;
  /** What stands behind the heading and one empty line. */
  readonly body: string;
}

export function titledText(text: string): TitledText {
  const [whole, heading = ''] = headingFirst.exec(text) ?? [];
  if (whole === undefined) return { heading: undefined, body: text };
  return { heading: withoutClosing(heading.trim()), body: text.slice(whole.length) };
}

const headingFirst =
  /^\ufeff?(?:[ \t]*(?:\r\n|\r(?!\n)|\n))* {0,3}#(?:[ \t]([^\r\n]*))?(?:\r\n?|\n|$)(?:[ \t]*(?:\r\n?|\n))?/;

/** `# A ##` is closed by the marks behind it, `# C#` is not. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  const isClosed = end === 0 || heading[end - 1] === ' ' || heading[end - 1] === '\t';
  return isClosed ? heading.slice(0, end).trimEnd() : heading;
}

/**
 * The title that a heading gives its page: what a reader sees of it. Only where the page's title so far stood in its heading with
 * such marks does the platform take them for letters.
 */
export function titleIn(heading: string, before: TitledPage | undefined): string {
  const isLiteral = before?.heading !== undefined && before.heading === spaced(before.title);
  return isLiteral && seen(before.heading ?? '') !== before.heading ? spaced(heading) : seen(heading);
}

/** Whether a text begins with its page's title once more, below the one that the platform writes: it may be taken for that one. */
export function repeatsTitle(body: string, title: string): boolean {
  const [whole = ''] = headingFirst.exec(body) ?? [];
  if (whole.trim() === `# ${spaced(title)}`) return true;
  const { heading } = titledText(body);
  return heading !== undefined && (spaced(heading) === spaced(title) || seen(heading) === seen(title));
}

export interface TitledPage {
  readonly title: string;
  /** That its title stands in. */
  readonly heading: string | undefined;
}

function seen(heading: string): string {
  // No platform takes a title so long, and to parse it may take long.
  if (heading.length > 2000) return spaced(heading);
  let title = '';
  visit(fromMarkdown(`# ${heading}`), (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') title += node.value;
    // An anchor is no part of what is seen; what else looks like HTML mostly is a word in brackets.
    if (node.type === 'html' && !/^<\/?a\b/i.test(node.value)) title += node.value;
    if (node.type === 'image') title += node.alt ?? '';
  });
  return spaced(title);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
