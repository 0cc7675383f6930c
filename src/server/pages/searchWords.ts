/** The words of a search; the last one may be incomplete. */
export interface SearchWords {
  /** For FTS5; undefined if only emoji are searched, which it doesn't index. */
  readonly expression: string | undefined;
  readonly pictures: readonly string[];
  /** Matches one of the words in a text returned by `plainly`. */
  readonly pattern: RegExp;
}

/** Input is treated as words, never as syntax. Undefined if there are none. */
export function searchWordsOf(text: string): SearchWords | undefined {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}_]+/gu);
  if (!words) return picturesIn(text);
  const last = words.length - 1;
  const isOpen = !endsTooEarly.test(words[last] ?? '');
  const terms = words.map((word, at) => (at === last && isOpen ? `"${word}" *` : `"${word}"`));
  const patterns = words.flatMap((word, at) =>
    plainly(word)
      .split(/_+/)
      .filter(Boolean)
      .map((part) => `${part}${at === last && isOpen ? '' : '(?![\\p{L}\\p{N}])'}`),
  );
  if (patterns.length === 0) return undefined;
  return {
    expression: terms.join(' AND '),
    pictures: [],
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})`, 'gu'),
  };
}

/** Each one is a condition of the query. */
const mostPictures = 10;

/** Emoji, without the characters that only choose their form or join them. */
function picturesIn(text: string): SearchWords | undefined {
  const pictures = [...new Set(text.match(/\p{Extended_Pictographic}|\p{RI}/gu))].slice(0, mostPictures);
  if (pictures.length === 0) return undefined;
  return { expression: undefined, pictures, pattern: new RegExp(pictures.join('|'), 'gu') };
}

/**
 * A single letter begins too many words to search them all. In scripts where a letter is a word, it can be searched.
 */
const endsTooEarly = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]$/u;

/** Text without case and accents, as in the index. Offsets stay the same where possible. */
export function plainly(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
