import { longestTitle, mostAtOnce } from '../../model/editing/limits.ts';
import type { SentLinks, ImportedPage } from '../../model/pages/importSources.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { ReasonedError } from '../../model/shared/failure.ts';
import type { Contents } from '../content/content.ts';
import type { ChangeRequestEdits, EditTarget, PageEdit } from './edits.ts';
import { createSendFiles, type FileToSend } from './sendImportedFiles.ts';
import type { Read } from '../library/library.ts';

export interface SendImportContext {
  readonly edits: Pick<ChangeRequestEdits, 'send' | 'sendFiles' | 'files'>;
  readonly content: Pick<Contents, 'pages' | 'entry'>;
}

export interface PagesToSend {
  readonly at: Pick<EditTarget, 'space' | 'number'>;
  readonly pages: readonly ImportedPage[];
  readonly files: readonly FileToSend[];
  /** Returns the pages with links to what has arrived. */
  readonly linked: (sent: SentLinks) => Promise<readonly ImportedPage[]>;
}

/**
 * Sends an import to a change request: its files, and then its pages, parents before their children, at most `mostAtOnce`
 * per revision.
 */
export interface SendImport {
  readonly total: number;
  /** Number of pages that the change request already has. */
  sent(): number;
  /** Whether the server takes files; undefined before the first attempt. */
  takesFiles(): boolean | undefined;
  /** Whether the change request has the file at this path of the import. */
  hasFile(path: string): boolean;
  /** Sends the rest. After a failure, call it again: pages that arrived aren't sent twice. */
  send(read: Read, onSent: () => void): Promise<void>;
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
  let waiting: { readonly page: ImportedPage; readonly into: string | undefined }[] = [];

  /** Pages are sent once their files have ids, so that each is sent once. */
  async function begin(read: Read): Promise<void> {
    takesFiles = await sendFiles.send(read);
    if (sendFiles.ids.size > 0) pages = await linked({ paths: {}, fileIds: fileIds() });
    waiting = pages.map((page) => ({ page, into: undefined }));
  }

  async function insert(read: Read): Promise<void> {
    const batch = waiting.slice(0, sizeOfBatch(waiting.map(({ page }) => page.text)));
    const { inserted } = await edits.send(at, batch.map(insertOf), { ...read, readsBack: false });
    waiting.splice(0, batch.length);
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
    const changed = flat(await linked({ paths, fileIds: fileIds() })).flatMap(
      ({ key, text }): (PageEdit & { readonly kind: 'write' })[] => {
        const page = ids.get(key);
        if (page === undefined || text === texts.get(key)) return [];
        const title = tree.byId.get(page)?.page.title ?? '';
        return [{ kind: 'write', page, text: `# ${title}\n\n${text}`, format: 'markdown' }];
      },
    );
    while (changed.length > 0) {
      const batch = changed.splice(0, sizeOfBatch(changed.map(({ text }) => text)));
      await edits.send(at, batch, { ...read, readsBack: false });
    }
  }

  return {
    total,
    sent: () => ids.size,
    takesFiles: () => takesFiles,
    hasFile: (path) => sendFiles.ids.has(path),
    async send(read, onSent) {
      if (waiting.length === 0 && ids.size === 0) await begin(read);
      while (waiting.length > 0) {
        await insert(read);
        onSent();
      }
      if (ids.size < total) {
        throw new ReasonedError({ code: 'idsMissing' });
      }
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

function insertOf({ page: { title, text }, into }: { readonly page: ImportedPage; readonly into: string | undefined }) {
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
