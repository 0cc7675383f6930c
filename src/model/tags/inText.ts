import { tagOf, tagPattern, type Tag } from './syntax.ts';

export interface PlacedTag {
  readonly tag: Tag;
  /** Where it begins in the text, in UTF-16 units. */
  readonly index: number;
}

// Longer than any paragraph that people write. Finding the code in it takes more than linear time.
const longest = 20_000;

// Code and escapes come first, so that no tag is found in them.
const pattern = new RegExp(String.raw`(?<!\x60)(\x60+)(?!\x60)[^]*?(?<!\x60)\1(?!\x60)|\\.|${tagPattern}`, 'g');

/**
 * The tags on the same lines as the text of a paragraph, as in `{% hint style="info" %}Text{% endhint %}`. None if they
 * are only mentioned in the middle of a line.
 */
export function tagsInText(paragraph: string): readonly PlacedTag[] {
  if (!paragraph.includes('{%') || paragraph.length > longest) return [];
  const tags: PlacedTag[] = [];
  let isCut = false;
  for (const match of paragraph.matchAll(pattern)) {
    const tag = match[0].startsWith('{%') ? tagOf(match) : undefined;
    if (!tag) continue;
    tags.push({ tag, index: match.index });
    isCut ||= tag.end
      ? /^[ \t]*(?:\n|$)/.test(paragraph.slice(match.index + match[0].length))
      : /(?:^|\n)[ \t]*$/.test(paragraph.slice(0, match.index));
  }
  return isCut ? tags : [];
}
