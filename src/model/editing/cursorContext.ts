import { fenceIn } from '../text/codeFence.ts';

/** What is being typed at the cursor; offsets in UTF-16 units from the start of the line. */
export type EditingPlace =
  | {
      /** An address: of an image, of any link target, or of a page. */
      readonly kind: 'image' | 'link' | 'page';
      /** The part of it before the cursor. */
      readonly written: string;
      readonly start: number;
      /** The offset where it ends after the cursor. */
      readonly end: number;
    }
  /** The title of a page to link to, from its `[` or `[[` on; `written` is the part after that. */
  | { readonly kind: 'title'; readonly written: string; readonly start: number; readonly end: number }
  /** A template tag, from its `{%` on. */
  | { readonly kind: 'tag'; readonly start: number; readonly end: number };

/** Undefined if neither an address nor a tag has begun. The caller leaves out code. */
export function editingPlaceAt(line: string, cursor: number): EditingPlace | undefined {
  const from = Math.max(cursor - furthest, 0);
  const before = line.slice(from, cursor);
  const after = line.slice(cursor, cursor + furthest);
  const tag = /\{%[ \t]*[\w-]*$/.exec(before);
  if (tag) {
    const rest = /^[\w-]*[ \t]*(?:%?\})?/.exec(after)?.[0] ?? '';
    return { kind: 'tag', start: from + tag.index, end: cursor + rest.length };
  }
  const address = addressBefore(before);
  if (!address) return titleAt(before, after, from);
  const rest = /^[^\s()<>"'#]*/.exec(after)?.[0] ?? '';
  return { ...address, start: cursor - address.written.length, end: cursor + rest.length };
}

/** Undefined for an image, a footnote, the box of a task, and a link that already has an address. */
function titleAt(before: string, after: string, from: number): EditingPlace | undefined {
  const bracket = before.lastIndexOf('[');
  const written = before.slice(bracket + 1);
  if (bracket < 0 || /[\]^]/.test(written)) return undefined;
  const isDouble = before[bracket - 1] === '[';
  const start = isDouble ? bracket - 1 : bracket;
  const beside = before.slice(0, start);
  if (/[!\]\\]$/.test(beside) || (!isDouble && /^\s*(?:[-*+]|\d{1,9}[.)])\s+$/.test(beside))) return undefined;
  const [closing = ''] = /^\]{0,2}/.exec(after) ?? [];
  const end = Math.min(closing.length, isDouble ? 2 : 1);
  if (/^[([:]/.test(after.slice(end))) return undefined;
  return { kind: 'title', written, start: from + start, end: from + before.length + end };
}

/** In characters: anything further away on the line is ignored. */
const furthest = 2000;

function addressBefore(
  before: string,
): { readonly kind: 'image' | 'link' | 'page'; readonly written: string } | undefined {
  const inTag = /\{%[ \t]*(content-ref|file|openapi)[ \t].*\b(?:url|src)=(["'])((?:(?!\2)[^%])*)$/.exec(
    before.slice(before.lastIndexOf('{%')),
  );
  if (inTag) return { kind: inTag[1] === 'content-ref' ? 'page' : 'link', written: inTag[3] ?? '' };
  const inElement = /^<([a-z]\w*)\s(?:[^<>]*\s)?(srcset|src|href|poster)=(["'])((?:(?!\3).)*)$/i.exec(
    before.slice(before.lastIndexOf('<')),
  );
  if (inElement) {
    const [, element, name, , value = ''] = inElement;
    const written =
      name?.toLowerCase() === 'srcset'
        ? value.slice(Math.max(value.lastIndexOf(','), value.lastIndexOf(' ')) + 1)
        : value;
    return { kind: element?.toLowerCase() === 'a' ? 'link' : 'image', written };
  }
  const definition = /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s<>]*)$/.exec(before);
  if (definition) return { kind: 'link', written: definition[1] ?? '' };
  const bracket = before.lastIndexOf('](');
  const inLink = bracket < 0 ? undefined : /^<?([^\s()<>"']*)$/.exec(before.slice(bracket + 2));
  if (!inLink) return undefined;
  return { kind: isImage(before, bracket) ? 'image' : 'link', written: inLink[1] ?? '' };
}

/** Whether the bracket that this one closes begins an image. */
function isImage(text: string, closing: number): boolean {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (text[at] === ']') depth += 1;
    if (text[at] === '[') depth -= 1;
    if (depth === 0) return text[at - 1] === '!';
  }
  return false;
}

/** Whether the last of these lines is in a fenced code block, or after an unclosed code mark. */
export function endsInCode(text: string): boolean {
  let fence: string | undefined;
  const lines = text.split('\n');
  for (const line of lines) {
    const mark = fenceIn(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
  return fence !== undefined || (lines.at(-1)?.split('`').length ?? 1) % 2 === 0;
}
