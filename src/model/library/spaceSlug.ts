import { segmentOf } from '../shared/segment.ts';

/**
 * The name of a space in addresses, made of its title: letters and digits of any script with hyphens between them, in
 * the case of the title. Never empty, never like the id of another space, and at most 60 characters.
 */
export function spaceSlugOf(title: string): string {
  const words = segmentOf(title.slice(0, mostRead).replace(/[._+]+/g, '-'));
  const slug = shortened(words) || nameless;
  return resemblesId(slug) ? `${nameless}-${slug}` : slug;
}

/** For a space without a title, or with a title without letters and digits. */
const nameless = 'Space';

/** In UTF-16 units: the rest would be cut off anyway. */
const mostRead = 500;
const mostCharacters = 60;
/** Cutting at a hyphen before this index would leave too little. */
const leastCharacters = 20;

function shortened(words: string): string {
  const characters = [...words];
  // `segmentOf` cuts at 100 bytes, at any character.
  const isCut = characters.length > mostCharacters || new TextEncoder().encode(words).byteLength > 96;
  if (!isCut) return words;
  const rest = characters.slice(0, mostCharacters).join('');
  const isWhole = characters[mostCharacters] === '-';
  const hyphen = rest.lastIndexOf('-');
  return isWhole || hyphen < leastCharacters ? rest.replace(/-$/, '') : rest.slice(0, hyphen);
}

/**
 * Ids are numbers, hexadecimal, or runs of random letters and digits. Titles are words, which seldom alternate between
 * capitals, small letters and digits.
 */
function resemblesId(slug: string): boolean {
  if (/^\d{6,}$/.test(slug)) return true;
  if (slug.length < 16 || !/^[A-Za-z0-9-]+$/.test(slug)) return false;
  const changes = slug.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return (changes > 0 && !slug.includes('-')) || changes * 6 >= slug.length;
}
