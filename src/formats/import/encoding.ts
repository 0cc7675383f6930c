import { TextDecoder } from 'node:util';

/**
 * Decodes a text of unknown encoding: UTF-16 if it starts with a byte order mark, UTF-8 if it is valid or nearly so, else
 * Latin-1. Its lines end in line feeds alone, as those of the title that the server writes above it.
 */
export function textIn(bytes: Uint8Array): string {
  return decodedText(bytes).replace(/\r\n?/g, '\n');
}

function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const bad = text.match(/\ufffd/g)?.length ?? 0;
    const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
    // In another encoding, nearly no letter above ASCII is one in UTF-8.
    return good > bad ? text : new TextDecoder('windows-1252').decode(bytes);
  }
}
