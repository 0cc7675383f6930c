import { longestTitle, mostAtOnce } from '../../model/editing/limits.ts';
import type { SentLinks, ImportedPage } from '../../model/pages/importSources.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { isKind, ReasonedError } from '../../model/shared/failure.ts';
import { titledText } from '../../model/text/titleHeading.ts';
import type { Contents } from '../content/content.ts';
import type { ChangeRequestEdits, EditTarget, PageEdit } from './edits.ts';
import { createSendFiles, type FileToSend } from './sendImportedFiles.ts';
import type { Read } from '../library/library.ts';

export interface SendImportContext {
  readonly edits: Pick<ChangeRequestEdits, 'send' | 'sendFiles' | 'files'>;
  readonly content: Pick<Contents, 'pages' | 'entry' | 'reading'>;
}

export interface PagesToSend {
  readonly at: Pick<EditTarget, 'space' | 'number'>;
  readonly pages: readonly ImportedPage[];
  readonly files: readonly FileToSend[];
  /** Returns the pages with links to what has arrived. */
  readonly linked: (sent: SentLinks, signal?: AbortSignal) => Promise<readonly ImportedPage[]>;
}

/**
 * Sends an import to a change request: its files, and then its pages, parents before their children, at most `mostAtOnce`
 * per revision.
 */
export interface SendImport {
  readonly total: number;
  /** Number of pages that the change request already has. */
  sent(): number;
  /** Pages that the server refused, although it took others. Their children are in their places. */
  readonly refused: ReadonlyMap<ImportedPage, unknown>;
  /** Whether the server takes files; undefined before the first attempt. */
  takesFiles(): boolean | undefined;
  /** Whether the change request has the file at this path of the import. */
  hasFile(path: string): boolean;
  /** Sends the rest. After a failure, call it again: pages that arrived aren't sent twice. */
  send(read: Read, onSent: () => void): Promise<void>;
}

interface Waiting {
  readonly page: ImportedPage;
  readonly into: string | undefined;
}

