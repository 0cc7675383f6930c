/** Characters beyond Latin-1 in the standard PDF fonts: the rest of Windows-1252. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

const spelled: Readonly<Record<string, string>> = {
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '⇒': '=>',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '–',
  '′': "'",
  '″': '"',
  '✓': 'v',
  '✔': 'v',
  '✗': 'x',
  Ω: 'Ohm',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  ı: 'i',
};

/**
 * A text in characters of the standard PDF fonts: others lose their accents, are spelled out, or become `?`. Emoji and
 * invisible characters are left out.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(letterFor).join('');
}

/** Whether `printable` changes or drops letters of the text. */
export function losesLetters(text: string): boolean {
  return [...new Set(text.normalize('NFC'))].some((letter) => /\p{L}/u.test(letter) && letterFor(letter) !== letter);
}

function letterFor(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (letter === '\t' || letter === '\n') return letter;
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyondLatin1.has(letter)) return letter;
  const other = spelled[letter];
  if (other !== undefined) return other;
  if (/\s/u.test(letter)) return ' ';
  if (/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{C}\p{M}\u20e3]/u.test(letter)) return '';
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== letter && plain !== '' ? printable(plain) : '?';
}
