import { slug } from 'github-slugger';

const longest = 100;

/** The part of an address that a title gives: lower case, letters of any script, words joined by `-`. Never empty. */
export function slugOf(title: string): string {
  const text = slug(title.trim())
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'page' : text;
}

/** A slug that none of the taken ones is. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) {
    const candidate = `${wanted}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
