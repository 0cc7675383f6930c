import { TextDecoder } from 'node:util';
import type { ImportNote } from '../../model/pages/importSources.ts';
import { notedText } from './encoding.ts';
import { largestText } from './folderFiles.ts';
import { Unimportable } from './importable.ts';
import { nameIn } from './pageFolder.ts';
import type { WebDocument } from '../webDocument.ts';

/** The text of a document, decoded by `charset`, else as `notedText` does. */
export function textOf(
  { bytes, url, charset: said }: WebDocument,
  notes: ImportNote[],
  charset: string | undefined = said,
): string {
  if (bytes.length > largestText) throw new Unimportable(`is larger than ${largestText / 1_000_000} MB`);
  const text = charset === undefined ? notedText(bytes, nameIn(url), notes) : decoderOf(charset).decode(bytes);
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
