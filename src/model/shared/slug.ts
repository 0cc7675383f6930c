import { slug } from 'github-slugger';
import { withoutLeading, withoutTrailing } from './trimmed.ts';

const longest = 100;

/** The slug made of a title: lower case, letters of any script, words joined by `-`. Never empty. */
export function slugOf(title: string): string {
  const text = withoutLeading(withoutTrailing(slug(title.trim()).slice(0, longest), '-'), '-');
  return text === '' ? 'page' : text;
}

/** A slug that isn't taken. */
export function freeSlug(wanted: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 1; ; number += 1) {
    const candidate = `${wanted}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
