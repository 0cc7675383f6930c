import type { Api } from '../../client/api.ts';
import { linksAfterHeadings, linksAfterMoves, type FixedLinks } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import { pagesBelow } from '../../model/pages/places.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import { treeAfterMove, type PageMove } from '../../model/pages/treeAfterMove.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { ChangedLinks, ChangeSet, RenamedHeadings } from './content.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import { pagesLinkingTo } from '../libraryActions/linkReports.ts';

/** Limit of pages read per call: more would take too long to wait for. */
const mostRead = 100;

export interface LinksBrokenByContext {
  readonly api: Pick<Api, 'spaces'>;
  readonly space: string;
  /** The current pages. */
  readonly tree: PageTree;
  readonly contextOf: (page: PageNode) => LinkContext;
  readonly read: (node: PageNode) => Promise<PageReading>;
  /** The changes of the change request. */
  readonly changes: () => Promise<ChangeSet | undefined>;
  readonly parseAhead: ParseAhead | undefined;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * See `Contents.linksBrokenBy`. The link report of the published content and the changes of the change
 * request tell which pages to read; without a report, every page is read.
 */
export async function linksBrokenBy(parts: LinksBrokenByContext, moves: readonly PageMove[]): Promise<ChangedLinks> {
  const { tree, contextOf } = parts;
  const withPagesBelow = (all: readonly PageMove[]): Set<PageNode> =>
    new Set(all.map(({ page }) => tree.byId.get(page)).flatMap((node) => (node ? [node, ...pagesBelow(node)] : [])));
  const affected = withPagesBelow(moves);
  const gone = withPagesBelow(moves.filter(({ to }) => !to));
  const treeAfter = moves.reduce(treeAfterMove, tree);
  return changedLinks(parts, await candidates(parts, affected, gone), (node, markdown) => {
    const before = contextOf(node);
    const page = treeAfter.byId.get(node.id) ?? node;
    const treeOf = (id: string) => (id === parts.space ? treeAfter : before.treeOf(id));
    return linksAfterMoves(markdown, before, { ...before, page, tree: treeAfter, treeOf });
  });
}

/** See `Contents.linksToHeadings`. Finds the pages in the same way. */
export async function linksToHeadings(parts: LinksBrokenByContext, renamed: RenamedHeadings): Promise<ChangedLinks> {
  const page = parts.tree.byId.get(renamed.page);
  if (!page) return { pages: [], isComplete: true };
  return changedLinks(parts, await candidates(parts, new Set([page]), new Set()), (node, markdown) =>
    linksAfterHeadings(markdown, renamed, parts.contextOf(node)),
  );
}

interface Candidates {
  readonly nodes: readonly PageNode[];
  readonly isComplete: boolean;
}

async function changedLinks(
  { read, parseAhead, signal }: LinksBrokenByContext,
  { nodes, isComplete }: Candidates,
  fix: (node: PageNode, markdown: string) => FixedLinks,
): Promise<ChangedLinks> {
  const all = await Promise.allSettled(
    nodes.slice(0, mostRead).map(async (node) => {
      const { markdown } = await read(node);
      await parseAhead?.('destinations', markdown);
      return { node, markdown, ...fix(node, markdown) };
    }),
  );
  signal?.throwIfAborted();
  const failed = all.filter((each) => each.status === 'rejected');
  if (failed.length > 0 && failed.length === all.length) throw failed[0]!.reason;
  return {
    pages: all.flatMap((each) => (each.status === 'fulfilled' && each.value.links > 0 ? [each.value] : [])),
    isComplete: isComplete && failed.length === 0 && nodes.length <= mostRead,
  };
}

/** The pages that may contain links to the affected ones, which come first, except those that are deleted. */
async function candidates(
  { api, space, tree, changes, warn, signal }: LinksBrokenByContext,
  affected: ReadonlySet<PageNode>,
  gone: ReadonlySet<PageNode>,
): Promise<Candidates> {
  const own = [...affected].filter((node) => !gone.has(node));
  const others = [...tree.byId.values()].filter((node) => !affected.has(node));
  try {
    const [linking, set] = await Promise.all([
      pagesLinkingTo(api, { spaceId: space, pages: new Set([...affected].map(({ id }) => id)) }, { signal }),
      changes(),
    ]);
    const changed = new Set(set?.pages.filter(({ text, before }) => text !== 'same' || !before).map(({ id }) => id));
    const likely = others.filter(({ id }) => linking.pages.has(id) || changed.has(id));
    const isComplete = linking.isComplete && (!set || (set.isComparable && set.incomplete === undefined));
    return { nodes: [...own, ...likely].filter(isReadable), isComplete };
  } catch (error) {
    if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    warn(`The links of a space could not be listed: ${String(error)}`);
    return { nodes: [...own, ...others].filter(isReadable), isComplete: true };
  }
}
