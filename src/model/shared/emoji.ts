const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;
const element = String.raw`(?:(?![#*0-9])\p{Emoji}\ufe0f|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|(?!\p{RI})\p{Emoji_Presentation})`;
/**
 * Matches the form of an emoji (Unicode TR 51). `\p{RGI_Emoji}`, which lists them all, takes tens of milliseconds to
 * compile.
 */
const picture = new RegExp(
  String.raw`^(?:${element}(?:\u200d${element}){0,4}|\p{RI}{2}|[#*0-9]\ufe0f\u20e3|\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})$`,
  'u',
);
/** A character that is shown as text unless the variation selector follows. */
const asText = /(?=\p{Emoji})\P{Emoji_Presentation}(?![\ufe0f\p{Emoji_Modifier}])/gu;

/**
 * The character of an emoji. Servers send the character itself, or hexadecimal code points joined by `-` (`1f4d9`),
 * with or without the variation selector (`2699`). Undefined for other text.
 */
export function pictureOf(emoji: string | null | undefined): string | undefined {
  if (!emoji || emoji.length > longest) return undefined;
  const text = codePoints.test(emoji) ? spelled(emoji) : emoji;
  return [text, text?.replace(asText, '$&\ufe0f')].find((each) => each !== undefined && picture.test(each));
}

/** In UTF-16 units, for names too: a family of four with skin tones has about 70. */
const longest = 100;

function spelled(name: string): string | undefined {
  const points = name.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
