import pLimit from 'p-limit';
import { introducedProblems } from '../../model/checks/introduced.ts';
import type { PageFacts } from '../../model/checks/pageFacts.ts';
import type { PageProblem } from '../../model/checks/problem.ts';
import { withNewFiles } from '../../model/editing/newFiles.ts';
import { type Anchors, brokenLinks, pagesLinkedAtAnchors } from '../../model/pages/brokenLinks.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import { pagesBelow } from '../../model/pages/places.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { ApiError, failureOf, instead, isKind } from '../../model/shared/failure.ts';
import { pagesLinkingTo } from '../libraryActions/linkReports.ts';
import { readChanges } from './changes.ts';
import { sidesOf } from './changeSets.ts';
import type { CheckAllOptions, CheckedChangeRequest, CheckedPage, CheckOptions } from './checks.ts';
import type { ChangeSet } from './content.ts';
import { linkContext, readFileNames } from './renderPage.ts';
import type { CachedContent, RevisionContent } from './revisionTrees.ts';
import { loadContent, type ContentState } from './state.ts';
import { headOf } from '../../model/shared/address.ts';

/** Limit of pages that are checked at the same time. As many are read, and the threads always have a next task. */
const atOnce = 8;
/** Limit of pages that are read only because of links to and from them. */
const mostLinked = 100;

/** See `Contents.checkPage`. */
export async function checkPage(
  state: ContentState,
  spaceId: string,
  number: number,
  pageId: string,
  options: CheckOptions,
): Promise<CheckedPage> {
  const sides = await bothSides(state, spaceId, number, options);
  const node = sides.head.cached.tree.byId.get(pageId);
  if (!node || !isReadable(node)) throw new ApiError('missing', { code: 'pageMissing' });
  const read = await readBoth(sides, node, options);
  const anchors = await anchorsFor(sides, [read], options);
  return checked(sides, read, anchors, options.shows);
}

/** See `Contents.check`. */
export async function checkChangeRequest(
  state: ContentState,
  spaceId: string,
  number: number,
  options: CheckAllOptions,
): Promise<CheckedChangeRequest> {
  const { signal, unsent = new Map<string, string>(), onProgress, shows } = options;
  const set = await readChanges(state, spaceId, number, signal);
  const sides = await bothSides(state, spaceId, number, options);
  const { byId } = sides.head.cached.tree;
  const edited = set.pages.filter(({ text }) => text !== 'same').map(({ id }) => id);
  const nodes = [...new Set([...edited, ...unsent.keys()])].flatMap((id) => byId.get(id) ?? []).filter(isReadable);

  const unchecked: { readonly node: PageNode; readonly error?: unknown }[] = [];
  const limit = pLimit(atOnce);
  const readAll = async (all: readonly PageNode[], way: typeof readBoth): Promise<ReadBoth[]> => {
    const read = all.map((node) =>
      limit(async () => {
        signal?.throwIfAborted();
        try {
          return await way(sides, node, options);
        } catch (error) {
          if (signal?.aborted || isKind(error, 'cancelled')) throw error;
          unchecked.push({ node, ...(error instanceof TooLong ? {} : { error }) });
          return undefined;
        } finally {
          if (way === readBoth) onProgress?.(++done, nodes.length);
        }
      }),
    );
    return (await Promise.all(read)).filter((each) => each !== undefined);
  };
  let done = 0;

  const own = await readAll(nodes, readBoth);
  const linking = sides.base ? await linkingPages(state, sides, { set, own, signal }) : { nodes: [], isComplete: true };
  const others = await readAll(linking.nodes, readUnchanged);
  const anchors = await anchorsFor(sides, [...own, ...others], options);
  const pages: CheckedPage[] = [];
  const pause = pauses();
  for (const read of own) {
    pages.push(checked(sides, read, anchors, shows));
    await pause(signal);
  }
  for (const read of others) {
    const page = checked(sides, read, anchors, 'introduced');
    if (page.problems.length > 0) pages.push(page);
    await pause(signal);
  }
  return {
    changeRequest: set.changeRequest,
    pages,
    unchecked,
    isCompared: sides.base !== undefined,
    isComplete: set.incomplete === undefined && linking.isComplete && anchors.isComplete,
  };
}

