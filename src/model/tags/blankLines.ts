import { mayLackEnd, tagsOf } from './syntax.ts';

/** Line breaks to add around a block so that it is separate from its neighbors. */
export interface BlankLines {
  readonly before: string;
  readonly after: string;
}

/**
 * The line breaks for a block that replaces a part of a text. Undefined if the lines of that part contain other text,
 * unless that is a heading: next to one, the block gets lines of its own. Markdown joins a line directly below HTML to
 * the HTML, and one next to a tag to the same paragraph.
 */
export function blankLinesAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  kind: 'html' | 'tag' | 'text',
): BlankLines | undefined {
  const lineStart = startOfLine(text, start);
  const lineEnd = endOfLine(text, end);
  const [left, right] = [text.slice(lineStart, start), text.slice(end, lineEnd)];
  if (kind === 'text') {
    // In a quote or a list, the empty line has its marks, too.
    return { before: /^[ \t>]*$/.test(left) && isBelowHtml(text, lineStart) ? `\n${left}` : '', after: '' };
  }
  const isBeside = start === end && heading.test(left + right);
  const [isAboveHeading, isBelowHeading] = [isBeside && left === '', isBeside && right.trim() === ''];
  if (!isAboveHeading && !isBelowHeading && (left.trim() !== '' || right.trim() !== '')) return undefined;
  const above = lineStart === 0 ? '' : text.slice(startOfLine(text, lineStart - 1), lineStart - 1);
  const below = lineEnd === text.length ? '' : text.slice(lineEnd + 1, endOfLine(text, lineEnd + 1));
  const [opens, closes] = [tagsOf(above)?.at(-1), tagsOf(below)?.[0]];
  const isFirstInTag = opens !== undefined && !opens.end && !mayLackEnd(opens.name);
  const isLastInTag = kind === 'tag' && closes?.end === true;
  return {
    before: isBelowHeading ? '\n\n' : above.trim() === '' || isFirstInTag ? '' : '\n',
    after: isAboveHeading ? '\n\n' : below.trim() === '' || isLastInTag ? '' : '\n',
  };
}

/** Whether one of the lines directly above begins with HTML, behind marks of quotes and lists. */
function isBelowHtml(text: string, lineStart: number): boolean {
  for (let at = lineStart; at > 0;) {
    const from = startOfLine(text, at - 1);
    const line = text.slice(from, at - 1).replace(/^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/, '');
    if (line.trim() === '') return false;
    if (/^<(?:[!?]|\/?[a-z][a-z0-9-]*(?:[\s/>]|$))/i.test(line)) return true;
    at = from;
  }
  return false;
}

const heading = /^#{1,6}[ \t]+\S/;

function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
