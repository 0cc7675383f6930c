import { ApiError, failureOf, isKind, mayHaveHappened } from '../../model/shared/failure.ts';
import { callsFor, isDone, wayBack, type Move } from '../../model/sites/moves.ts';
import { addedId, edited, isMade, type SiteEdit } from '../../model/sites/edits.ts';
import { partOf, siteTreeFromLists, siteTreeOf, type SiteTree } from '../../model/sites/tree.ts';
import { createCachedValue, type CachedValue } from '../shared/cachedValue.ts';
import { createLane } from '../shared/lane.ts';
import { listed } from '../shared/listed.ts';
import { createSendOnce } from '../shared/sendOnce.ts';
import { sendEdit, sendMove, type SiteAddress, type StructureApi } from './calls.ts';
import type { SiteContent } from './sites.ts';

export type Structure = Pick<
  SiteContent,
  'tree' | 'asOf' | 'failure' | 'pending' | 'loadTree' | 'refreshTree' | 'edit' | 'undo' | 'canUndo'
>;

/** Limit of moves that can be undone. */
const mostStored = 50;

/** The structure of one site. Edits are sent one after the other, each based on the tree after the previous one. */
export function siteStructure(parts: {
  readonly api: StructureApi;
  readonly address: SiteAddress;
  readonly now: () => number;
  /** Called when the tree or the last failure changes. */
  readonly onUpdate: () => void;
}): Structure {
  const { api, address, now, onUpdate } = parts;
  const lane = createLane();
  const waiting: SiteEdit[] = [];
  const undoable: { readonly back: Move; readonly title: string }[] = [];
  const cachedTree: CachedValue<SiteTree> = createCachedValue({
    fetch: (signal) => fetchTree(api, address, cachedTree.cached(), signal),
    now,
    onUpdate,
  });
  // Never forgets a lost request: adding the same part to a site twice is never intended.
  const sendOnce = createSendOnce(now, Number.POSITIVE_INFINITY);

  /** Skips a pending edit that no longer applies because others changed the tree: sending it reports why. */
  function shown(): SiteTree | undefined {
    const base = cachedTree.cached();
    return base && waiting.reduce((tree, edit) => edited(tree, edit) ?? tree, base);
  }

  async function send(edit: SiteEdit): Promise<string | undefined> {
    const isAddition = edit.kind.startsWith('add');
    const { added } = await sendOnce<{ readonly added: string | undefined }, SiteTree>({
      // Other edits do no harm if they arrive twice.
      ...(isAddition && { key: JSON.stringify({ ...edit, id: '' }) }),
      begin: () => cachedTree.load(),
      async send(base) {
        const added = await sendOne(base, edit);
        const tree = await settle(edit);
        // An edit that wasn't refused is applied, even if the new tree can't be fetched.
        if (!tree) cachedTree.set(edited(base, edit) ?? base);
        return { added };
      },
      isWorthLook: () => true,
      async look(base, failure) {
        if (!failure) {
          const present = await fetchTree(api, address, cachedTree.cached());
          cachedTree.set(present);
          return addition(base, present, edit);
        }
        const tree = await settle(edit);
        if (!tree) return undefined;
        // After a lost connection, or if someone else made the same edit, it is already there.
        if (edit.kind === 'move' ? isDone(tree, edit.move) : isMade(tree, edit)) return { added: undefined };
        return mayHaveHappened(failure) ? addition(base, tree, edit) : undefined;
      },
    });
    return added;
  }

  /** Fetches the tree and drops the pending edit in one step; undefined if the server can't be asked. */
  async function settle(edit: SiteEdit): Promise<SiteTree | undefined> {
    let tree: SiteTree | undefined;
    try {
      tree = await fetchTree(api, address, shown());
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    }
    leave(edit);
    if (tree) cachedTree.set(tree);
    return tree;
  }

  function leave(edit: SiteEdit): void {
    const index = waiting.indexOf(edit);
    if (index >= 0) waiting.splice(index, 1);
  }

  async function sendOne(base: SiteTree, edit: SiteEdit): Promise<string | undefined> {
    if (edit.kind !== 'move') return sendEdit(api, address, base, edit);
    try {
      for (const call of callsFor(base, edit.move, true)) await sendMove(api, address, call);
    } catch (error) {
      if (!isKind(error, 'unsupported')) throw error;
      // Earlier calls may already have changed groups.
      const tree = await fetchTree(api, address, base);
      for (const call of callsFor(tree, edit.move, false)) await sendMove(api, address, call);
    }
    return undefined;
  }

  async function queue(edit: SiteEdit): Promise<string | undefined> {
    waiting.push(edit);
    onUpdate();
    try {
      return await lane.queue(() => send(edit));
    } finally {
      leave(edit);
      onUpdate();
    }
  }

  return {
    tree: shown,
    asOf: () => cachedTree.asOf(),
    failure: () => cachedTree.failure(),
    pending: () => waiting.length,
    async loadTree({ signal } = {}) {
      const base = await cachedTree.load(signal);
      return shown() ?? base;
    },
    refreshTree: ({ signal } = {}) => lane.renew('refresh', signal, (signal) => cachedTree.refresh(signal)),
    async edit(edit) {
      await cachedTree.load();
      const tree = shown();
      if (!tree || edited(tree, edit) === undefined) throw goneError();
      const back = edit.kind === 'move' ? wayBack(tree, edit.move.id) : undefined;
      const title = edit.kind === 'move' ? (partOf(tree, edit.move.id)?.title ?? '') : '';
      if (edit.kind === 'move' && isDone(tree, edit.move)) return undefined;
      const added = await queue(edit);
      if (back) undoable.push({ back, title });
      if (undoable.length > mostStored) undoable.shift();
      if (back) onUpdate();
      return added;
    },
    async undo() {
      const last = undoable.pop();
      if (!last) return undefined;
      const tree = shown();
      if (!tree || edited(tree, { kind: 'move', move: last.back }) === undefined) {
        onUpdate();
        throw goneError();
      }
      try {
        await queue({ kind: 'move', move: last.back });
      } catch (error) {
        // A move that can never be undone is dropped; any other stays.
        if (!isKind(error, 'missing', 'conflict', 'invalid')) undoable.push(last);
        onUpdate();
        throw error;
      }
      return last.title;
    },
    canUndo: () => undoable.length > 0,
  };
}

/** Sends one request, or one per list on a server without the structure endpoint. */
async function fetchTree(
  api: StructureApi,
  address: SiteAddress,
  before: SiteTree | undefined,
  signal?: AbortSignal,
): Promise<SiteTree> {
  try {
    return siteTreeOf(await api.sites.structure(address, { signal }));
  } catch (error) {
    if (!isKind(error, 'unsupported')) throw error;
  }
  const [sections, groups, siteSpaces] = await Promise.all([
    listed((page) => api.siteSections.list({ ...address, ...page }, { signal })),
    listed((page) => api.siteSectionGroups.list({ ...address, ...page }, { signal })),
    listed((page) => api.siteSpaces.list({ ...address, ...page }, { signal })),
  ]);
  return siteTreeFromLists({ sections, groups, siteSpaces }, before);
}

function addition(before: SiteTree, after: SiteTree, edit: SiteEdit): { readonly added: string } | undefined {
  const added = addedId(before, after, edit);
  return added === undefined ? undefined : { added };
}

function goneError(): Error {
  return new ApiError('conflict', { code: 'partGone' });
}