/** Lets other work go on if this one has lasted for a while. */
function pauses(): (signal: AbortSignal | undefined) => Promise<void> {
  let since = performance.now();
  return async (signal) => {
    if (performance.now() - since < longestWork) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    since = performance.now();
  };
}

/** In ms. */
const longestWork = 10;

interface Side {
  readonly content: RevisionContent;
  readonly cached: CachedContent;
  readonly contextOf: (node: PageNode) => LinkContext;
  readonly textOf: (node: PageNode) => Promise<string>;
}

interface Sides {
  readonly space: string;
  readonly head: Side;
  /** Undefined if the server doesn't have it. */
  readonly base: Side | undefined;
  readonly markdownOf: (node: PageNode) => Promise<string>;
}

/** A page with its text at the head and, if it is there, at the base. */
interface ReadBoth {
  readonly node: PageNode;
  readonly head: Text;
  readonly base: (Text & { readonly node: PageNode }) | undefined;
}

interface Text {
  readonly text: string;
  readonly facts: PageFacts;
}

/** The text would take too long to check. */
class TooLong extends Error {}

async function bothSides(
  state: ContentState,
  spaceId: string,
  number: number,
  { signal, unsent, newFiles = [] }: CheckOptions,
): Promise<Sides> {
  const head = await loadContent(state, spaceId, headOf(number), signal);
  const { base } = sidesOf(spaceId, await state.heads.fresh(spaceId, number, signal));
  const before = await state.trees.load(base, signal).catch(instead(undefined, 'unsupported', 'missing'));
  const side = async (content: RevisionContent, cached: CachedContent, added: typeof newFiles = []): Promise<Side> => {
    const files = withNewFiles(await readFileNames(state, content, cached, signal), added);
    return {
      content,
      cached,
      contextOf: (node) => ({ ...linkContext(state, content, cached, node), files }),
      textOf: async (node) => (await state.texts.read(content, cached, node, signal)).text,
    };
  };
  const [after, old] = await Promise.all([side(head.content, head.cached, newFiles), before && side(base, before)]);
  return {
    space: spaceId,
    head: {
      ...after,
      contextOf(node) {
        const context = after.contextOf(node);
        return { ...context, files: withNewFiles(context.files, newFiles) };
      },
      textOf: async (node) => unsent?.get(node.id) ?? after.textOf(node),
    },
    base: old,
    markdownOf: async (node) => (await state.texts.read(head.content, head.cached, node, signal)).markdown,
  };
}

async function readBoth({ head, base }: Sides, node: PageNode, options: CheckOptions): Promise<ReadBoth> {
  const before = base?.cached.tree.byId.get(node.id);
  const reading = before && isReadable(before) ? base?.textOf(before) : undefined;
  // Its rejection is handled below.
  reading?.catch(() => undefined);
  const after = await factsIn(await head.textOf(node), options);
  // Without problems now, it doesn't matter which there were.
  const old = reading && (await factsIn(await reading, options, after.facts.problems.length === 0));
  return { node, head: after, base: old && { ...old, node: before! } };
}

/** A page with the same Markdown on both sides: it is read once, and only its links matter. */
async function readUnchanged({ head, base, markdownOf }: Sides, node: PageNode, options: CheckOptions) {
  const before = base!.cached.tree.byId.get(node.id)!;
  const [{ readingOf }, markdown, text] = await Promise.all([
    import('../../model/pages/text.ts'),
    markdownOf(node),
    head.textOf(node),
  ]);
  const after = await factsIn(text, options, true);
  const { text: old } = readingOf(markdown, base!.contextOf(before));
  return { node, head: after, base: { ...(old === text ? after : await factsIn(old, options, true)), node: before } };
}

async function factsIn(text: string, { factsOf, signal }: CheckOptions, linksOnly = false): Promise<Text> {
  const facts = await factsOf(text, linksOnly, signal);
  if (!facts) throw new TooLong();
  return { text, facts };
}

/**
 * Other pages with links to pages that got another path, were deleted, or lost a heading, as the link report of the
 * published content says.
 */
