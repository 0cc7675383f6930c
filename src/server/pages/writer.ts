import type { Database } from '../database/database.ts';
import type { DocumentLink } from '../../formats/markdown/scan.ts';
import { linksColumn } from './documentLinks.ts';
import { newId } from '../../formats/ids.ts';
import { destinationsOf } from '../../formats/markdown/links.ts';
import { forever, pageAt, type View } from './revisions.ts';
import type { FileRow, PageRow, RevisionRow } from '../database/rows.ts';

/** Writes the content of one new revision. The view shows it at once. */
export interface PageWriter {
  readonly view: View;
  /** Pages of this revision that differ from the previous one. */
  readonly touched: ReadonlySet<string>;
  /** Stores a text, and returns its document id. Known links needn't be extracted again. */
  document(markdown: string, known?: { readonly id?: string; readonly links?: readonly DocumentLink[] }): string;
  /** Adds a page that the line didn't have before. */
  add(page: PageRow): void;
  /** Updates a page from this revision on. */
  put(page: PageRow): void;
  /** Removes the page from this revision on. */
  remove(id: string): void;
  /** For a change request: from this revision on, the page is as in main. */
  forget(id: string): void;
  addFile(file: Omit<FileRow, 'blob_id'>, bytes: Uint8Array): FileRow;
  /** Adds a file whose bytes are already stored. */
  putFile(file: FileRow): void;
}

export function pageWriter(database: Database, revision: RevisionRow, base: View['base']): PageWriter {
  const { line, number } = revision;
  const view: View = { line, at: number, base };
  const touched = new Set<string>();

  function insert(page: PageRow, deleted: 0 | 1): void {
    touched.add(page.id);
    database.run(
      `INSERT INTO pages (line, since, until, id, deleted, parent_id, rank, type, title, slug, emoji, icon, description, hidden,
         href, document_id, more, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      line,
      number,
      forever,
      page.id,
      deleted,
      page.parent_id,
      page.rank,
      page.type,
      page.title,
      page.slug,
      page.emoji,
      page.icon,
      page.description,
      page.hidden,
      page.href,
      page.document_id,
      page.more,
      page.created_at,
      page.updated_at,
    );
  }

  function end(id: string): void {
    touched.add(id);
    database.run('DELETE FROM pages WHERE line = ? AND id = ? AND since = ?', line, id, number);
    database.run('UPDATE pages SET until = ? WHERE line = ? AND id = ? AND until = ?', number, line, id, forever);
  }

  function putFile(file: FileRow): void {
    database.run(
      `INSERT INTO files (line, since, until, id, name, content_type, size, width, height, path, blob_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      line,
      number,
      forever,
      file.id,
      file.name,
      file.content_type,
      file.size,
      file.width,
      file.height,
      file.path,
      file.blob_id,
    );
  }

  return {
    view,
    touched,
    document: (markdown, { id = newId(), links = destinationsOf(markdown) } = {}) => {
      database.run(
        'INSERT INTO documents (id, line, markdown, links) VALUES (?, ?, ?, ?)',
        id,
        line,
        markdown,
        linksColumn(links),
      );
      return id;
    },
    add: (page) => insert(page, 0),
    put: (page) => {
      end(page.id);
      insert(page, 0);
    },
    remove: (id) => {
      const page = pageAt(database, view, id);
      end(id);
      if (page && base && pageAt(database, base, id)) insert(page, 1);
    },
    forget: end,
    addFile: (file, bytes) => {
      const stored = { ...file, blob_id: newId() };
      database.run('INSERT INTO blobs (id, line, bytes) VALUES (?, ?, ?)', stored.blob_id, line, bytes);
      putFile(stored);
      return stored;
    },
    putFile,
  };
}
