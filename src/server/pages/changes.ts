import type * as z from 'zod';
import type { SemanticChange } from '../../contract/changeRequests/changeRequestContent.ts';
import type { Database } from '../database/database.ts';
import { baseOf, ownFiles, ownPages, same } from './merge.ts';
import type { OwnPage } from './mergePage.ts';
import { childrenAt, documentText, fileAt, pageAt, pathOf, type View } from './revisions.ts';
import type { ChangeRequestRow, PageRow } from '../database/rows.ts';

type Reported = z.input<typeof SemanticChange>;

/**
 * The differences between a change request and its base: pages by their paths, then files by their names. A page may be
 * both edited and moved.
 */
export function changesOf(database: Database, view: View, changeRequest: ChangeRequestRow): Reported[] {
  const base = baseOf(view);
  const pages = ownPages(database, changeRequest)
    .flatMap((page) => changesOfPage(database, view, base, page))
    .sort((one, other) => compared(one.page?.path ?? '', other.page?.path ?? ''));
  const files = ownFiles(database, changeRequest)
    .filter(({ id }) => !fileAt(database, base, id))
    .map(({ id, name }): Reported => ({ type: 'file_created', file: { id, name } }));
  return [...pages, ...files];
}

function changesOfPage(database: Database, view: View, base: View, page: OwnPage): Reported[] {
  const before = pageAt(database, base, page.id);
  if (page.deleted) return before ? [{ type: 'page_deleted', page: pageReply(database, base, before) }] : [];
  const reply = pageReply(database, view, page);
  if (!before) return [{ type: 'page_created', page: reply }];
  if (same(database, before, page)) return [];
  const changes: Reported[] = [];
  const attributes = differences(database, before, page);
  if (Object.keys(attributes).length > 0) changes.push({ type: 'page_edited', page: reply, attributes });
  if (before.parent_id !== page.parent_id || before.rank !== page.rank) {
    changes.push({
      type: 'page_moved',
      page: reply,
      from: placeOf(database, base, before),
      to: placeOf(database, view, page),
    });
  }
  return changes;
}

const fields = ['type', 'title', 'slug', 'emoji', 'icon', 'description', 'href'] as const;

function differences(database: Database, before: PageRow, after: PageRow) {
  const all: Record<string, { before: unknown; after: unknown }> = {};
  for (const field of fields) {
    if (before[field] !== after[field]) all[field] = { before: before[field], after: after[field] };
  }
  if (before.hidden !== after.hidden) all['hidden'] = { before: before.hidden === 1, after: after.hidden === 1 };
  if (textOf(database, before) !== textOf(database, after)) {
    all['document'] = { before: before.document_id, after: after.document_id };
  }
  return all;
}

function textOf(database: Database, page: PageRow): string {
  return page.document_id === null ? '' : documentText(database, page.document_id);
}

function pageReply(database: Database, view: View, page: PageRow) {
  const path = page.slug === null ? {} : { path: pathOf(database, view, page) };
  return { id: page.id, type: page.type, title: page.title, ...path };
}

function placeOf(database: Database, view: View, page: PageRow) {
  const siblings = childrenAt(database, view, page.parent_id);
  return {
    path: pathOf(database, view, page),
    ...(page.parent_id !== null && { parent: page.parent_id }),
    at: siblings.findIndex((sibling) => sibling.id === page.id),
  };
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