async function linkingPages(
  { api, log }: ContentState,
  { space, head, base }: Sides,
  { set, own, signal }: { set: ChangeSet; own: readonly ReadBoth[]; signal: AbortSignal | undefined },
): Promise<{ readonly nodes: readonly PageNode[]; readonly isComplete: boolean }> {
  const [before, after] = [base!.cached.tree.byId, head.cached.tree.byId];
  const movedOnes = set.pages
    .filter((change) => change.isMoved || change.isRenamed || !change.after)
    .flatMap(({ id }) => before.get(id) ?? []);
  const moved = new Set(movedOnes.flatMap((node) => [node, ...pagesBelow(node)]).map(({ id }) => id));
  const lost = own.filter(
    ({ head, base }) => base && [...base.facts.anchors.keys()].some((anchor) => !head.facts.anchors.has(anchor)),
  );
  const targets = new Set([...moved, ...lost.map(({ node }) => node.id)]);
  if (targets.size === 0) return { nodes: [], isComplete: true };

  const isOwn = new Set(own.map(({ node }) => node.id));
  const readable = (ids: Iterable<string>): PageNode[] =>
    [...new Set(ids)]
      .flatMap((id) => (isOwn.has(id) || !before.has(id) ? [] : (after.get(id) ?? [])))
      .filter(isReadable);
  try {
    const linking = await pagesLinkingTo(api, { spaceId: space, pages: targets }, { signal });
    const nodes = readable([...moved, ...linking.pages]);
    return { nodes: nodes.slice(0, mostLinked), isComplete: linking.isComplete && nodes.length <= mostLinked };
  } catch (error) {
    if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    log.warn(`The links of a space could not be listed: ${String(error)}`);
    const nodes = readable(moved);
    return { nodes: nodes.slice(0, mostLinked), isComplete: false };
  }
}

interface BothAnchors {
  readonly head: ReadonlyMap<string, Anchors>;
  readonly base: ReadonlyMap<string, Anchors>;
  readonly isComplete: boolean;
}

/** The anchors of the pages, and of those that they link to. */
async function anchorsFor(sides: Sides, pages: readonly ReadBoth[], options: CheckOptions): Promise<BothAnchors> {
  const { signal, shows } = options;
  const head = new Map(pages.map(({ node, head }) => [node.id, head.facts.anchors]));
  const base = new Map(pages.flatMap(({ node, base }) => (base ? [[node.id, base.facts.anchors] as const] : [])));
  const linked = new Set<string>();
  const pause = pauses();
  for (const page of pages) {
    const { destinations } = page.head.facts;
    // An old link to a page that didn't change can't be broken by the change request.
    const old = new Set(shows === 'all' ? [] : page.base?.facts.destinations.map(({ url }) => url));
    const wanted = destinations.filter(({ url }) => url.includes('#') && !old.has(url));
    for (const id of pagesLinkedAtAnchors(page.head.text, sides.head.contextOf(page.node), wanted)) {
      if (!head.has(id)) linked.add(id);
    }
    await pause(signal);
  }
  const nodes = [...linked].flatMap((id) => sides.head.cached.tree.byId.get(id) ?? []);
  const limit = pLimit(atOnce);
  const read = nodes.slice(0, mostLinked).map((node) =>
    limit(async () => {
      signal?.throwIfAborted();
      const { facts } = await factsIn(await sides.head.textOf(node), options, true);
      head.set(node.id, facts.anchors);
      base.set(node.id, facts.anchors);
    }),
  );
  const results = await Promise.allSettled(read);
  signal?.throwIfAborted();
  return {
    head,
    base,
    isComplete: nodes.length <= mostLinked && results.every(({ status }) => status === 'fulfilled'),
  };
}

function checked(
  { head, base }: Sides,
  page: ReadBoth,
  anchors: BothAnchors,
  shows: CheckOptions['shows'],
): CheckedPage {
  const context = head.contextOf(page.node);
  const anchorsOf = (id: string) => anchors.head.get(id);
  const { text } = page.head;
  const problems = problemsIn(page.head, { ...context, anchorsOf });
  const before = page.base && {
    text: page.base.text,
    problems: problemsIn(page.base, {
      ...base!.contextOf(page.base.node),
      anchorsOf: (id) => anchors.base.get(id),
    }),
  };
  return {
    node: page.node,
    text,
    problems: shows === 'all' || !before ? problems : introducedProblems({ text, problems }, before),
    context,
    anchorsOf,
  };
}

function problemsIn({ text, facts }: Text, context: Parameters<typeof brokenLinks>[1]): readonly PageProblem[] {
  const links = brokenLinks(text, context, facts.destinations);
  return [...facts.problems, ...links].sort((one, other) => one.start - other.start);
}
