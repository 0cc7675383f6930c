import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Tree } from '../../contract/shared/tree.ts';
import type { Page } from '../../contract/spaces/content.ts';
import { pageTree, type PageTree } from '../../model/pages/tree.ts';
import { instead, isKind } from '../../model/shared/failure.ts';
import { createLanes } from '../shared/lane.ts';
import type { Library } from '../library/library.ts';

/** The content of a space at one revision, which never changes. */
export interface RevisionContent {
  readonly space: string;
  readonly revision: string;
  /** The number of the change request whose head this is. */
  readonly headOf?: number | undefined;
  /** The revision that it is compared with: pages have their paths there, if possible. */
  readonly over?: string | undefined;
}

/** How its pages can be read: as a revision, as the head of its change request, or as published content. */
export type Way = 'revision' | 'head' | 'main';

export interface CachedContent {
  readonly tree: PageTree;
  readonly way: Way;
  /** Number of pages that couldn't be read. */
  readonly skipped: number;
}

/** Page trees by revision, cached within the given room. */
export interface RevisionTrees {
  cached(content: RevisionContent): CachedContent | undefined;
  /** Rejects with `unsupported` if the server serves it in no way. */
  load(content: RevisionContent, signal?: AbortSignal): Promise<CachedContent>;
}

export interface RevisionTreesContext {
  readonly api: Pick<Api, 'revisions' | 'changeRequestContent' | 'content'>;
  readonly library: Pick<Library, 'space'>;
  /** In pages. At least four trees are cached, no matter how large: base and head of two change requests. */
  readonly room?: number;
}

export function createRevisionTrees({ api, library, room = 50_000 }: RevisionTreesContext): RevisionTrees {
  const trees = new LRUCache<string, CachedContent>({ max: 64 });
  const laneOf = createLanes();

  function keep(key: string, known: CachedContent): CachedContent {
    trees.set(key, known);
    const size = () => [...trees.values()].reduce((sum, { tree }) => sum + tree.byId.size, 0);
    while (trees.size > 4 && size() > room) trees.pop();
    return known;
  }

  async function load(content: RevisionContent, signal: AbortSignal | undefined): Promise<CachedContent> {
    const key = keyOf(content);
    const known = trees.get(key);
    if (known) return known;
    return laneOf(key).share('tree', signal, async (signal) => {
      const [before, { pages, skipped = [], way }] = await Promise.all([
        beforeOf(content, signal),
        fetch(content, signal),
      ]);
      return keep(key, { tree: pageTree(pages, { before }), way, skipped: skipped.length });
    });
  }

  /** If the tree can't be fetched, pages have the paths from their own tree. */
  async function beforeOf({ space, over }: RevisionContent, signal: AbortSignal): Promise<PageTree | undefined> {
    if (over === undefined) return undefined;
    const below = await load({ space, revision: over }, signal).catch(instead(undefined, 'unsupported', 'missing'));
    return below?.tree;
  }

  async function fetch(content: RevisionContent, signal: AbortSignal): Promise<Tree<Page> & { readonly way: Way }> {
    const { space: spaceId, revision, headOf } = content;
    try {
      const tree = await api.revisions.pages({ spaceId, revisionId: revision }, { signal });
      return { ...tree, way: 'revision' };
    } catch (error) {
      // Some servers keep no old revisions.
      if (!isKind(error, 'unsupported', 'missing')) throw error;
      if (headOf !== undefined) {
        const changeRequestId = String(headOf);
        const tree = await api.changeRequestContent.pages({ spaceId, changeRequestId }, { signal });
        return { ...tree, way: 'head' };
      }
      if ((await library.space(spaceId, { signal })).revision !== revision) throw error;
      const tree = await api.content.pages({ spaceId }, { signal });
      return { ...tree, way: 'main' };
    }
  }

  return { cached: (content) => trees.get(keyOf(content)), load };
}

export function keyOf({ space, revision, over }: RevisionContent): string {
  return JSON.stringify([space, revision, over]);
}
