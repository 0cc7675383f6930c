import type { Database } from '../../database/database.ts';
import { documentLinks } from '../../pages/documentLinks.ts';
import { newId } from '../../../formats/ids.ts';
import { pageWriter } from '../../pages/writer.ts';
import { addRevision, documentText, filesAt, mainView, pagesAt } from '../../pages/revisions.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { addSections } from '../../pages/searchIndex.ts';
import { addSpace } from '../../pages/spaceWriter.ts';

const longest = 50;

/**
 * Copies a space's current main content into a new space after it, with new ids. Change requests and comments aren't
 * copied.
 */
export function duplicateSpace(database: Database, original: SpaceRow, by: string, at: number): SpaceRow {
  const { space, revision: first } = addSpace(database, {
    organization: original.organization_id,
    parent: original.parent_id,
    title: copyTitle(original.title),
    emoji: original.emoji,
    visibility: original.visibility === 'in-collection' ? 'in-collection' : 'private',
    editMode: original.edit_mode,
    defaultLevel: original.default_level,
    createdAt: at,
    by,
  });
  const revision = addRevision(database, { line: space.line, parents: [first.id], type: 'edits', by, at });
  const writer = pageWriter(database, revision, undefined);
  const view = mainView(original);
  const files = new Map<string, string>();

  for (const file of filesAt(database, view)) {
    const id = newId();
    files.set(file.id, id);
    const blob = database.get<{ bytes: Uint8Array }>('SELECT bytes FROM blobs WHERE id = ?', file.blob_id);
    writer.addFile({ ...file, id }, blob?.bytes ?? new Uint8Array());
  }
  const pages = pagesAt(database, view);
  const ids = new Map(pages.map((page) => [page.id, newId()]));
  for (const page of pages) {
    const id = ids.get(page.id) ?? newId();
    const parent = page.parent_id === null ? null : (ids.get(page.parent_id) ?? null);
    const text = page.document_id === null ? undefined : renamed(documentText(database, page.document_id), files);
    const links = page.document_id === null ? [] : documentLinks(database, page.document_id);
    const more = page.more === null ? null : renamed(page.more, files);
    writer.add({
      ...page,
      id,
      parent_id: parent,
      more,
      document_id:
        text === undefined
          ? null
          : writer.document(text, {
              links: links.map((link) => ({ ...link, url: renamed(link.url, files) })),
            }),
    });
    if (text !== undefined) addSections(database, space.id, id, page.title, text);
  }
  database.run('UPDATE spaces SET head = ? WHERE id = ?', revision.number, space.id);
  return space;
}

/** Ids of files are long and random enough to be replaced wherever they occur. */
function renamed(text: string, files: ReadonlyMap<string, string>): string {
  return text.replace(/[0-9A-Za-z]{20}/g, (id) => files.get(id) ?? id);
}

function copyTitle(title: string): string {
  const suffix = ' (copy)';
  return title.slice(0, longest - suffix.length) + suffix;
}
