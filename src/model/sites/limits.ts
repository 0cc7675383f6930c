import type { PartKind } from './tree.ts';

// Checks the limits of section 8 of the API document before a user's input is sent. Lengths are in UTF-16 units.

/** The fields of a part of a site that a user can set. */
export type PartField = 'title' | 'path' | 'condition' | 'icon' | 'description';

/** The fields that a part of this kind has. Site spaces have the title of their space. */
export function fieldsOf(kind: PartKind): readonly PartField[] {
  switch (kind) {
    case 'site-section-group':
      return ['title', 'icon'];
    case 'site-section':
      return ['title', 'path', 'condition', 'icon', 'description'];
    case 'site-space':
      return ['path', 'condition'];
  }
}

/** Fields that can be empty, which removes them. */
export function isRemovable(field: PartField): boolean {
  return field === 'condition' || field === 'icon' || field === 'description';
}

/** Why the text can't be this field of such a part, as a message for users; undefined if it can. */
export function problemOfField(kind: PartKind, field: PartField, text: string): string | undefined {
  if (text === '' && isRemovable(field)) return undefined;
  switch (field) {
    case 'title':
      return kind === 'site-section-group' ? lengthProblem('A title', text, 1, 100) : problemOfSiteTitle(text);
    case 'path':
      return lengthProblem('A path', text, 1, 100) ?? problemOfPath(text);
    case 'condition':
      return lengthProblem('A condition', text, 1, 1024);
    case 'icon':
      return lengthProblem('The name of an icon', text, 1, 50);
    case 'description':
      return lengthProblem('A description', text, 1, 256);
  }
}

/** Section titles have the same limits as site titles. */
export function problemOfSiteTitle(text: string): string | undefined {
  return lengthProblem('A title', text, 2, 128);
}

export function problemOfBasename(text: string): string | undefined {
  return lengthProblem('A basename', text, 1, 100);
}

export function problemOfShareLinkName(text: string): string | undefined {
  return lengthProblem('A name', text, 1, 50);
}

export function problemOfProxy(text: string): string | undefined {
  if (/^[a-z]+:\/\//i.test(text))
    return 'Leave out https://: a proxy is a hostname and a path, such as example.com/docs.';
  return (
    lengthProblem('A proxy', text, 1, 512) ??
    (/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/.test(text)
      ? undefined
      : 'A proxy is a hostname and a path of letters, digits, - and _, such as example.com/docs.')
  );
}

/** It is one segment of a URL. */
function problemOfPath(text: string): string | undefined {
  return /[\s/?#\\]/.test(text) ? 'A path is one part of an address: without spaces, /, ? and #.' : undefined;
}

function lengthProblem(what: string, text: string, least: number, most: number): string | undefined {
  if (text.length < least) return `${what} has at least ${least === 1 ? 'one character' : `${least} characters`}.`;
  return text.length > most ? `${what} has at most ${most} characters; these are ${text.length}.` : undefined;
}
