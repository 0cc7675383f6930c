import { withoutLeading, withoutTrailing } from './trimmed.ts';

const longest = 100;

/** The slug made of a title: lower case, letters of any script, words joined by `-`. Never empty. */
export function slugOf(title: string): string {
  const text = withoutLeading(withoutTrailing(githubSlug(title.trim()).slice(0, longest), '-'), '-');
  return text === '' ? 'page' : text;
}

/** GitHub's id of a heading, besides the number that tells equal ones apart. */
export function githubSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** A slug that isn't taken. */
export function freeSlug(wanted: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) {
    const candidate = `${wanted}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
