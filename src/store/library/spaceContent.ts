import type { Api } from '../../client/api.ts';
import type { File } from '../../contract/spaces/content.ts';
import { fileNames, type FileNames } from '../../model/pages/fileNames.ts';
import { pageTree, type PageTree } from '../../model/pages/tree.ts';
import { treeChanges } from '../../model/pages/treeChanges.ts';
import { failureOf, type ApiError } from '../../model/shared/failure.ts';
import { createLane } from '../shared/lane.ts';
import type { LibraryChanges } from './changes.ts';
import type { OpenedPaths } from './openedPaths.ts';
import { createPagedList, type PagedList, type Turns } from '../shared/pagedList.ts';

/** The page tree of a space as last fetched. */
export interface CachedTree {
  readonly tree: PageTree;
  /** The space's revision before the tree was requested: the tree may be newer, never older. */
  readonly revision: string;
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  /** Number of pages that couldn't be read. */
  readonly skipped: number;
}

/** The pages and files of one space. */
export interface SpaceContent {
  readonly opened: OpenedPaths;
  tree(): CachedTree | undefined;
  /** Why the tree couldn't be loaded or refreshed. */
  failure(): ApiError | undefined;
  /** The cached tree; fetches the tree of this revision if there is none. */
  loadTree(revision: string, signal?: AbortSignal): Promise<CachedTree>;
  /**
   * Fetches the tree of this revision unless it is cached (with `again`, in any case). If that fails, the cached tree
   * stays and `failure` has the reason.
   */
  renewTree(revision: string, signal?: AbortSignal, again?: boolean): Promise<void>;
  /** Whether a refresh has to fetch its pages or files, because they are cached or couldn't be loaded. */
  isWanted(): boolean;
  /** Records that the cached tree couldn't be checked. */
  fail(error: ApiError): void;

  readonly files: Omit<PagedList<File>, 'load'>;
  /** Loads the first page of the file list, unless files are cached. */
  loadFiles(revision: string, signal?: AbortSignal): Promise<void>;
  /** The names of the cached files. */
  names(): FileNames;
  /** The names of all files of this revision. */
  loadNames(revision: string, signal?: AbortSignal): Promise<FileNames>;
  /**
   * Fetches the cached part of the file list again if it is of another revision, or the first page if it couldn't be
   * loaded.
   */
  renewFiles(revision: string, signal?: AbortSignal): Promise<void>;
}

export interface SpaceContentContext {
  readonly spaceId: string;
  readonly api: Pick<Api['content'], 'pages' | 'files'>;
  readonly opened: OpenedPaths;
  readonly now: () => number;
  readonly turns: Turns;
  readonly changes: Pick<LibraryChanges, 'emit' | 'mark' | 'announce'>;
}

export function createSpaceContent(parts: SpaceContentContext): SpaceContent {
  const { spaceId, api, opened, now, turns, changes } = parts;
  const lane = createLane();
  let cached: CachedTree | undefined;
  let failure: ApiError | undefined;

  async function fetchTree(revision: string, signal: AbortSignal): Promise<CachedTree> {
    const [reply, paths] = await Promise.all([api.pages({ spaceId }, { signal }), opened.load()]);
    return keepTree(pageTree(reply.pages, { opened: paths, before: cached?.tree }), revision, reply.skipped?.length);
  }

  function keepTree(tree: PageTree, revision: string, skipped = 0): CachedTree {
    const before = cached;
    cached = { tree, revision, asOf: now(), skipped };
    failure = undefined;
    if (before) {
      const { changed, deleted } = treeChanges(before.tree, tree, before.revision !== revision);
      if (changed.length + deleted.length > 0) changes.emit({ kind: 'pages', space: spaceId, changed, deleted });
    }
    changes.announce();
    return cached;
  }

  function keepFailure(error: unknown): void {
    const known = failureOf(error);
    if (known === undefined || known.kind === 'cancelled') throw error;
    failure = known;
    changes.mark();
  }

  const files = createPagedList<File>({
    fetch: (page, signal) => api.files({ spaceId, limit: 1000, ...(page !== undefined && { page }) }, { signal }),
    now,
    turns,
    onUpdate: changes.mark,
  });
  let filesRevision: string | undefined;
  let named: { readonly items: readonly File[]; readonly names: FileNames } | undefined;

  function names(): FileNames {
    const items = files.cached()?.items ?? [];
    if (named?.items !== items) named = { items, names: fileNames(items) };
    return named.names;
  }

  async function loadFiles(revision: string, signal: AbortSignal | undefined): Promise<void> {
    if (files.cached() === undefined) filesRevision = revision;
    await files.load(signal);
  }

  async function renewFiles(revision: string, signal: AbortSignal | undefined): Promise<void> {
    const isUnknown = files.cached() === undefined;
    if (isUnknown ? files.failure() === undefined : filesRevision === revision) return;
    await files.refresh(signal);
    if (files.failure() === undefined) filesRevision = revision;
  }

  return {
    opened,
    tree: () => cached,
    failure: () => failure,
    loadTree: async (revision, signal) =>
      cached ??
      lane.share('load', signal, async (signal) => {
        if (cached) return cached;
        try {
          return await fetchTree(revision, signal);
        } catch (error) {
          keepFailure(error);
          throw error;
        }
      }),
    renewTree: (revision, signal, again = false) =>
      lane.renew(`renew ${again} ${revision}`, signal, async (signal) => {
        if (cached?.revision === revision && !again) {
          failure = undefined;
          return;
        }
        try {
          await fetchTree(revision, signal);
        } catch (error) {
          keepFailure(error);
        }
      }),
    isWanted: () => [cached, failure, files.cached(), files.failure()].some((each) => each !== undefined),
    fail(error) {
      if (!cached) return;
      failure = error;
      changes.mark();
    },

    files,
    loadFiles,
    names,
    async loadNames(revision, signal) {
      await loadFiles(revision, signal);
      await renewFiles(revision, signal);
      while (files.cached()?.hasMore) await files.more(signal);
      return names();
    },
    renewFiles,
  };
}
