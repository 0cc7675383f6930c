import { textOf } from './documentText.ts';
import { Unimportable, type Importable } from './importable.ts';
import { folderOfPage } from './pageFolder.ts';
import type { WebDocument } from './web.ts';

/** A Markdown file of the web, as a folder with one page. */
export function markdownPage(document: WebDocument): Importable {
  if (document.contentType === 'text/html') throw new Unimportable('is a web page: import it as html');
  return { folder: folderOfPage(textOf(document), document), total: 1 };
}