export function createSendImport(
  { edits, content }: SendImportContext,
  { at, pages: given, files, linked }: PagesToSend,
): SendImport {
  const total = flat(given).length;
  const sendFiles = createSendFiles({ edits, content }, at, files);
  const fileIds = () => Object.fromEntries(sendFiles.ids);
  let takesFiles: boolean | undefined;
  let pages = given;
  /** Ids of the sent pages by key; undefined where the server didn't report the id. */
  const ids = new Map<string, string | undefined>();
  let waiting: Waiting[] = [];
  /** With the errors. */
  const refused = new Map<ImportedPage, unknown>();
  /** Pages that were refused since the last one that arrived. */
  const inRow: Waiting[] = [];

  /** Pages are sent once their files have ids, so that each is sent once. */
  async function begin(read: Read): Promise<void> {
    takesFiles = await sendFiles.send(read);
    if (sendFiles.ids.size > 0) pages = await linked({ paths: {}, fileIds: fileIds() }, read.signal);
    refused.clear();
    inRow.length = 0;
    waiting = pages.map((page) => ({ page, into: undefined }));
  }

  /** Sends the pages one by one if the server refuses them together, because one alone may be the reason. */
  async function insert(read: Read, onSent: () => void, most = mostAtOnce): Promise<void> {
    const batch = waiting.slice(
      0,
      Math.min(most, sizeOfBatch(waiting.slice(0, mostAtOnce).map(({ page }) => page.text))),
    );
    try {
      const { inserted } = await edits.send(at, batch.map(insertOf), { ...read, readsBack: false });
      waiting.splice(0, batch.length);
      inRow.length = 0;
      keep(batch, inserted);
    } catch (error) {
      if (!isKind(error, 'invalid')) throw error;
      if (batch.length === 1) skipFirst(error);
      else for (const _ of batch) await insert(read, onSent, 1);
    }
    onSent();
  }

  /** Goes on with the children of a refused page. A server that refuses so many in a row takes no others. */
  function skipFirst(error: unknown): void {
    if (inRow.length === mostAtOnce) {
      const children = new Set(inRow.flatMap(({ page }) => page.children));
      for (const { page } of inRow) refused.delete(page);
      waiting = [...inRow.splice(0), ...waiting].filter(({ page }) => !children.has(page));
      throw error;
    }
    for (const skipped of waiting.splice(0, 1)) {
      inRow.push(skipped);
      refused.set(skipped.page, error);
      waiting.push(...skipped.page.children.map((page) => ({ page, into: skipped.into })));
    }
  }

  function keep(batch: readonly Waiting[], inserted: readonly (string | undefined)[]): void {
    for (const [index, { page }] of batch.entries()) {
      const id = inserted[index];
      ids.set(page.key, id);
      if (id === undefined) continue;
      waiting.push(...page.children.map((child) => ({ page: child, into: id })));
    }
  }

  /** If the server gave pages other paths than their titles suggest, sends the links to them once more. */
  async function mendLinks(read: Read): Promise<void> {
    const tree = await content.pages(at.space, { kind: 'changeRequest', number: at.number }, read);
    const all = flat(pages);
    const paths = Object.fromEntries(all.flatMap(({ key }) => pathIn(tree, ids.get(key), key)));
    if (all.every(({ key, path }) => (paths[key] ?? path) === path)) return;
    const texts = new Map(all.map(({ key, text }) => [key, text]));
    const changed: (PageEdit & { readonly kind: 'write' })[] = [];
    for (const { key, text } of flat(await linked({ paths, fileIds: fileIds() }, read.signal))) {
      const page = ids.get(key);
      // Someone may have deleted it since.
      if (page === undefined || text === texts.get(key) || !tree.byId.has(page)) continue;
      const { reading } = await content.reading(at.space, at.number, page, read);
      // Servers differ in how they escape a title, and another heading would change it.
      const { heading } = titledText(reading.markdown);
      const whole = heading === undefined ? text : `# ${heading}\n\n${text}`;
      changed.push({ kind: 'write', page, text: whole, format: 'markdown' });
    }
    while (changed.length > 0) {
      const batch = changed.splice(0, sizeOfBatch(changed.map(({ text }) => text)));
      await edits.send(at, batch, { ...read, readsBack: false });
    }
  }

  return {
    total,
    sent: () => ids.size,
    takesFiles: () => takesFiles,
    refused,
    hasFile: (path) => sendFiles.ids.has(path),
    async send(read, onSent) {
      if (waiting.length === 0 && ids.size === 0) await begin(read);
      while (waiting.length > 0) {
        await insert(read, onSent);
      }
      for (const error of ids.size === 0 ? refused.values() : []) throw error;
      if (ids.size + refused.size < total) throw new ReasonedError({ code: 'idsMissing' });
      await mendLinks(read);
    },
  };
}

/** In UTF-16 units. Servers refuse large requests; in UTF-8, this limit stays well below 10 MB. */
const mostText = 2_000_000;

/** How many of the texts fit into one revision, at least one. */
export function sizeOfBatch(texts: readonly string[]): number {
  let left = mostText;
  const count = texts.slice(0, mostAtOnce).findIndex((text) => (left -= text.length) < 0);
  return count === -1 ? mostAtOnce : Math.max(1, count);
}

function insertOf({ page: { title, text }, into }: Waiting) {
  const whole = title.trim().slice(0, longestTitle);
  return { kind: 'insert', title: whole, text, format: 'markdown', ...(into !== undefined && { into }) } as const;
}

function pathIn(tree: PageTree, id: string | undefined, key: string): [string, string][] {
  const path = id === undefined ? undefined : tree.byId.get(id)?.page.path;
  return path ? [[key, path]] : [];
}

function flat(pages: readonly ImportedPage[]): ImportedPage[] {
  return pages.flatMap((page) => [page, ...flat(page.children)]);
}
