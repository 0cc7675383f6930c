import type { PageTraits } from '../../formats/import/pageProperties.ts';
import { isDeepStrictEqual } from 'node:util';
import { missingChanges, withTakenChanges } from '../../model/merge/texts.ts';
import { rememberSeen, resolveConflicts, unresolvedConflicts, type Attribute, type ConflictRow } from './conflicts.ts';
import type { Database } from '../database/database.ts';
import { deepest } from '../../model/editing/limits.ts';
import { fitsInto } from './depth.ts';
import { newId } from '../../formats/ids.ts';
import { pageWriter, type PageWriter } from './writer.ts';
import { invalid, missing, type Problem } from '../http/problems.ts';
import { roomAt } from '../database/ranks.ts';
import {
  addRevision,
  changeRequestView,
  childrenAt,
  documentText,
  pageAt,
  revisionAt,
  revisionId,
  viewOf,
  type NewRevision,
  type View,
} from './revisions.ts';
import type { ChangeRequestRow, PageRow, RevisionRow, SpaceRow } from '../database/rows.ts';
import { indexPage, unindexPage } from './searchIndex.ts';
import { freeSlug, slugOf } from '../../model/shared/slug.ts';

/** One edit of content: an operation of `POST …/content` in the API's form, plus the traits that an import knows. */
export type Change =
  | ({
      readonly operation: 'insert_page';
      readonly id?: string | undefined;
      readonly title: string;
      /** Parent page; the top of the space if omitted. */
      readonly into?: string | undefined;
      /** Index among its siblings, from 0; at the end if omitted. */
      readonly at?: number | undefined;
      readonly markdown?: string | undefined;
    } & PageTraits)
  | {
      readonly operation: 'update_page';
      readonly page: string;
      readonly title?: string | undefined;
      readonly slug?: string | undefined;
      readonly into?: string | null | undefined;
      readonly at?: number | undefined;
      readonly markdown?: string | undefined;
    }
  | { readonly operation: 'delete_page'; readonly page: string }
  | { readonly operation: 'revert_page'; readonly page: string };

export interface Editing {
  readonly by: string;
  readonly at: number;
  readonly type?: NewRevision['type'];
  readonly parents?: readonly string[];
  readonly id?: string | undefined;
}

/**
 * Edits the main content of a space: all changes or none, in one new revision. Returns that revision and the ids of new
 * pages.
 */
export function editSpace(
  database: Database,
  spaceId: string,
  changes: readonly Change[],
  editing: Editing,
): { revision: string; pages: string[] } {
  return database.write(() => {
    const pages: string[] = [];
    const revision = reviseSpace(database, spaceId, editing, (writer) => {
      for (const change of changes) pages.push(...applied(database, writer, change, editing.at));
    });
    return { revision: revision.id, pages };
  });
}

/** Edits the content of a change request, in one new revision of it. */
export function editChangeRequest(
  database: Database,
  changeRequestId: string,
  changes: readonly Change[],
  editing: Editing,
): { revision: string; pages: string[] } {
  return database.write(() => {
    const pages: string[] = [];
    const revision = reviseChangeRequest(database, changeRequestId, editing, undefined, (writer) => {
      for (const change of changes) pages.push(...appliedIn(changeRequestId, database, writer, change, editing.at));
    });
    return { revision: revision.id, pages };
  });
}

/** Creates a new revision of a space's main content from what `work` writes, and adds that to the search index. */
export function reviseSpace(
  database: Database,
  spaceId: string,
  editing: Editing,
  work: (writer: PageWriter) => void,
): RevisionRow {
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId);
  if (!space) throw missing('Space');
  const parents = editing.parents ?? [revisionId(database, space.head)];
  const revision = addRevision(database, {
    id: editing.id,
    line: space.line,
    parents,
    type: editing.type ?? 'edits',
    by: editing.by,
    at: editing.at,
  });
  const writer = pageWriter(database, revision, undefined);
  work(writer);
  database.run('UPDATE spaces SET head = ?, updated_at = ? WHERE id = ?', revision.number, editing.at, spaceId);
  for (const id of writer.touched) {
    const page = pageAt(database, writer.view, id);
    if (page?.document_id) indexPage(database, spaceId, id, page.title, documentText(database, page.document_id));
    else unindexPage(database, spaceId, id);
  }
  return revision;
}

