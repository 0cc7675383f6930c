import { slug } from 'github-slugger';

const longest = 100;

/** The part of an address that a title gives: lower case, letters of any script, words joined by `-`. Never empty. */
export function slugOf(title: string): string {
  const text = slug(title.trim())
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'page' : text;
}
