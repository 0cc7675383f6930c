/**
 * Somebody else's words, as they may stand in a message of ours: readable, on one line, and without what VS Code would make a
 * link, a command or an icon of. A blank parts the characters: an invisible one could be taken out by whoever tidies the text.
 */
export function quotedWords(words: string): string {
  return words
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .replaceAll('](', '] (')
    .replaceAll('$(', '$ (')
    .replace(/\bcommand:(?! )/gi, '$& ');
}
