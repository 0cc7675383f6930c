import { titledText } from './titleHeading.ts';

/**
 * Where a page has lines that other tools read as metadata: at its beginning, or right below its title. The platform takes
 * them for text.
 */
export function frontMatterIn(markdown: string): { readonly start: number; readonly end: number } | undefined {
  const { heading, body } = titledText(markdown);
  const text = body.replace(/^\ufeff?(?:[ \t]*\r?\n)*/, '');
  // Between lines below a title, there may be a text with a colon. Without empty lines, it would be a heading.
  const form = heading === undefined ? matterAtStart : matterWithoutGaps;
  const matter = form.exec(text)?.[0];
  if (matter === undefined || !/^[\w-]+[ \t]*:/m.test(matter)) return undefined;
  const start = markdown.length - text.length;
  return { start, end: start + matter.length };
}

const matterAtStart = /^---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?=\r?\n|$)/;
const matterWithoutGaps = /^---[ \t]*\r?\n(?:(?!---|[ \t]*\r?\n)[^\r\n]+\r?\n)+---[ \t]*(?=\r?\n|$)/;

/** The text with its title above the front matter, so that the server adds no second title. */
export function withTitleFirst(markdown: string): string {
  const matter = frontMatterIn(markdown);
  if (!matter || titledText(markdown).heading !== undefined) return markdown;
  const after = markdown.slice(matter.end);
  const { heading, body } = titledText(after);
  if (heading === undefined) return markdown;
  const title = after.slice(0, after.length - body.length).trim();
  return `${title}\n\n${markdown.slice(matter.start, matter.end)}\n\n${body}`;
}
