/** `@` for a person, `#` for a change request. */
export type MentionSign = '@' | '#';

/** A person or change request that a comment can mention. */
export interface Mention {
  readonly label: string;
  readonly description: string;
  /** The Markdown to insert in place of the sign and what follows it. */
  readonly insert: string;
}

/** In characters: a mention that is longer isn't completed. */
const longest = 80;

/** The mention that is being typed at the end of the text: its sign, and what follows it. Names may be two words. */
export function mentionBefore(text: string): { readonly sign: MentionSign; readonly written: string } | undefined {
  const tail = text.slice(-longest);
  const at = Math.max(tail.lastIndexOf('@'), tail.lastIndexOf('#'));
  if (at < 0 || !/^[\s([{"'“„]?$/.test(tail.slice(0, at).slice(-1))) return undefined;
  if (at === 0 && text.length > longest) return undefined;
  const [sign, written] = [tail[at] === '@' ? '@' : '#', tail.slice(at + 1)] as const;
  const words = written.split(' ');
  if (/[\t\r\n]/.test(written) || words.length > (sign === '@' ? 2 : 1)) return undefined;
  return words.length > 1 && words.includes('') ? undefined : { sign, written };
}

/** The rank of a mention that doesn't match. */
const none = 4;

/**
 * The mentions with the typed words: names that begin with them first, then other names, then descriptions with a word
 * that begins with them.
 */
export function meantMentions<Each extends Mention>(mentions: readonly Each[], written: string, most: number): Each[] {
  const typed = written.trim().toLowerCase();
  const rank = ({ label, description }: Mention): number => {
    const name = label.toLowerCase();
    if (name.startsWith(typed)) return 0;
    if (name.includes(` ${typed}`)) return 1;
    if (name.includes(typed)) return 2;
    // A single letter begins a word of most email addresses and subjects.
    return typed.length > 1 && hasWord(description.toLowerCase(), typed) ? 3 : none;
  };
  return mentions
    .map((mention) => ({ mention, rank: rank(mention) }))
    .filter((each) => each.rank < none)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ mention }) => mention);
}

/** Whether the typed letters begin a word of the text. */
function hasWord(text: string, typed: string): boolean {
  for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + typed.length)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
