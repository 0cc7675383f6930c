import { TextDecoder } from 'node:util';
import { textIn } from './encoding.ts';
import { largestText } from './folderFiles.ts';
import { Unimportable } from './importable.ts';
import type { WebDocument } from '../webDocument.ts';

/** The text of a document, decoded by `charset`, else as `textIn` does. */
export function textOf({ bytes, charset: said }: WebDocument, charset: string | undefined = said): string {
  if (bytes.length > largestText) throw new Unimportable(`is larger than ${largestText / 1_000_000} MB`);
  const text = charset === undefined ? textIn(bytes) : decoderOf(charset).decode(bytes);
  if (text.includes('\0')) throw new Unimportable('is not a text file');
  if (text.trim() === '') throw new Unimportable('is empty');
  return text;
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    throw new Unimportable(`has an unknown encoding (${charset.slice(0, 50)})`);
  }
}
