const codePoints = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i;
const pictographic = /\p{Emoji}/u;

/**
 * An emoji as the platform names it, as a picture: it comes as the character itself, or as hexadecimal code points joined
 * by `-` (`1f4d9`). Undefined for what is neither.
 */
export function pictureOf(emoji: string | null | undefined): string | undefined {
  if (!emoji) return undefined;
  if (!codePoints.test(emoji)) return pictographic.test(emoji) ? emoji : undefined;
  const points = emoji.split('-').map((hex) => Number.parseInt(hex, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
