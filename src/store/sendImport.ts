import type { ImportedPage } from '../model/importSources.ts';
import type { PageTree } from '../model/pageTree.ts';
import type { ChangeRequestContent } from './changeRequestContent.ts';
import {
  longestTitle,
  mostAtOnce,
  type ChangeRequestEdits,
  type EditTarget,
  type PageEdit,
} from './changeRequestEdits.ts';
import type { Read } from './library.ts';

export interface SendImportParts {
  readonly edits: Pick<ChangeRequestEdits, 'send'>;
  readonly content: Pick<ChangeRequestContent, 'pages'>;
}

export interface PagesToSend {
  readonly at: Pick<EditTarget, 'space' | 'number'>;
  readonly pages: readonly ImportedPage[];
  /** Gives the pages with links to where they are: `paths` holds the platform's path by key. */
  readonly linked: (paths: Readonly<Record<string, string>>) => Promise<readonly ImportedPage[]>;
}

/** An import on its way into a change request, parents before their children, `mostAtOnce` pages a revision. */
export interface SendImport {
  readonly total: number;
  /** How many pages the change request has. */
  sent(): number;
  /** Sends what is left. After a failure, call it again: pages that arrived aren't sent twice. */
  send(read: Read, onSent: () => void): Promise<void>;
}

export function createSendImport({ edits, content }: SendImportParts, { at, pages, linked }: PagesToSend): SendImport {
  const total = flat(pages).length;
  const ids = new Map<string, string>();
  const waiting: { readonly page: ImportedPage; readonly into: string | undefined }[] = pages.map((page) => ({
    page,
    into: undefined,
  }));

  async function insert(read: Read): Promise<void> {
    const batch = waiting.slice(0, mostAtOnce);
    const { inserted } = await edits.send(at, batch.map(insertOf), read);
    waiting.splice(0, batch.length);
    for (const [index, { page }] of batch.entries()) {
      const id = inserted[index];
      if (id === undefined) continue;
      ids.set(page.key, id);
      waiting.push(...page.children.map((child) => ({ page: child, into: id })));
    }
  }

  /** Where the platform gave pages other paths than their titles tell, links to them are sent once more. */
  async function mendLinks(read: Read): Promise<void> {
    const tree = await content.pages(at.space, { kind: 'changeRequest', number: at.number }, read);
    const all = flat(pages);
    const paths = Object.fromEntries(all.flatMap(({ key }) => pathIn(tree, ids.get(key), key)));
    if (all.every(({ key, path }) => (paths[key] ?? path) === path)) return;
    const texts = new Map(all.map(({ key, text }) => [key, text]));
    const changed = flat(await linked(paths)).flatMap(({ key, text }): PageEdit[] => {
      const page = ids.get(key);
      if (page === undefined || text === texts.get(key)) return [];
      const title = tree.byId.get(page)?.page.title ?? '';
      return [{ kind: 'write', page, text: `# ${title}\n\n${text}`, format: 'markdown' }];
    });
    if (changed.length > 0) await edits.send(at, changed, { ...read, inBatches: true });
  }

  return {
    total,
    sent: () => ids.size,
    async send(read, onSent) {
      while (waiting.length > 0) {
        await insert(read);
        onSent();
      }
      await mendLinks(read);
    },
  };
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
