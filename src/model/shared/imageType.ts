/**
 * The media type of these bytes if they are a web image, by their signature; undefined for anything else. SVG is left
 * out because it is a document.
 */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const begins = (at: number, ...expected: readonly number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0, 0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return undefined;
}
