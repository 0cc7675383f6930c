import { TextDecoder } from 'node:util';
import type { ImportNote } from '../../model/pages/importSources.ts';
import { guessedEncoding, isUtf16 } from './guessedEncoding.ts';

/** A text, and its encoding if it isn't UTF-8 and doesn't say so. */
export interface ReadText {
  readonly text: string;
  readonly guessed: string | undefined;
  /** How many bytes mean nothing in the encoding. */
  readonly bad: number;
}

/**
 * Decodes a text of unknown encoding: UTF-16 by its byte order mark or its zeros, UTF-8 if it is valid or nearly so, else as
 * the encoding that makes words of it. Its lines end in line feeds alone, as those of the title that the server writes
 * above it.
 */
export function readText(bytes: Uint8Array): ReadText {
  const read = decodedText(bytes);
  return { ...read, text: read.text.replace(/\r\n?/g, '\n') };
}

export function textIn(bytes: Uint8Array): string {
  return readText(bytes).text;
}

/** The text of a file, with a note if others may read it otherwise; empty for a missing file. */
export function notedText(bytes: Uint8Array | undefined, path: string, notes: ImportNote[]): string {
  if (!bytes) return '';
  const { text, guessed, bad } = readText(bytes);
  const detail = guessed ?? (bad > 0 ? `UTF-8, ${bad} \ufffd` : undefined);
  if (
    detail !== undefined &&
    !text.includes('\0') &&
    !notes.some((note) => note.kind === 'encoding' && note.path === path)
  ) {
    notes.push({ kind: 'encoding', path, detail });
  }
  return text;
}

function decodedText(bytes: Uint8Array): ReadText {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), guessed: undefined, bad: 0 };
  const text = new TextDecoder('utf-8').decode(bytes);
  const withoutMark = isUtf16(bytes);
  if (withoutMark) return { text: new TextDecoder(withoutMark).decode(bytes), guessed: withoutMark, bad: 0 };
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  if (bad === 0) return { text, guessed: undefined, bad };
  const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  // In another encoding, nearly no letter above ASCII is one in UTF-8.
  if (good > bad) return { text, guessed: undefined, bad };
  const guessed = guessedEncoding(bytes) ?? 'windows-1252';
  return { text: new TextDecoder(guessed).decode(bytes), guessed, bad: 0 };
}
