import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ImportNote } from '../../model/pages/importSources.ts';
import type { DocumentLink } from '../markdown/scan.ts';
import { contentTypeOf, dimensionsOf } from '../fileKinds.ts';
import { isPageFile } from './folderFiles.ts';
import { pathsOf, withPlatformLinks } from './folderLinks.ts';
import type { Plan, PlannedPage } from './folderPlan.ts';
import { sectionsOf, type Section } from '../markdown/sections.ts';

export interface Identifying {
  readonly identify: (key: string) => string;
  /** The address of a `space:<key>/<path>#anchor` link; undefined if it leads nowhere. */
  readonly otherSpace?: ((key: string, path: string) => string | undefined) | undefined;
}

/** A page ready to be written, except for its rank. */
export interface FolderPage extends Omit<PlannedPage, 'children' | 'properties'> {
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
  readonly notes: readonly ImportNote[];
}

/** Reads all texts of a plan. This is the expensive part of an import, and writes nothing. */
export function pagesOfPlan(plan: Plan, identifying: Identifying): FolderPages {
  const files = new Map<string, FolderFile | undefined>();
  const pages = plan.pages.map((page) => pageOf({ plan, identifying, files }, page));
  return { pages, files: [...files.values()].filter((file) => file !== undefined), notes: plan.folder.notes ?? [] };
}

interface Context {
  readonly plan: Plan;
  readonly identifying: Identifying;
  /** Files by path. */
  readonly files: Map<string, FolderFile | undefined>;
}

function pageOf(context: Context, page: PlannedPage): FolderPage {
  const { identify } = context.identifying;
  const { properties, ...planned } = page;
  const lost = properties?.lost.join(', ');
  if (lost) context.plan.folder.notes?.push({ kind: 'property', path: page.source ?? '', detail: lost });
  const hasText = page.type === 'document' || page.type === 'computed';
  const links: DocumentLink[] = [];
  const text = hasText ? rewritten(context, page, (link) => links.push(link)) : '';
  return {
    ...planned,
    text,
    ...(hasText && {
      document: { id: identify(`document ${page.source}`), links, sections: sectionsOf(text, page.title) },
    }),
    more: moreOf(context, page),
    children: page.children.map((child) => pageOf(context, child)),
  };
}

function moreOf(context: Context, page: PlannedPage): string | null {
  const { source, properties } = page;
  if (source === undefined) return null;
  const [ref, refDark] = [properties?.cover?.light, properties?.cover?.dark].map((address) =>
    coverAt(context, source, address),
  );
  return JSON.stringify({
    git: { path: source, oid: createHash('sha1').update(page.text).digest('hex') },
    ...properties?.more,
    ...((ref ?? refDark) && {
      cover: { ...(ref && { ref }), ...(refDark && { refDark }), yPos: properties?.cover?.y ?? 0 },
    }),
    ...(page.type === 'computed' && { computed: { type: 'markdown', dependencies: [], props: {} } }),
  });
}

function coverAt(context: Context, source: string, url: string | undefined) {
  if (url === undefined) return undefined;
  if (/^https?:/i.test(url)) return { kind: 'url', url };
  for (const path of pathsOf(url, source, context.plan)) {
    const file = fileFor(context, path);
    if (file !== undefined) return { kind: 'file', file };
  }
  context.plan.folder.notes?.push({ kind: 'file', path: source, detail: url });
  return undefined;
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
    const bytes = isPageFile(path) ? undefined : plan.folder.bytes(path);
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
