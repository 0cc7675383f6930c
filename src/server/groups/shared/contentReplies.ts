import type * as z from 'zod';
import type { Page, Revision } from '../../../contract/spaces/content.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { Database } from '../../database/database.ts';
import type { ReplyDocuments } from '../../pages/markdown/replyDocuments.ts';
import { titleLine } from '../../../formats/markdown/title.ts';
import { appAddress, dateTime, inBrowser, publishedAddress } from './replies.ts';
import { childrenAt, documentText, filesAt, pageAt, pagesAt, pathOf, type View } from '../../pages/revisions.ts';
import type { FileRow, PageRow, RevisionRow, SpaceRow } from '../../database/rows.ts';

type PageReply = z.input<typeof Page>;

/** Section 4.6: whether git metadata and computed content are included. Both are by default. */
export interface Shaping {
  readonly metadata?: boolean | undefined;
  readonly computed?: boolean | undefined;
}

export interface Content {
  readonly database: Database;
  readonly documents: ReplyDocuments;
  readonly addresses: Addresses;
  readonly space: SpaceRow;
  readonly view: View;
  readonly shaping: Shaping;
}

/** The whole tree of a revision, by one query. */
export function treeReply(content: Content): PageReply[] {
  const children = Map.groupBy(pagesAt(content.database, content.view), (page) => page.parent_id);
  return branch(content, null, '', (parent) => children.get(parent) ?? []);
}

/** Format of a page's text; the text is left out without one. */
export type TextFormat = 'document' | 'markdown' | undefined;

/**
 * One page with the pages below it. The title is not part of a document, but Markdown starts with it because it is a
 * file of its own.
 */
export function pageReply(content: Content, page: PageRow, format: TextFormat): PageReply {
  const path = pathOf(content.database, content.view, page);
  return {
    ...(format === 'markdown' && hasText(page) && { markdown: markdownOf(content.database, page) }),
    ...(format === 'document' && hasText(page) && { document: content.documents.add(textOf(content.database, page)) }),
    ...single(content, page, path),
    ...(hasChildren(page) && {
      pages: branch(content, page.id, path, (parent) => childrenAt(content.database, content.view, parent)),
    }),
  };
}

/** Section 2.18, Revision. */
export function revisionReply(content: Content, revision: RevisionRow): z.input<typeof Revision> {
  const { database, addresses, space, view, shaping } = content;
  const published = publishedAddress(addresses, space);
  return {
    object: 'revision',
    id: revision.id,
    parents: JSON.parse(revision.parents) as string[],
    type: revision.type,
    pages: treeReply(content),
    files: filesAt(database, view).map((file) => fileReply(addresses, space, file, shaping)),
    reusableContents: [],
    variables: {},
    createdAt: dateTime(revision.created_at),
    urls: {
      ...inBrowser(appAddress(addresses, space)),
      ...(published !== undefined && { published }),
      ...(published !== undefined && space.visibility === 'public' && { public: published }),
    },
  };
}

/** Section 2.18, File. */
export function fileReply(addresses: Addresses, space: SpaceRow, file: FileRow, shaping: Shaping) {
  return {
    id: file.id,
    name: file.name,
    contentType: file.content_type,
    downloadURL: addresses.download(space.id, file.id, file.blob_id),
    size: file.size,
    ...(file.width !== null && file.height !== null && { dimensions: { width: file.width, height: file.height } }),
    ...(file.path !== null && shaping.metadata !== false && { git: { path: file.path } }),
  };
}

/** A page's whole text. The server writes the title; the stored text starts after it. */
export function markdownOf(database: Database, page: PageRow): string {
  const text = textOf(database, page);
  const title = `${titleLine(page.title)}\n`;
  return text === '' ? title : `${title}\n${text}`;
}

function textOf(database: Database, page: PageRow): string {
  return page.document_id === null ? '' : documentText(database, page.document_id);
}

/** True for pages with a text. */
export function hasText(page: Pick<PageRow, 'type'>): boolean {
  return page.type === 'document' || page.type === 'computed';
}

/** A visible page of the view, in the requested shape. */
export function shownPageAt({ database, view, shaping }: Content, id: string): PageRow | undefined {
  const page = pageAt(database, view, id);
  return page && isShown(page, shaping) ? page : undefined;
}

function branch(
  content: Content,
  parent: string | null,
  parentPath: string,
  childrenOf: (parent: string | null) => readonly PageRow[],
): PageReply[] {
  const pages: PageReply[] = [];
  for (const page of childrenOf(parent)) {
    if (!isShown(page, content.shaping)) continue;
    const path = parentPath === '' ? (page.slug ?? '') : `${parentPath}/${page.slug ?? ''}`;
    const reply = single(content, page, path);
    if (hasChildren(page)) reply.pages = branch(content, page.id, path, childrenOf);
    pages.push(reply);
  }
  return pages;
}

function single({ addresses, space, shaping }: Content, page: PageRow, path: string): PageReply {
  const app = page.type === 'link' ? undefined : appAddress(addresses, space, path);
  const reply: PageReply = {
    id: page.id,
    title: page.title,
    type: page.type,
    createdAt: dateTime(page.created_at),
    updatedAt: dateTime(page.updated_at),
    urls: app === undefined ? {} : { app },
  };
  if (page.emoji !== null) reply.emoji = page.emoji;
  if (page.icon !== null) reply.icon = page.icon;
  if (page.description !== null) reply.description = page.description;
  if (page.hidden === 1) reply.hidden = true;
  if (page.slug !== null) {
    reply.slug = page.slug;
    reply.path = path;
  }
  if (page.document_id !== null) reply.documentId = page.document_id;
  if (page.href !== null) {
    reply.href = page.href;
    reply.target = { kind: 'url', url: page.href };
  }
  if (page.more !== null) Object.assign(reply, JSON.parse(page.more));
  if (shaping.metadata === false) delete reply.git;
  return reply;
}

function isShown(page: PageRow, shaping: Shaping): boolean {
  return shaping.computed !== false || page.type !== 'computed';
}

function hasChildren(page: PageRow): boolean {
  return page.type === 'document' || page.type === 'group';
}
