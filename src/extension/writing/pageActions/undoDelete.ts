import pMap from 'p-map';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { placeOf, slugIn } from '../../../model/pages/places.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isDocument, isReadable } from '../../../model/pages/readable.ts';
import type { PageEdit } from '../../../store/editing/edits.ts';
import { send, type PageSession } from '../../ground/sessions/pageSession.ts';
import type { UnsentText } from './unsentChanges.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Pages as they were before they are deleted. */
export interface DeletedPages {
  /** Pages that main doesn't have, so that reverting can't bring them back. */
  readonly added: readonly PageNode[];
  /** Call this before the pages are deleted. Rejects if one of them can't be read. */
  readonly readTexts: () => Promise<void>;
  /**
   * Restores all of them as the change request had them, with their unsent texts by page id. Undefined if that isn't
   * possible.
   */
  readonly restore: ((unsent: ReadonlyMap<string, UnsentText>) => Promise<void>) | undefined;
}

const readAtOnce = 4;

/** Remembers pages before they are deleted, in the order of the tree. */
export async function rememberPages(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  tree: PageTree,
  nodes: readonly PageNode[],
): Promise<DeletedPages> {
  const { content, edits, space, number } = session;
  const { pages, isComparable } = await content.changes(space, number);
  const changes = new Map(pages.map((change) => [change.id, change]));
  const added = nodes.filter(({ id }) => changes.has(id) && changes.get(id)?.before === undefined);
  // If the server can't compare versions, it is unknown what a revert loses. And only documents can be inserted.
  if (!isComparable || added.some((node) => !hasText(node)))
    return { added, readTexts: async () => undefined, restore: undefined };
  const texts = new Map<string, string>();
  const stored = nodes.filter((node) => !added.includes(node));
  /**
   * An inserted page gets another id. The ids outlive a failed attempt, so that the next one continues where it
   * stopped.
   */
  const ids = new Map<string, string>();
  const idOf = (id: string): string => ids.get(id) ?? id;

  async function readTexts(): Promise<void> {
    const written = nodes.filter((node) => hasText(node) && hasOtherText(changes.get(node.id)));
    const read = async ({ id }: PageNode) => texts.set(id, (await edits.page({ space, number, page: id })).text);
    await pMap(written, read, { concurrency: readAtOnce });
  }

  function placeBefore(node: PageNode): ReturnType<typeof placeOf> {
    return { ...placeOf(tree, node), into: node.parent && idOf(node.parent.id) };
  }

  async function restore(unsent: ReadonlyMap<string, UnsentText>): Promise<void> {
    const sendAll = async (all: readonly PageEdit[]): Promise<void> => {
      if (all.length > 0) await send(parts, session, ...all);
    };
    await sendAll(stored.map(({ id }) => ({ kind: 'revert', page: id })));
    for (const node of added) {
      if (ids.has(node.id)) continue;
      const text = texts.get(node.id);
      const { inserted } = await send(parts, session, {
        kind: 'insert',
        title: node.title,
        text,
        ...placeBefore(node),
      });
      ids.set(node.id, inserted[0] ?? node.id);
    }
    await sendAll([
      ...added.map(({ id, page }): PageEdit => ({ kind: 'rename', page: idOf(id), slug: slugIn({ page }) })),
      ...stored.flatMap((node): PageEdit[] => {
        const change = changes.get(node.id);
        if (!change) return [];
        return [
          ...(change.isMoved || change.isReordered
            ? [{ kind: 'move', page: node.id, ...placeBefore(node) } as const]
            : []),
          ...(isCalledOtherwise(change)
            ? [{ kind: 'rename', page: node.id, title: node.page.title ?? undefined, slug: slugIn(node) } as const]
            : []),
        ];
      }),
    ]);
    // Texts are sent once all pages have their paths, because they link to each other. Texts that the platform already
    // has aren't sent again.
    await sendAll([...texts].map(([id, text]) => ({ kind: 'write', page: idOf(id), text })));
    for (const [id, { text, markers }] of unsent) {
      const target = { space, number, page: idOf(id) };
      await edits.drafts.keep(target, text, (await edits.page(target)).text, markers);
    }
  }

  return { added, readTexts, restore };
}

function hasText(node: PageNode): boolean {
  return isReadable(node) && isDocument(node.page);
}

function hasOtherText(change: PageChange | undefined): boolean {
  return change !== undefined && (!change.before || change.text !== 'same');
}

function isCalledOtherwise({ isRenamed, fields }: PageChange): boolean {
  return isRenamed || fields.some(({ name }) => name === 'title' || name === 'slug');
}
