import type { ContentChange } from '../../contract/changeRequests/changeRequestContent.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import type { Contents } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import type { PreparedEdit } from './preparedEdits.ts';

export interface Arriving {
  readonly space: string;
  readonly number: number;
  readonly content: Pick<Contents, 'pages' | 'reading' | 'changes'>;
  /** Ids of the pages that existed before the request. */
  readonly before: ReadonlySet<string>;
}

/**
 * If the change request's content now has all the edits, returns the ids of the inserted pages. Identical edits by
 * someone else count as ours.
 */
export async function confirmedEdits(
  parts: Arriving,
  sent: readonly PreparedEdit[],
  read: Read = {},
): Promise<readonly string[] | undefined> {
  const { space, number, content } = parts;
  const tree = await content.pages(space, { kind: 'changeRequest', number }, read);
  const found = insertedPages(tree, sent, parts.before);
  if (found.includes(undefined)) return undefined;
  for (const each of sent) {
    if (each.change.operation !== 'insert_page' && !(await isConfirmed(parts, tree, each, read))) return undefined;
  }
  return found.filter((id) => id !== undefined);
}

/** For each insert, in order, the id of a matching page that didn't exist before, or undefined if there is none. */
export function insertedPages(
  tree: PageTree,
  sent: readonly PreparedEdit[],
  before: ReadonlySet<string>,
): readonly (string | undefined)[] {
  const taken = new Set<string>();
  return sent.flatMap(({ change }) => {
    if (change.operation !== 'insert_page') return [];
    const isIt = (node: PageNode): boolean =>
      !before.has(node.id) &&
      !taken.has(node.id) &&
      node.page.title === change.title &&
      node.parent?.id === change.into;
    const found = [...tree.byId.values()].find(isIt)?.id;
    if (found !== undefined) taken.add(found);
    return [found];
  });
}

async function isConfirmed(
  { space, number, content }: Arriving,
  tree: PageTree,
  { change, markdown }: PreparedEdit,
  read: Read,
): Promise<boolean> {
  switch (change.operation) {
    case 'update_page': {
      const node = tree.byId.get(change.page);
      if (!node || !isAsWanted(node, tree, change)) return false;
      if (markdown === undefined) return true;
      const { reading } = await content.reading(space, number, change.page, read);
      return isSameMarkdown(reading.markdown, markdown);
    }
    case 'delete_page':
      return !tree.byId.has(change.page);
    case 'insert_files':
      return true;
    case 'revert_page': {
      const { pages, isComparable } = await content.changes(space, number, read);
      return isComparable && !pages.some(({ id }) => id === change.page);
    }
    case 'insert_page':
      return true;
  }
}

function isAsWanted(
  node: PageNode,
  tree: PageTree,
  { title, slug, into, at }: Extract<ContentChange, { operation: 'update_page' }>,
): boolean {
  const siblings = node.parent ? node.parent.children : tree.roots;
  return (
    (title === undefined || node.page.title === title) &&
    (slug === undefined || node.page.slug === slug || node.page.path?.split('/').at(-1) === slug) &&
    (into === undefined || (node.parent?.id ?? null) === into) &&
    (at === undefined || siblings[Math.min(at, siblings.length - 1)]?.id === node.id)
  );
}

/** Ignores invisible differences: line endings, and empty lines below the title and at the end. */
export function isSameMarkdown(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^(#[^\n]*)\n[ \t\n]*/, '$1\n\n')
    .trimEnd();
}
