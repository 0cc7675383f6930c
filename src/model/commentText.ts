import { destinationsOf } from './destinations.ts';
import { isLaborious } from './laborious.ts';

/** What somebody wrote in a comment, as VS Code may show it. */
export interface CommentText {
  readonly kind: 'markdown' | 'plain';
  readonly text: string;
  /** True when the end was left out. */
  readonly isCut: boolean;
}

/**
 * A comment's Markdown without what would act on the reader's machine: images, which would tell that it was read, become links;
 * links lead to the web or to a mail, or nowhere; marks that turn the direction of text are gone. One that would take seconds to
 * be parsed comes as plain text.
 */
export function commentText(markdown: string): CommentText {
  const isCut = markdown.length > longest;
  const whole = isCut ? markdown.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : markdown;
  const readable = whole.replace(directions, '').replace(/!(?=\[)/g, '!\u200b');
  if (isLaborious(readable)) return { kind: 'plain', text: readable, isCut };
  let text = '';
  let at = 0;
  for (const { start, end, url } of destinationsOf(readable)) {
    if (/^(https?:|mailto:)/i.test(url.trim())) continue;
    text += `${readable.slice(at, start)}#`;
    at = end;
  }
  return { kind: 'markdown', text: text + readable.slice(at), isCut };
}

/** The lines that a comment quotes at its beginning: of what it is about. */
export function leadingQuote(markdown: string): string | undefined {
  const lines = markdown.trimStart().split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith('>'));
  const quoted = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(/^>\s?/, ''));
  return quoted.join('\n').trim() || undefined;
}

/** A comment in one line, for lists: without marks of Markdown that stand at the beginning of lines, and without what it quotes. */
export function summaryOf(markdown: string, most = 120): string {
  const said = markdown
    .slice(0, 20_000)
    .replace(directions, '')
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('>'))
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

/** In characters: more than anybody reads in a widget. */
const longest = 20_000;
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;
