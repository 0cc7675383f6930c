import { createHeadingIds } from '../../model/text/headingIds.ts';
import { headingTitle, ownAnchor, placesInHtml } from '../../model/pages/text.ts';

/** A part of a page from one heading to the next, as plain text. The part before the first heading has no slug. */
export interface Section {
  readonly slug: string | null;
  readonly heading: string;
  readonly body: string;
}

/**
 * Splits Markdown at its headings, line by line, because fully parsing every page would make imports slow. `title` is that of
 * the page, whose heading comes first.
 */
export function sectionsOf(markdown: string, title: string): Section[] {
  const idsOf = createHeadingIds();
  idsOf({ title: headingTitle(title), kind: 'pageTitle' });
  const sections: Section[] = [];
  let slug: string | null = null;
  let heading = '';
  let lines: string[] = [];
  let fence: string | undefined;
  let inParagraph = false;
  let html: { readonly end: RegExp; text: string } | undefined;

  const finish = () => {
    const body = plain(lines.join('\n'));
    if (body !== '' || heading !== '') sections.push({ slug, heading, body });
    lines = [];
  };
  // They take part in the numbering of equal headings.
  const countPlaces = () => {
    for (const place of placesInHtml(html?.text ?? '')) idsOf(place);
    html = undefined;
  };

  for (const line of markdown.split(/\r?\n/)) {
    const end = fence === undefined && !html ? endOfHtml(line, inParagraph) : undefined;
    inParagraph = false;
    if (end) html = { end, text: '' };
    if (html) {
      html.text += `${line}\n`;
      lines.push(line);
      if (html.end.test(line)) countPlaces();
      continue;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      else lines.push(code(line));
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const text = sections.length < mostSections ? headingOf(line) : undefined;
    if (text === undefined) {
      inParagraph = line.trim() !== '';
      lines.push(line);
      continue;
    }
    finish();
    ({ slug, title: heading } = idsOf({ title: headingTitle(text), own: ownAnchor(text), kind: 'heading' }));
  }
  countPlaces();
  finish();
  return sections;
}

/** The tags that begin HTML even if more follows in the line. */
const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const blockTag = new RegExp(`^</?(?:${blockTags})(?:[\\s/>]|$)`, 'i');
const tagAlone = /^<(?:\/[a-z][a-z\d-]*\s*|[a-z][a-z\d-]*(?:\s[^<>]*)?)>[ \t]*$/i;

/** What ends the HTML that begins in a line; undefined if none does. */
function endOfHtml(line: string, inParagraph: boolean): RegExp | undefined {
  const start = /^ {0,3}(?=<)/.exec(line)?.[0];
  if (start === undefined) return undefined;
  const html = line.slice(start.length);
  if (/^<(?:pre|script|style|textarea)(?:[\s>]|$)/i.test(html)) return /<\/(?:pre|script|style|textarea)>/i;
  if (html.startsWith('<!--')) return /-->/;
  if (html.startsWith('<?')) return /\?>/;
  if (html.startsWith('<![CDATA[')) return /\]\]>/;
  if (/^<![a-z]/i.test(html)) return />/;
  return blockTag.test(html) || (!inParagraph && tagAlone.test(html)) ? /^\s*$/ : undefined;
}

/** The rest of the text is searchable as part of the last section. */
const mostSections = 1000;

/** The text of a heading line, without closing marks. */
export function headingOf(line: string): string | undefined {
  const text = /^ {0,3}#{1,6}[ \t](.*)$/.exec(line)?.[1]?.trim();
  return text?.replace(/(?:^|(?<=[ \t]))#+$/, '').trim();
}

/**
 * Text roughly as a reader sees it, for searching and for results of one line. No pattern rescans text that it didn't
 * match.
 */
export function plain(markdown: string): string {
  return markdown
    .replace(/(?<!`)(`+)([^`]+)\1/g, (_, _ticks, text: string) => code(text))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, letter: string) => code(letter))
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, ' ')
    .replace(/\{%(?:[^%{]|%(?!\})|\{(?!%))*%\}/g, ' ')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replace(/!\[([^\][]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g, '$1')
    .replace(/\[([^\][]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g, '$1')
    .replace(/^[ \t]*\[[^\][\n]+\]:.*$/gm, ' ')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d+[.)])(?:[ \t]+|$)/gm, '')
    .replace(/^(?=[^|\n\r\u2028\u2029]*\|)[ \t|:-]+$/gm, ' ')
    .replace(/[|`]/g, ' ')
    .replace(/(\*\*|__|~~)(?=\S)((?:(?!\1)[\s\S])*\S)\1/g, '$2')
    .replace(/(^|[^\w*])\*(\S|\S[^*]*\S)\*(?!\w)/g, '$1$2')
    .replace(/(^|[^\w_])_(\S|\S[^_]*\S)_(?!\w)/g, '$1$2')
    .replace(/[\u{F0000}-\u{F007F}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - guard))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Code stays unchanged: letters that look like markup are replaced until the end. */
const guard = 0xf0000;
function code(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (letter) => String.fromCodePoint(guard + (letter.codePointAt(0) ?? 0)));
}
