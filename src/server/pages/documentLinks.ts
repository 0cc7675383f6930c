import type { Database } from '../database/database.ts';
import { destinationsOf } from '../../formats/markdown/links.ts';
import type { DocumentLink } from '../../formats/markdown/scan.ts';

/** More addresses, and longer ones, are useless and left out. */
const mostLinks = 10_000;
const longestUrl = 2048;

/** The addresses of a text, stored with it: documents never change, so they are extracted once, when one is written. */
export function linksColumn(links: readonly DocumentLink[]): string {
  return JSON.stringify(
    links
      .filter(({ url }) => url.length <= longestUrl)
      .slice(0, mostLinks)
      .map(({ url, isShown }) => (isShown ? [url, 1] : [url])),
  );
}

/**
 * The addresses of a document. Databases of earlier versions didn't store them, so then they are read from the text.
 */
export function documentLinks(database: Database, id: string): DocumentLink[] {
  const row = database.get<{ links: string | null }>('SELECT links FROM documents WHERE id = ?', id);
  const links = JSON.parse(row?.links ?? textLinks(database, id)) as [url: string, isShown?: 1][];
  return links.map(([url, isShown]) => ({ url, isShown: isShown === 1 }));
}

function textLinks(database: Database, id: string): string {
  const row = database.get<{ markdown: string }>('SELECT markdown FROM documents WHERE id = ?', id);
  return linksColumn(destinationsOf(row?.markdown ?? ''));
}
