/**
 * Characters that aren't seen, or that change where others are seen: default-ignorable ones, which include all that
 * change the direction, controls, and line separators that editors don't show as such. What a script or an emoji needs
 * comes first, so that it isn't found:
 *
 * - Emoji sequences, with their joiners, selectors, and tags. Only known flags have tags, because those can spell
 *   anything.
 * - One joiner or non-joiner between letters of a script that joins them or stacks them, such as Persian or Hindi: there,
 *   it is part of the spelling and seen.
 * - One variation selector after a Han character, as names need it, and after a Mongolian letter.
 *
 * Direction marks are found in every script: they may be needed, but what is read depends on them. So are soft hyphens,
 * which are seen at most at the end of a line.
 */
const needed = [
  /[0-9#*]\ufe0f\u20e3/v,
  // England, Scotland, and Wales.
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/v,
  /\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*/v,
  /[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}]&&[^\p{DI}]][\u200c\u200d](?=[[\p{L}\p{M}]--\p{DI}])/v,
  /\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/v,
  /[\p{sc=Mong}--\p{DI}][\u180b-\u180f]/v,
];
const hidden = /[[\p{DI}\p{Cc}\u2028\u2029\ufff9-\ufffb]--[\t\n\r]]/v;
const neededOrHidden = new RegExp(`(?<needed>${needed.map(({ source }) => source).join('|')})|${hidden.source}`, 'gv');

/** The text with each hidden character as `[U+202E]`. */
export function withHiddenShown(text: string): string {
  if (!hidden.test(text)) return text;
  return text.replace(neededOrHidden, (found, needed: string | undefined) => needed ?? `[${nameOf(found)}]`);
}

/** The names of the hidden characters that the new text has more often than the old one: `U+202E`. */
export function newHidden(before: string, after: string): readonly string[] {
  const counts = hiddenIn(before);
  return [...hiddenIn(after)].flatMap(([name, count]) => (count > (counts.get(name) ?? 0) ? [name] : []));
}

function hiddenIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!hidden.test(text)) return counts;
  for (const { 0: found, groups } of text.matchAll(neededOrHidden)) {
    if (groups?.['needed'] === undefined) counts.set(nameOf(found), (counts.get(nameOf(found)) ?? 0) + 1);
  }
  return counts;
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
