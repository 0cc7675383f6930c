import type { ImportNote } from '../../model/pages/importSources.ts';
import { textOf } from './documentText.ts';
import { longestPage, Unimportable, type Importable } from './importable.ts';
import { folderOfPage } from './pageFolder.ts';
import type { WebDocument } from '../webDocument.ts';

/** Converts a Markdown file of the web to a folder with one page. */
export function markdownPage(document: WebDocument): Importable {
  if (document.contentType === 'text/html') throw new Unimportable('is a web page. Import it as html');
  const notes: ImportNote[] = [];
  const text = textOf(document, notes);
  if (text.length > longestPage) throw new Unimportable(`is longer than ${longestPage} characters`);
  return { folder: folderOfPage(text, document, notes), total: 1 };
}
