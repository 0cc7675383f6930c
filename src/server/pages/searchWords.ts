/** What somebody looks for: words, of which the last one may be unfinished. */
export interface SearchWords {
  /** For FTS5; undefined where only pictures are looked for, which it doesn't have. */
  readonly expression: string | undefined;
  readonly pictures: readonly string[];
  /** Matches one of the words in a text made by `plainly`. */
  readonly pattern: RegExp;
}

/** What people type is words, never syntax. Undefined when there are none. */
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

/** Each is a condition of the query. */
const mostPictures = 10;

/** Emoji, without what only chooses their form or joins them. */
function picturesIn(text: string): SearchWords | undefined {
  const pictures = [...new Set(text.match(/\p{Extended_Pictographic}|\p{RI}/gu))].slice(0, mostPictures);
  if (pictures.length === 0) return undefined;
  return { expression: undefined, pictures, pattern: new RegExp(pictures.join('|'), 'gu') };
}

/** A letter alone begins too many words for all of them to be looked through; where a letter is a word, that is no beginning. */
const endsTooEarly = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]$/u;

/** A text without case and accents, as the index has it. Each letter keeps its place where that is possible. */
export function plainly(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
