import { decoded } from '../../model/shared/decoded.ts';
import { headingTitle } from '../../model/pages/text.ts';
import { headingOf } from './sections.ts';

/** A line of a table of contents: a page (`path` is that of its file), a group, or an external link. */
export interface Entry {
  readonly kind: 'page' | 'group' | 'link';
  readonly title: string;
  readonly path?: string;
  readonly href?: string;
  readonly hidden?: boolean;
  readonly children: Entry[];
}

/**
 * Parses a `SUMMARY.md`: nested bullets are pages, a heading starts a group, a bullet with an absolute URL is a link.
 * Comments and code name nothing.
 */
export function entriesOf(summary: string): Entry[] {
  const roots: Entry[] = [];
  let siblings = roots;
  let open: { indentation: number; children: Entry[] }[] = [];
  let isFirstHeading = true;

  const lines = visibleLines(summary);
  for (const [index, line] of lines.entries()) {
    const under = /^ {0,3}(?:(=+)|-{2,})[ \t]*$/.exec(lines[index + 1] ?? '');
    const isUnderlined = under !== null && /^ {0,3}[^\s>|<*+#-]/.test(line);
    const heading = isUnderlined ? line.trim() : headingOf(line);
    if (heading !== undefined) {
      const isTitle = isFirstHeading && (isUnderlined ? under[1] !== undefined : /^ *#(?!#)/.test(line));
      isFirstHeading = false;
      open = [];
      if (isTitle) continue;
      const group: Entry = { kind: 'group', title: headingTitle(heading), children: [] };
      roots.push(group);
      siblings = group.children;
      continue;
    }
    const bullet = /^([ \t]*)(?:[-*+]|\d+[.)])[ \t]+(\S.*)/.exec(line);
    if (!bullet) continue;
    const indentation = (bullet[1] ?? '').replaceAll('\t', '    ').length;
    open = open.filter((each) => each.indentation < indentation);
    const entry = entryOf((bullet[2] ?? '').trimEnd());
    (open.at(-1)?.children ?? siblings).push(entry);
    open.push({ indentation, children: entry.children });
  }
  return roots;
}

/** The lines without comments and fenced code. */
function visibleLines(summary: string): string[] {
  let text = '';
  let at = 0;
  for (let start = summary.indexOf('<!--'); start >= 0; start = summary.indexOf('<!--', at)) {
    const end = summary.indexOf('-->', start);
    if (end < 0) break;
    text += summary.slice(at, start);
    at = end + '-->'.length;
  }
  let fence: string | undefined;
  return (text + summary.slice(at)).split(/\r?\n/).filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
    return false;
  });
}

/** An emoji, a number, or marks of emphasis may stand before the link. */
function entryOf(text: string): Entry {
  const [whole, before = '', label = ''] = /^([^\p{L}[\]]*)\[((?:\\.|[^\\])*?)\]\(/u.exec(text) ?? [];
  const written = whole === undefined ? undefined : addressIn(text.slice(whole.length));
  if (written === undefined) return { kind: 'group', title: headingTitle(text), children: [] };
  const title = headingTitle(`${before.replace(/[*_~]/g, '')}${label}`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return { kind: 'link', title, href: written, children: [] };
  return { kind: 'page', title, path: decoded(written.split(/[#?]/, 1)[0] ?? ''), children: [] };
}

/** An address up to the parenthesis that closes the link, without its title. It may contain blanks and escapes. */
function addressIn(text: string): string | undefined {
  const inBrackets = /^\s*<([^<>]*)>/.exec(text)?.[1];
  if (inBrackets !== undefined) return unescaped(inBrackets);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && depth-- === 0) return unescaped(withoutLinkTitle(text.slice(0, at).trim()));
  }
  return undefined;
}

function withoutLinkTitle(address: string): string {
  const at = address.endsWith('"') ? address.slice(0, -1).lastIndexOf(' "') : -1;
  return at < 0 ? address : address.slice(0, at).trimEnd();
}

function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