/** Creates a new revision of a change request, based on another revision of main if `base` is given. */
export function reviseChangeRequest(
  database: Database,
  changeRequestId: string,
  editing: Editing,
  base: number | undefined,
  work: (writer: PageWriter) => void,
): RevisionRow {
  const { changeRequest, space } = changeRequestAndSpace(database, changeRequestId);
  const head = revisionAt(database, changeRequest.head);
  const from = base ?? head.base ?? changeRequest.initial;
  const revision = addRevision(database, {
    id: editing.id,
    line: changeRequest.line,
    base: from,
    parents: editing.parents ?? [head.id],
    type: editing.type ?? 'edits',
    by: editing.by,
    at: editing.at,
  });
  work(pageWriter(database, revision, { line: space.line, at: from }));
  database.run(
    'UPDATE change_requests SET head = ?, updated_at = ? WHERE id = ?',
    revision.number,
    editing.at,
    changeRequestId,
  );
  database.run(
    `INSERT INTO contributors (change_request_id, user_id, updated_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, updated_at = excluded.updated_at`,
    changeRequestId,
    editing.by,
    editing.at,
  );
  return revision;
}

/** The change request and its space. */
export function changeRequestAndSpace(
  database: Database,
  changeRequestId: string,
): { changeRequest: ChangeRequestRow; space: SpaceRow; view: View } {
  const changeRequest = database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', changeRequestId);
  if (!changeRequest) throw missing('Change request');
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', changeRequest.space_id);
  if (!space) throw missing('Space');
  return { changeRequest, space, view: changeRequestView(database, space, changeRequest) };
}

/** Applies one change to a change request, and returns the ids of new pages. Conflicts that it decides are resolved. */
export function appliedIn(
  changeRequestId: string,
  database: Database,
  writer: PageWriter,
  change: Change,
  at: number,
): string[] {
  const conflicts = unresolvedConflicts(database, changeRequestId);
  // Deleting a page that an update left deleted confirms its deletion.
  const isDeletedAlready =
    change.operation === 'delete_page' && conflicts.has(change.page) && !pageAt(database, writer.view, change.page);
  const before = 'page' in change ? pageAt(database, writer.view, change.page) : undefined;
  const pages = isDeletedAlready ? [] : applied(database, writer, change, at);
  if (change.operation === 'insert_page') return pages;
  const written = change.operation === 'update_page' ? attributesIn(change) : undefined;
  const row = conflicts.get(change.page)?.find(({ attribute }) => attribute === 'document');
  if (row && written?.has('document')) {
    const { space } = changeRequestAndSpace(database, changeRequestId);
    const seen = seenIfLeft(database, space, row, before, pageAt(database, writer.view, change.page));
    if (seen !== undefined) {
      written.delete('document');
      rememberSeen(database, changeRequestId, row, seen);
    }
  }
  resolveConflicts(database, changeRequestId, change.page, written);
  for (const page of conflicts.keys()) {
    if (writer.touched.has(page) && !pageAt(database, writer.view, page))
      resolveConflicts(database, changeRequestId, page);
  }
  return pages;
}

/**
 * Changing only lines outside of a conflict leaves it unresolved; returns what the change request has seen of main
 * then. Sending the same text once more resolves it.
 */
function seenIfLeft(
  database: Database,
  space: SpaceRow,
  row: ConflictRow,
  before: PageRow | undefined,
  after: PageRow | undefined,
): string | undefined {
  const pageIn = (revision: number) => pageAt(database, viewOf(space, revisionAt(database, revision)), row.page_id);
  const textOf = (page: PageRow | undefined) => (page?.document_id ? documentText(database, page.document_id) : '');
  const main = pageIn(row.main);
  if (!main || textOf(before) === textOf(after)) return undefined;
  const theirs = textOf(main);
  const known = { base: row.seen ?? textOf(pageIn(row.base)), ours: textOf(before), theirs };
  const seen = withTakenChanges(known);
  const missing = missingChanges({ ...known, base: seen });
  const left = missingChanges({ base: seen, ours: textOf(after), theirs });
  const isLeft = missing.length > 0 && missing.every((part) => left.some((each) => isDeepStrictEqual(each, part)));
  return isLeft ? seen : undefined;
}

/**
 * The attributes that an update writes. Some, such as an icon, aren't in any update, so they count as written by each.
 */
function attributesIn(change: Extract<Change, { operation: 'update_page' }>): Set<Attribute> {
  return new Set<Attribute>([
    ...(['type', 'emoji', 'icon', 'description', 'hidden', 'href', 'more'] as const),
    ...(change.title === undefined ? [] : (['title', 'slug'] as const)),
    ...(change.slug === undefined ? [] : (['slug'] as const)),
    ...(change.into === undefined ? [] : (['parent', 'order'] as const)),
    ...(change.at === undefined ? [] : (['parent', 'order'] as const)),
    ...(change.markdown === undefined ? [] : (['document'] as const)),
  ]);
}

