import { TextDecoder } from 'node:util';

/**
 * Decodes a text of unknown encoding: UTF-16 if it starts with a byte order mark, UTF-8 if it is valid, else Latin-1.
 */
export function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
