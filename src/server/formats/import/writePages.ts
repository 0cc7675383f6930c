import type { Database } from '../../database/database.ts';
import {
  pagesOfPlan,
  type FolderPage,
  type FolderPages,
  type Identifying,
} from '../../../formats/import/folderPages.ts';
import type { Plan } from '../../../formats/import/folderPlan.ts';
import { pageWriter, type PageWriter } from '../../pages/writer.ts';
import { rankBetween, ranksFor } from '../../database/ranks.ts';
import { addRevision, childrenAt, mainView, revisionId } from '../../pages/revisions.ts';
import type { RevisionRow, SpaceRow } from '../../database/rows.ts';
import { writeSections } from '../../pages/searchIndex.ts';

export interface Importing extends Identifying {
  readonly by: string;
  readonly at: number;
  /** When a page was last edited; `at` by default. */
  readonly editedAt?: (source: string) => number;
}

/** Adds a plan's pages after those of a space, with the files that they use, in one revision. */
export function writePlan(database: Database, space: SpaceRow, plan: Plan, importing: Importing): void {
  writePages(database, space, pagesOfPlan(plan, importing), importing);
}

/** The same for pages that have already been read. */
export function writePages(
  database: Database,
  space: SpaceRow,
  { pages, files }: FolderPages,
  importing: Importing,
): RevisionRow {
  const { by, at } = importing;
  const parents = [revisionId(database, space.head)];
  const revision = addRevision(database, {
    id: importing.identify('revision'),
    line: space.line,
    parents,
    type: 'edits',
    by,
    at,
  });
  const writer = pageWriter(database, revision, undefined);
  for (const { row, bytes } of files) writer.addFile(row, bytes);
  const last = childrenAt(database, mainView(space), null).at(-1);
  writeChildren(
    { database, space, importing, writer },
    pages,
    null,
    last === undefined ? '' : rankBetween(last.rank, undefined),
  );
  database.run('UPDATE spaces SET head = ?, updated_at = ? WHERE id = ?', revision.number, at, space.id);
  return revision;
}

interface Context {
  readonly database: Database;
  readonly space: SpaceRow;
  readonly importing: Importing;
  readonly writer: PageWriter;
}

/** Every rank starts with `behind`, a rank after all existing ones. */
function writeChildren(context: Context, pages: readonly FolderPage[], parent: string | null, behind: string): void {
  const ranks = ranksFor(pages.length);
  for (const [index, page] of pages.entries()) {
    writePage(context, page, parent, `${behind}${ranks[index] ?? ''}`);
    writeChildren(context, page.children, page.id, '');
  }
}

function writePage(context: Context, page: FolderPage, parent: string | null, rank: string): void {
  const { database, space, importing, writer } = context;
  const at = (page.source !== undefined && importing.editedAt?.(page.source)) || importing.at;
  writer.add({
    id: page.id,
    parent_id: parent,
    rank,
    type: page.type,
    title: page.title,
    slug: page.slug,
    emoji: page.emoji ?? null,
    icon: page.icon ?? null,
    description: page.description ?? null,
    hidden: page.hidden ? 1 : 0,
    href: page.href ?? null,
    document_id: page.document ? writer.document(page.text, page.document) : null,
    more: page.more,
    created_at: at,
    updated_at: at,
  });
  if (page.document) writeSections(database, space.id, page.id, page.title, page.document.sections);
}
