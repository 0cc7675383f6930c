import { decoded } from '../../model/shared/decoded.ts';
import { headingOf, plain } from './sections.ts';

/** A line of a table of contents: a page (`path` is that of its file), a group, or an external link. */
export interface Entry {
  readonly kind: 'page' | 'group' | 'link';
  readonly title: string;
  readonly path?: string;
  readonly href?: string;
  readonly children: Entry[];
}

/**
 * Parses a `SUMMARY.md`: nested bullets are pages, `## Heading` starts a group, a bullet with an absolute URL is a
 * link.
 */
export function entriesOf(summary: string): Entry[] {
  const roots: Entry[] = [];
  let siblings = roots;
  let open: { indentation: number; children: Entry[] }[] = [];
  let isFirstHeading = true;

  for (const line of summary.split(/\r?\n/)) {
    const heading = headingOf(line);
    if (heading !== undefined) {
      const isTitle = isFirstHeading && /^ *#(?!#)/.test(line);
      isFirstHeading = false;
      open = [];
      if (isTitle) continue;
      const group: Entry = { kind: 'group', title: plain(heading), children: [] };
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

function entryOf(text: string): Entry {
  const match = /^\[((?:\\.|[^\\])*?)\]\(\s*(?:<([^>]*)>|((?:[^\s()]|\([^\s()]*\))*))/.exec(text);
  if (!match) return { kind: 'group', title: plain(text), children: [] };
  const title = plain(match[1] ?? '');
  const address = match[2] ?? match[3] ?? '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return { kind: 'link', title, href: address, children: [] };
  return { kind: 'page', title, path: decoded(address.split(/[#?]/, 1)[0] ?? ''), children: [] };
}