/** Applies one change, and returns the ids of new pages. */
function applied(database: Database, writer: PageWriter, change: Change, at: number): string[] {
  switch (change.operation) {
    case 'insert_page':
      return [inserted(database, writer, change, at)];
    case 'update_page':
      updated(database, writer, change, at);
      return [];
    case 'delete_page':
      removed(database, writer, existing(database, writer.view, change.page).id);
      return [];
    case 'revert_page':
      writer.forget(change.page);
      return [];
  }
}

function inserted(
  database: Database,
  writer: PageWriter,
  change: Extract<Change, { operation: 'insert_page' }>,
  at: number,
): string {
  const id = change.id ?? newId();
  const type = change.type ?? 'document';
  const parent = change.into === undefined ? null : parentIn(database, writer.view, change.into).id;
  if (!fitsInto(database, writer.view, parent)) throw tooDeep();
  const siblings = childrenAt(database, writer.view, parent);
  const hasText = type === 'document' || type === 'computed';
  writer.put({
    id,
    parent_id: parent,
    rank: placed(writer, siblings, change.at),
    type,
    title: change.title,
    slug: type === 'link' ? null : freeSlug(slugOf(change.title), slugsOf(siblings)),
    emoji: change.emoji ?? null,
    icon: change.icon ?? null,
    description: change.description ?? null,
    hidden: change.hidden ? 1 : 0,
    href: change.href ?? null,
    document_id: hasText ? writer.document(change.markdown ?? '') : null,
    more: null,
    created_at: at,
    updated_at: at,
  });
  return id;
}

function updated(
  database: Database,
  writer: PageWriter,
  change: Extract<Change, { operation: 'update_page' }>,
  at: number,
): void {
  const page = existing(database, writer.view, change.page);
  const parent = change.into === undefined ? page.parent_id : movedInto(database, writer.view, page, change.into);
  const siblings = childrenAt(database, writer.view, parent).filter((sibling) => sibling.id !== page.id);
  const moves = parent !== page.parent_id || change.at !== undefined;
  // A page whose slug was never set follows its title.
  const follows =
    change.title !== undefined && (page.slug ?? '').replace(/-\d+$/, '') === slugOf(page.title).replace(/-\d+$/, '');
  const wanted = change.slug ?? (follows && change.title !== undefined ? slugOf(change.title) : (page.slug ?? ''));
  writer.put({
    ...page,
    parent_id: parent,
    rank: moves ? placed(writer, siblings, change.at) : page.rank,
    title: change.title ?? page.title,
    slug: page.slug === null ? null : freeSlug(wanted, slugsOf(siblings)),
    document_id: change.markdown === undefined ? page.document_id : writer.document(change.markdown),
    updated_at: at,
  });
}

/** Removes the page and its descendants. */
export function removed(database: Database, writer: PageWriter, id: string): void {
  for (const child of childrenAt(database, writer.view, id)) removed(database, writer, child.id);
  writer.remove(id);
}

export function slugsOf(pages: readonly PageRow[]): Set<string> {
  return new Set(pages.flatMap((page) => page.slug ?? []));
}

function placed(writer: PageWriter, siblings: readonly PageRow[], at = siblings.length): string {
  const { rank, moved } = roomAt(siblings, at);
  for (const [sibling, other] of moved) writer.put({ ...sibling, rank: other });
  return rank;
}

function existing(database: Database, view: View, id: string): PageRow {
  const page = pageAt(database, view, id);
  if (!page) throw missing('Page');
  return page;
}

function parentIn(database: Database, view: View, id: string): PageRow {
  const parent = existing(database, view, id);
  if (parent.type !== 'document' && parent.type !== 'group') throw invalid('into', 'must be a document or a group');
  return parent;
}

function movedInto(database: Database, view: View, page: PageRow, into: string | null): string | null {
  if (into === null) return null;
  const parent = parentIn(database, view, into);
  for (
    let at: PageRow | undefined = parent;
    at;
    at = at.parent_id === null ? undefined : pageAt(database, view, at.parent_id)
  ) {
    if (at.id === page.id) throw invalid('into', 'must not be the page itself or a page below it');
  }
  if (parent.id !== page.parent_id && !fitsInto(database, view, parent.id, page.id)) throw tooDeep();
  return parent.id;
}

function tooDeep(): Problem {
  return invalid('into', `must not nest pages more than ${deepest} levels deep`);
}
