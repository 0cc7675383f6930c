import { pictureOf } from '../shared/emoji.ts';
import type { LimitedText, Reason } from '../shared/reasons.ts';

// Checks the limits of section 8 of the API document before a user's input is sent. Lengths are in UTF-16 units.

/** Why the text can't be the title of a space or collection; undefined if it can. */
export function problemOfTitle(text: string): Reason | undefined {
  if (text.trim() === '') return { code: 'tooShort', what: 'title', least: 1 };
  return tooLong('title', text, 50);
}

/** An empty text means no description. */
export function problemOfDescription(text: string): Reason | undefined {
  return tooLong('description', text, 100);
}

export function problemOfEmoji(text: string): Reason | undefined {
  return pictureOf(text) === undefined ? { code: 'notEmoji' } : tooLong('emoji', text, 50);
}

function tooLong(what: LimitedText, text: string, most: number): Reason | undefined {
  return text.length > most ? { code: 'tooLong', what, most, length: text.length } : undefined;
}
