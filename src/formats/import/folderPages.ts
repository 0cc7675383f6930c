import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { DocumentLink } from '../markdown/scan.ts';
import { contentTypeOf, dimensionsOf } from '../fileKinds.ts';
import { isMarkdown } from './folderFiles.ts';
import { withPlatformLinks } from './folderLinks.ts';
import type { Plan, PlannedPage } from './folderPlan.ts';
import { sectionsOf, type Section } from '../markdown/sections.ts';

export interface Identifying {
  readonly identify: (key: string) => string;
  /** The address of a `space:<key>/<path>#anchor` link; undefined if it leads nowhere. */
  readonly otherSpace?: ((key: string, path: string) => string | undefined) | undefined;
}

/** A page ready to be written, except for its rank. */
export interface FolderPage extends Omit<PlannedPage, 'children'> {
  readonly children: readonly FolderPage[];
  /** Undefined for a page without a text. */
  readonly document?: {
    readonly id: string;
    readonly links: readonly DocumentLink[];
    readonly sections: readonly Section[];
  };
  readonly more: string | null;
}

/** A file as the database has it, without its bytes. */
export interface FileTraits {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Its path in an imported folder. */
  readonly path: string | null;
}

export interface FolderFile {
  readonly row: FileTraits;
  readonly bytes: Uint8Array;
}

/** The content of a folder, ready to be written: plain data that another thread can produce. */
export interface FolderPages {
  readonly pages: readonly FolderPage[];
  /** The files that the pages use. */
  readonly files: readonly FolderFile[];
}

/** Reads all texts of a plan. This is the expensive part of an import, and writes nothing. */
export function pagesOfPlan(plan: Plan, identifying: Identifying): FolderPages {
  const files = new Map<string, FolderFile | undefined>();
  const pages = plan.pages.map((page) => pageOf({ plan, identifying, files }, page));
  return { pages, files: [...files.values()].filter((file) => file !== undefined) };
}

interface Context {
  readonly plan: Plan;
  readonly identifying: Identifying;
  /** Files by path. */
  readonly files: Map<string, FolderFile | undefined>;
}

function pageOf(context: Context, page: PlannedPage): FolderPage {
  const { identify } = context.identifying;
  const hasText = page.type === 'document' || page.type === 'computed';
  const links: DocumentLink[] = [];
  const text = hasText ? rewritten(context, page, (link) => links.push(link)) : '';
  return {
    ...page,
    text,
    ...(hasText && {
      document: { id: identify(`document ${page.source}`), links, sections: sectionsOf(text, page.title) },
    }),
    more: moreOf(context, page),
    children: page.children.map((child) => pageOf(context, child)),
  };
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
  const { plan, identifying } = context;
  const file = (path: string) => fileFor(context, path);
  return withPlatformLinks(
    page.text,
    { source: page.source, path: page.path },
    { plan, file, otherSpace: identifying.otherSpace, found },
  );
}

/** The id of a file of the folder, which is added on first use. */
function fileFor({ files, plan, identifying }: Context, path: string): string | undefined {
  if (!files.has(path)) {
    const bytes = isMarkdown(path) || path.startsWith('../') ? undefined : plan.folder.bytes(path);
    files.set(path, bytes && fileOf(identifying.identify(`file ${path}`), path, bytes));
  }
  return files.get(path)?.row.id;
}

function fileOf(id: string, path: string, bytes: Uint8Array): FolderFile {
  const name = posix.basename(path);
  const contentType = contentTypeOf(name);
  const dimensions = dimensionsOf(contentType, bytes);
  const row = {
    id,
    name,
    content_type: contentType,
    size: bytes.byteLength,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    path,
  };
  return { row, bytes };
}
