/**
 * The words, spaces and signs of a text. Together they are the text. A number with a decimal point is one word, so that
 * it is replaced as a whole; so is an emoji of several characters.
 */
export function wordsOf(text: string): readonly string[] {
  return text.match(words) ?? [];
}

const words =
  /[\p{L}\p{M}\p{N}]+(?:[.,'’_-][\p{L}\p{M}\p{N}]+)*|\s+|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*|(.)\1*/gsu;
