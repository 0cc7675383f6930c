import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Database } from './database.ts';
import type { DocumentLink } from './documentLinks.ts';
import { contentTypeOf, dimensionsOf } from './fileKinds.ts';
import { isMarkdown } from './folderFiles.ts';
import { withPlatformLinks } from './folderLinks.ts';
import type { Plan, PlannedPage } from './folderPlan.ts';
import { pageWriter, type PageWriter } from './pageWriter.ts';
import { rankBetween, ranksFor } from './ranks.ts';
import { addRevision, childrenAt, mainView, revisionId } from './revisions.ts';
import type { RevisionRow, SpaceRow } from './rows.ts';
import { addSections } from './searchIndex.ts';

export interface Importing {
  readonly by: string;
  readonly at: number;
  /** When a page was last edited; `at` unless told. */
  readonly editedAt?: (source: string) => number;
  readonly identify: (key: string) => string;
  /** The address of a `space:<key>/<path>#anchor` link; undefined when it leads nowhere. */
  readonly otherSpace?: (key: string, path: string) => string | undefined;
}

/** Puts a plan's pages behind those of a space, and the files that they show into it, in one revision. Counts the files. */
export function writePlan(
  database: Database,
  space: SpaceRow,
  plan: Plan,
  importing: Importing,
): { revision: RevisionRow; files: number } {
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
  const files = new Map<string, string | undefined>();
  const context = { database, space, plan, importing, writer, files };
  const last = childrenAt(database, mainView(space), null).at(-1);
  writePages(context, plan.pages, null, last === undefined ? '' : rankBetween(last.rank, undefined));
  database.run('UPDATE spaces SET head = ?, updated_at = ? WHERE id = ?', revision.number, at, space.id);
  return { revision, files: [...files.values()].filter((id) => id !== undefined).length };
}

interface Context {
  readonly database: Database;
  readonly space: SpaceRow;
  readonly plan: Plan;
  readonly importing: Importing;
  readonly writer: PageWriter;
  /** Ids of the files kept so far, by path. */
  readonly files: Map<string, string | undefined>;
}

/** Every rank begins with `behind`: a rank that stands behind those that are there. */
function writePages(context: Context, pages: readonly PlannedPage[], parent: string | null, behind: string): void {
  const ranks = ranksFor(pages.length);
  for (const [index, page] of pages.entries()) {
    writePage(context, page, parent, `${behind}${ranks[index] ?? ''}`);
    writePages(context, page.children, page.id, '');
  }
}

function writePage(context: Context, page: PlannedPage, parent: string | null, rank: string): void {
  const { database, space, importing, writer } = context;
  const hasText = page.type === 'document' || page.type === 'computed';
  const links: DocumentLink[] = [];
  const text = hasText ? rewritten(context, page, (link) => links.push(link)) : '';
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
    document_id: hasText ? writer.document(text, { id: importing.identify(`document ${page.source}`), links }) : null,
    more: moreOf(context, page),
    created_at: at,
    updated_at: at,
  });
  if (hasText) addSections(database, space.id, page.id, page.title, text);
}

function moreOf(context: Context, page: PlannedPage): string | null {
  if (page.source === undefined) return null;
  const cover =
    page.cover === undefined ? undefined : fileFor(context, posix.join(posix.dirname(page.source), page.cover));
  return JSON.stringify({
    git: { path: page.source, oid: createHash('sha1').update(page.text).digest('hex') },
    ...(cover !== undefined && { cover: { ref: { kind: 'file', file: cover }, yPos: 0 } }),
    ...(page.type === 'computed' && { computed: { type: 'markdown', dependencies: [], props: {} } }),
  });
}

function rewritten(context: Context, page: PlannedPage, found: (link: DocumentLink) => void): string {
  if (page.source === undefined) return page.text;
  const { plan, importing } = context;
  const file = (path: string) => fileFor(context, path);
  return withPlatformLinks(
    page.text,
    { source: page.source, path: page.path },
    { plan, file, otherSpace: importing.otherSpace, found },
  );
}

/** The id of a file of the folder, which is kept on first use. */
function fileFor(context: Context, path: string): string | undefined {
  const { files, plan, importing, writer } = context;
  if (files.has(path)) return files.get(path);
  const bytes = isMarkdown(path) || path.startsWith('../') ? undefined : plan.folder.bytes(path);
  const id = bytes && importing.identify(`file ${path}`);
  files.set(path, id);
  if (bytes && id !== undefined) {
    const name = posix.basename(path);
    const contentType = contentTypeOf(name);
    const dimensions = dimensionsOf(contentType, bytes);
    writer.addFile(
      {
        id,
        name,
        content_type: contentType,
        size: bytes.byteLength,
        width: dimensions?.width ?? null,
        height: dimensions?.height ?? null,
        path,
      },
      bytes,
    );
  }
  return id;
}
