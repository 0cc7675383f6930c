import { slug } from 'github-slugger';
import { withoutLeading, withoutTrailing } from './trimmed.ts';

const longest = 100;

/** The slug made of a title: lower case, letters of any script, words joined by `-`. Never empty. */
export function slugOf(title: string): string {
  const text = withoutLeading(withoutTrailing(slug(title.trim()).slice(0, longest), '-'), '-');
  return text === '' ? 'page' : text;
}
