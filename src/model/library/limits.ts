import { pictureOf } from '../shared/emoji.ts';

// Checks the limits of section 8 of the API document before a user's input is sent. Lengths are in UTF-16 units.

/** Why the text can't be the title of a space or collection, as a message for users; undefined if it can. */
export function problemOfTitle(text: string): string | undefined {
  if (text.trim() === '') return 'A title has at least one character.';
  return tooLong('A title', text, 50);
}

/** An empty text means no description. */
export function problemOfDescription(text: string): string | undefined {
  return tooLong('A description', text, 100);
}

export function problemOfEmoji(text: string): string | undefined {
  return pictureOf(text) === undefined
    ? 'Enter one emoji, such as 📘, or its code, such as 1f4d8.'
    : tooLong('An emoji', text, 50);
}

function tooLong(what: string, text: string, most: number): string | undefined {
  return text.length > most ? `${what} has at most ${most} characters; these are ${text.length}.` : undefined;
}
