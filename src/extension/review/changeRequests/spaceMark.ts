import type { Space } from '../../../contract/spaces/spaces.ts';
import { pictureOf } from '../../../model/shared/emoji.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { beginningOf } from '../../../model/shared/trimmed.ts';

/**
 * Distinguishes change requests of several spaces where there is no room for a title: the emoji of the space unless
 * another of `all` has the same, else its initials.
 */
export function spaceMark(space: Space, all: Iterable<Space>): string {
  const picture = pictureOf(space.emoji);
  if (picture === undefined) return initialsOf(space.title);
  for (const { id, emoji } of all) {
    if (id !== space.id && pictureOf(emoji) === picture) return `${picture} ${initialsOf(space.title)}`;
  }
  return picture;
}

const longestInitials = 4;
/** How much of a title is read for its initials, in characters. */
const mostOfTitle = 200;

/** `HOH` of “Heron Operator Handbook”, and the first letters of a single word. */
function initialsOf(title: string): string {
  const start = beginningOf(titleText(title), mostOfTitle);
  const words = start.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
  const [only = start] = words;
  const letters = words.length > 1 ? words.map((word) => [...word][0]?.toLocaleUpperCase() ?? '') : [...only];
  return letters.slice(0, longestInitials).join('');
}
