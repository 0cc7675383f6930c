import { withLineFeeds } from '../shared/lineEnds.ts';

/** What to find in the Markdown of pages. */
export interface FindQuery {
  readonly text: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
}

/** A part of a text, in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Letters, digits, and marks of all scripts. `\b` only knows those of English. */
const wordCharacter = String.raw`[\p{L}\p{N}\p{M}_]`;

/**
 * The expression that finds the query in a `searchable` text. Throws a SyntaxError if it is a regular expression that
 * doesn't compile. Any other query takes linear time.
 */
export function patternOf({ text: written, isRegex, isCaseSensitive, isWholeWord }: FindQuery): RegExp {
  const text = withLineFeeds(written);
  const flags = isCaseSensitive ? 'gmu' : 'gimu';
  if (!isRegex) return new RegExp(isWholeWord ? wholeWord(literal(text), text) : literal(text), flags);
  const source = text.replace(/\\r\\n|\\[^]/g, (escaped) => (escaped === String.raw`\r\n` ? String.raw`\n` : escaped));
  const pattern = new RegExp(source, flags);
  return isWholeWord ? new RegExp(`(?<!${wordCharacter})(?:${source})(?!${wordCharacter})`, flags) : pattern;
}

/** Why a regular expression doesn't compile, in the words of the JavaScript engine. */
export function problemOf(query: FindQuery): string | undefined {
  try {
    patternOf(query);
    return undefined;
  } catch (error) {
    const { message } = error as SyntaxError;
    return message.slice(message.lastIndexOf(': ') + 1).trim();
  }
}

/** Accents may be stored as part of a letter or after it, and an emoji with or without the mark that gives it colors. */
function literal(text: string): string {
  const forms = new Set([text, text.normalize('NFC'), text.normalize('NFD')]);
  const escaped = [...forms].map((form) =>
    form
      .toWellFormed()
      .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
      .replace(/(\p{Extended_Pictographic})\ufe0f?/gu, '$1\ufe0f?'),
  );
  return escaped.length === 1 ? escaped.join('') : `(?:${escaped.join('|')})`;
}

/** A word can only end where it has a letter: `{% hint` is whole before `%`. */
function wholeWord(pattern: string, text: string): string {
  const isWord = new RegExp(`^${wordCharacter}$`, 'u');
  const letters = [...text];
  const [first = '', last = ''] = [letters[0], letters.at(-1)];
  return `${isWord.test(first) ? `(?<!${wordCharacter})` : ''}${pattern}${isWord.test(last) ? `(?!${wordCharacter})` : ''}`;
}

/** What a server can search for: it knows words, but no other characters. Undefined if there are none. */
export function serverQueryOf({ text, isRegex }: FindQuery): string | undefined {
  if (isRegex) return undefined;
  const words = text
    .match(/[\p{L}\p{N}\p{M}_]+/gu)
    ?.join(' ')
    .slice(0, longestServerQuery);
  return words?.toWellFormed();
}

/** Section 4.6 of the API document. */
const longestServerQuery = 512;
