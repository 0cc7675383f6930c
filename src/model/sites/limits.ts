import type { LimitedText, Reason } from '../shared/reasons.ts';
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

/** Why the text can't be this field of such a part; undefined if it can. */
export function problemOfField(kind: PartKind, field: PartField, text: string): Reason | undefined {
  if (text === '' && isRemovable(field)) return undefined;
  switch (field) {
    case 'title':
      return kind === 'site-section-group' ? lengthProblem('title', text, 1, 100) : problemOfSiteTitle(text);
    case 'path':
      return lengthProblem('path', text, 1, 100) ?? problemOfPath(text);
    case 'condition':
      return lengthProblem('condition', text, 1, 1024);
    case 'icon':
      return lengthProblem('icon', text, 1, 50);
    case 'description':
      return lengthProblem('description', text, 1, 256);
  }
}

/** Section titles have the same limits as site titles. */
export function problemOfSiteTitle(text: string): Reason | undefined {
  return lengthProblem('title', text, 2, 128);
}

export function problemOfBasename(text: string): Reason | undefined {
  return lengthProblem('basename', text, 1, 100);
}

export function problemOfShareLinkName(text: string): Reason | undefined {
  return lengthProblem('name', text, 1, 50);
}

export function problemOfProxy(text: string): Reason | undefined {
  if (/^[a-z]+:\/\//i.test(text)) return { code: 'proxyWithScheme' };
  return (
    lengthProblem('proxy', text, 1, 512) ??
    (/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/.test(text) ? undefined : { code: 'notProxy' })
  );
}

/** It is one segment of a URL. */
function problemOfPath(text: string): Reason | undefined {
  return /[\s/?#\\]/.test(text) ? { code: 'notPathSegment' } : undefined;
}

function lengthProblem(what: LimitedText, text: string, least: number, most: number): Reason | undefined {
  if (text.length < least) return { code: 'tooShort', what, least };
  return text.length > most ? { code: 'tooLong', what, most, length: text.length } : undefined;
}
