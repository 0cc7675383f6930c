import { repeatsTitle, titledText } from '../../model/text/titleHeading.ts';
import { headingOf, plain } from './sections.ts';

export interface TitledText {
  readonly title: string | undefined;
  /** Whether it is a heading of level 1: others may be titles of a part only. */
  readonly isFirstLevel: boolean;
  readonly text: string;
}

/**
 * The title in the first heading of a Markdown text, and the text without that heading if it has level 1: the server
 * writes `# Title` itself.
 */
export function titleAndText(markdown: string): TitledText {
  const lines = markdown.split('\n');
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (fence !== undefined || mark !== undefined) continue;

    const heading = headingOf(line);
    if (heading !== undefined) return split(lines, at, 1, heading, /^ *#[ \t]/.test(line));
    const under = /^ {0,3}(=+|-{2,})[ \t]*\r?$/.exec(lines[at + 1] ?? '');
    if (under && /^ {0,3}[^\s>|<*+#-]/.test(line) && (lines[at - 1] ?? '').trim() === '') {
      return split(lines, at, 2, line.trim(), under[1]?.startsWith('=') ?? false);
    }
  }
  return { title: undefined, isFirstLevel: false, text: trimmedStart(markdown) };
}

/** The first line of a page's whole text. The title is escaped. */
export function titleLine(title: string): string {
  return `# ${title.replace(/\s+/g, ' ')}`;
}

/** The text to store: clients receive a page with its title as the first heading, and may send it back with it. */
export function withoutTitle(markdown: string, title: string): string {
  return repeatsTitle(markdown, title) ? trimmedStart(titledText(markdown).body) : markdown;
}

function split(
  lines: readonly string[],
  at: number,
  length: number,
  heading: string,
  isFirstLevel: boolean,
): TitledText {
  const title = plain(heading) || undefined;
  if (!isFirstLevel || title === undefined) {
    return { title, isFirstLevel: false, text: trimmedStart(lines.join('\n')) };
  }
  const rest = lines.slice(at + length);
  if (rest[0]?.trim() === '') rest.shift();
  return { title, isFirstLevel, text: trimmedStart([...lines.slice(0, at), ...rest].join('\n')) };
}

function trimmedStart(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '');
}
