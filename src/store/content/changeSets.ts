import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { filesDirectory, type FileNames } from '../../model/pages/fileNames.ts';
import { pageChanges, reportsTexts } from '../../model/changeRequests/changes.ts';
import { editedPages, fileChanges, reportedPageChanges } from '../../model/changeRequests/reportedChanges.ts';
import { instead, isKind } from '../../model/shared/failure.ts';
import type { ChangeSet, FileChange } from './content.ts';
import { baseOf } from './heads.ts';
import { createLanes } from '../shared/lane.ts';
import { skippedReason } from '../shared/pagedList.ts';
import type { RevisionFiles } from './revisionFiles.ts';
import type { RevisionContent, CachedContent, RevisionTrees } from './revisionTrees.ts';
import { aMinute } from '../library/spaceRecords.ts';

/** The changes that change requests make, by revision. */
export interface ChangeSets {
  cached(spaceId: string, changeRequest: ChangeRequest): ChangeSet | undefined;
  load(spaceId: string, changeRequest: ChangeRequest, signal?: AbortSignal): Promise<ChangeSet>;
}

export interface ChangeSetsContext {
  readonly api: Pick<Api, 'changeRequestContent'>;
  readonly trees: RevisionTrees;
  readonly files: RevisionFiles;
  /** In ms since the epoch. */
  readonly now: () => number;
}

/** The API's maximum per request. */
const limit = 1000;
/**
 * In ms. An incomplete or incomparable change set is fetched again after this time, because it may be complete by then.
 */
const doubtful = 5 * aMinute;
const incompleteReason = { code: 'changesIncomplete' } as const;

export function createChangeSets({ api, trees, files, now }: ChangeSetsContext): ChangeSets {
  const cached = new LRUCache<string, { readonly set: Omit<ChangeSet, 'changeRequest'>; readonly asOf: number }>({
    max: 30,
  });
  const laneOf = createLanes();

  async function fetch(spaceId: string, changeRequest: ChangeRequest, signal: AbortSignal): Promise<ChangeSet> {
    const { base, head } = sidesOf(spaceId, changeRequest);
    const reported = api.changeRequestContent.changes(
      { spaceId, changeRequestId: String(changeRequest.number), limit },
      { signal },
    );
    const [list, before, after] = await Promise.all([
      reported.catch(lacking),
      trees.load(base, signal).catch(lacking),
      trees.load(head, signal).catch(lacking),
    ]);
    // Neither way works, and this request says why.
    if (!list && !(before && after)) await reported;

    const changes = list?.changes ?? [];
    const isAll = list !== undefined && !list.more;
    const tree = after?.tree;
    const sides = { base, head, before, after };
    const files = isAll ? await placed(fileChanges(changes), sides, signal) : await compared(sides, signal);
    const isTextReported = isAll || (tree !== undefined && reportsTexts(tree));
    const isComparable = before !== undefined;
    return {
      space: spaceId,
      changeRequest,
      pages:
        before && tree
          ? pageChanges(before.tree, tree, { edited: editedPages(changes), isAll })
          : reportedPageChanges(changes, tree),
      files: files ?? [],
      isComparable,
      conflicts: list?.conflicts ?? undefined,
      incomplete:
        isAll || (isComparable && isTextReported && files)
          ? skippedReason([before, after].filter((each) => each !== undefined))
          : incompleteReason,
    };
  }

  interface Sides {
    readonly base: RevisionContent;
    readonly head: RevisionContent;
    readonly before: CachedContent | undefined;
    readonly after: CachedContent | undefined;
  }

  async function namesOf({ base, head, before, after }: Sides, signal: AbortSignal) {
    const [old, now] = await Promise.all([
      before && files(base, before.way, signal),
      after && files(head, after.way, signal),
    ]);
    return { old, now };
  }

  /** Adds the names in our file system to the changed files that the server reports. */
  async function placed(
    news: readonly Omit<FileChange, 'path'>[],
    sides: Sides,
    signal: AbortSignal,
  ): Promise<FileChange[]> {
    if (news.length === 0) return [];
    const { old, now } = await namesOf(sides, signal);
    return news.map((change) => ({ ...change, path: pathIn(change.kind === 'removed' ? old : now, change.id) }));
  }

  /** Files that differ between both sides, judging by their entries in the lists. */
  async function compared(sides: Sides, signal: AbortSignal): Promise<FileChange[] | undefined> {
    const { old, now } = await namesOf(sides, signal);
    if (!old || !now) return undefined;
    const changes: FileChange[] = [];
    const change = (kind: FileChange['kind'], id: string, names: FileNames) => {
      const path = pathIn(names, id);
      changes.push({ kind, id, path, name: path?.slice(filesDirectory.length + 1) ?? id });
    };
    const before = new Map([...old.byName.values()].map((file) => [file.id, file]));
    for (const file of now.byName.values()) {
      const was = before.get(file.id);
      before.delete(file.id);
      if (!was) change('added', file.id, now);
      else if (was.size !== file.size || was.name !== file.name || was.git?.oid !== file.git?.oid) {
        change('edited', file.id, now);
      }
    }
    for (const id of before.keys()) change('removed', id, old);
    return changes;
  }

  return {
    cached(spaceId, changeRequest) {
      const known = cached.get(keyOf(spaceId, changeRequest));
      return known && { ...known.set, changeRequest };
    },
    async load(spaceId, changeRequest, signal) {
      const key = keyOf(spaceId, changeRequest);
      const known = cached.get(key);
      const isWhole = known?.set.isComparable === true && known.set.incomplete === undefined;
      if (known && (isWhole || now() - known.asOf < doubtful)) return { ...known.set, changeRequest };
      return laneOf(key).share('changes', signal, async (signal) => {
        try {
          const set = await fetch(spaceId, changeRequest, signal);
          cached.set(key, { set, asOf: now() });
          return set;
        } catch (error) {
          if (!known || !isKind(error, 'unavailable', 'throttled', 'unreadable')) throw error;
          return { ...known.set, changeRequest };
        }
      });
    },
  };
}

/** The base and the head of a change request. */
export function sidesOf(
  space: string,
  changeRequest: ChangeRequest,
): { readonly base: RevisionContent; readonly head: RevisionContent } {
  const { revision, number } = changeRequest;
  const over = baseOf(changeRequest);
  return { base: { space, revision: over }, head: { space, revision, headOf: number, over } };
}

function pathIn(names: FileNames | undefined, id: string): string | undefined {
  const name = names?.nameOf.get(id);
  return name && `${filesDirectory}/${name}`;
}

const lacking = instead(undefined, 'unsupported', 'missing');

function keyOf(spaceId: string, changeRequest: ChangeRequest): string {
  return JSON.stringify([spaceId, changeRequest.number, changeRequest.revision, baseOf(changeRequest)]);
}
