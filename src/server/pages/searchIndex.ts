import type { Database } from '../database/database.ts';
import { sectionsOf, type Section } from '../../formats/markdown/sections.ts';

/** Adds a page of a space's main content to the search index, in place of its previous version. */
export function indexPage(database: Database, spaceId: string, pageId: string, title: string, markdown: string): void {
  unindexPage(database, spaceId, pageId);
  addSections(database, spaceId, pageId, title, markdown);
}

/** The same for a page that was never indexed. */
export function addSections(
  database: Database,
  spaceId: string,
  pageId: string,
  title: string,
  markdown: string,
): void {
  writeSections(database, spaceId, pageId, title, sectionsOf(markdown, title));
}

/** The same for a page whose text is already split into sections. */
export function writeSections(
  database: Database,
  spaceId: string,
  pageId: string,
  title: string,
  sections: readonly Section[],
): void {
  const [before] = sections[0]?.slug === null ? sections : [];
  const first = { slug: null, heading: '', body: before?.body ?? '' };
  for (const { slug, heading, body } of [first, ...sections.slice(before ? 1 : 0)]) {
    database.run(
      'INSERT INTO sections (space_id, page_id, slug, title, heading, body) VALUES (?, ?, ?, ?, ?, ?)',
      spaceId,
      pageId,
      slug,
      title,
      heading,
      body,
    );
  }
}

export function unindexPage(database: Database, spaceId: string, pageId: string): void {
  database.run('DELETE FROM sections WHERE space_id = ? AND page_id = ?', spaceId, pageId);
}
