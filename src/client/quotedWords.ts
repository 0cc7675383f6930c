/**
 * Makes someone else's text safe to quote in our messages: readable, on one line, and without anything that VS Code would turn
 * into a link, a command or an icon. The separator is a visible blank, because later tidying would remove an invisible one.
 */
export function quotedWords(words: string): string {
  return words
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .replaceAll('](', '] (')
    .replaceAll('$(', '$ (')
    .replace(/\bcommand:(?! )/gi, '$& ');
}
