const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;
const picture = /^\p{RGI_Emoji}$/v;
/** A character that is shown as text unless the variation selector follows. */
const asText = /(?=\p{Emoji})\P{Emoji_Presentation}(?![\ufe0f\p{Emoji_Modifier}])/gu;

/**
 * An emoji as the platform names it, as a picture: it comes as the character itself, or as hexadecimal code points joined
 * by `-` (`1f4d9`), with or without the variation selector (`2699`). Undefined for what is none.
 */
export function pictureOf(emoji: string | null | undefined): string | undefined {
  if (!emoji || emoji.length > longest) return undefined;
  const text = codePoints.test(emoji) ? spelled(emoji) : emoji;
  return [text, text?.replace(asText, '$&\ufe0f')].find((each) => each !== undefined && picture.test(each));
}

/** In UTF-16 units, of names too: a family of four with skin tones has some 70. */
const longest = 100;

function spelled(name: string): string | undefined {
  const points = name.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
