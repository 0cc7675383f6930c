import { repeatsTitle, titledText, titleIn } from '../../model/text/titleHeading.ts';
import { headingTitle } from '../../model/pages/text.ts';
import { headingOf } from './sections.ts';

export interface TitledText {
  readonly title: string | undefined;
  /** Whether it is a heading of level 1: others may be titles of a part only. */
  readonly isFirstLevel: boolean;
  readonly text: string;
}

/**
 * The title in a heading that begins a Markdown text, and the text without it if it has level 1. A heading further down
 * belongs to the text.
 */
export function titleAndText(markdown: string): TitledText {
  const start = afterComments(markdown);
  const { heading, body } = titledText(markdown.slice(start));
  const title = heading === undefined ? undefined : titleIn(heading, undefined) || undefined;
  if (title !== undefined) {
    const above = markdown.slice(0, start).trim();
    return { title, isFirstLevel: true, text: (above && `${above}\n\n`) + trimmedStart(body) };
  }
  const text = trimmedStart(markdown);
  const line = /^[^\r\n]*/.exec(markdown.slice(start).trimStart())?.[0] ?? '';
  const ofPart = headingOf(line);
  return { title: ofPart === undefined ? undefined : headingTitle(ofPart) || undefined, isFirstLevel: false, text };
}

/** The end of the comments at the beginning, which readers don't see. */
function afterComments(markdown: string): number {
  let at = 0;
  for (;;) {
    const [blank = ''] = /^\ufeff?\s*/.exec(markdown.slice(at, at + 1000)) ?? [];
    const from = at + blank.length;
    const end = markdown.startsWith('<!--', from) ? markdown.indexOf('-->', from + 4) : -1;
    if (end < 0) return at;
    at = end + '-->'.length;
  }
}

/** Whether a heading says the same as a title, whatever the marks between its letters and digits. */
export function saysSame(heading: string, title: string): boolean {
  const [one, other] = [heading, title].map((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  );
  return one === other && (one !== '' || heading.trim() === title.trim());
}

/** The first line of a page's whole text. The title is escaped. */
export function titleLine(title: string): string {
  return `# ${title.replace(/\s+/g, ' ')}`;
}

/** The text to store: clients receive a page with its title as the first heading, and may send it back with it. */
export function withoutTitle(markdown: string, title: string): string {
  return repeatsTitle(markdown, title) ? trimmedStart(titledText(markdown).body) : markdown;
}

/** Without empty lines at the beginning. */
export function trimmedStart(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '');
}
