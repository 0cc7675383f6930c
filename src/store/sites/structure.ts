import { callsFor, isDone, wayBack, type Move } from '../../model/sites/moves.ts';
import { addedId, edited, isMade, type SiteEdit } from '../../model/sites/edits.ts';
import { partOf, siteTreeFromLists, siteTreeOf, type SiteTree } from '../../model/sites/tree.ts';
import { failureOf, isKind, mayHaveHappened } from '../shared/failure.ts';
import { createCachedValue, type CachedValue } from '../shared/cachedValue.ts';
import { createLane } from '../shared/lane.ts';
import { listed } from '../shared/listed.ts';
import { sendEdit, sendMove, type SiteAddress, type StructureApi } from './calls.ts';
import type { SiteContent } from './sites.ts';

export type Structure = Pick<
  SiteContent,
  'tree' | 'asOf' | 'failure' | 'pending' | 'loadTree' | 'refreshTree' | 'edit' | 'undo' | 'canUndo'
>;

/** So many moves can be taken back. */
const mostKept = 50;

/** The structure of one site. Edits go out one after the other, each on the tree that the one before left. */
export function siteStructure(parts: {
  readonly api: StructureApi;
  readonly address: SiteAddress;
  readonly now: () => number;
  /** Told when the tree, or why it could not be fetched, has become another. */
  readonly onUpdate: () => void;
}): Structure {
  const { api, address, now, onUpdate } = parts;
  const lane = createLane();
  const waiting: SiteEdit[] = [];
  const undoable: { readonly back: Move; readonly title: string }[] = [];
  const told: CachedValue<SiteTree> = createCachedValue({
    fetch: (signal) => fetchTree(api, address, told.known(), signal),
    now,
    onUpdate,
  });
  /** Additions that were sent and of which nobody knows whether they arrived, by what they add. */
  const unsure = new Map<string, SiteTree>();
  let sent = 0;

  /** An edit that cannot be on what others made of the tree meanwhile is left out: sending it will tell. */
  function shown(): SiteTree | undefined {
    const base = told.known();
    return base && waiting.reduce((tree, edit) => edited(tree, edit) ?? tree, base);
  }

  async function send(edit: SiteEdit, signal: AbortSignal): Promise<string | undefined> {
    const key = JSON.stringify({ ...edit, id: '' });
    const earlier = unsure.get(key);
    // What may have arrived is looked for before it is sent again.
    if (earlier) told.set(await fetchTree(api, address, told.known(), signal));
    const base = await told.load(signal);
    const arrived = earlier && addedId(earlier, base, edit);
    unsure.delete(key);
    if (arrived !== undefined) return arrived;
    try {
      const added = await sendOne(base, edit, signal);
      const tree = await settle(edit, signal);
      // What was not refused is as it was wanted, also when that cannot be seen.
      if (!tree) told.set(edited(base, edit) ?? base);
      return added;
    } catch (error) {
      if (!failureOf(error)) throw error;
      const tree = await settle(edit, signal);
      // After a broken connection, or when somebody else did the same, it is there all the same.
      if (tree && (edit.kind === 'move' ? isDone(tree, edit.move) : isMade(tree, edit))) return undefined;
      if (mayHaveHappened(error)) {
        const added = tree && addedId(base, tree, edit);
        if (added !== undefined) return added;
        if (edit.kind.startsWith('add')) unsure.set(key, base);
      }
      throw error;
    }
  }

  /** What has been sent is shown as the platform has it, in one step; undefined when the platform cannot be asked. */
  async function settle(edit: SiteEdit, signal: AbortSignal): Promise<SiteTree | undefined> {
    let tree: SiteTree | undefined;
    try {
      tree = await fetchTree(api, address, shown(), signal);
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    }
    leave(edit);
    if (tree) told.set(tree);
    return tree;
  }

  function leave(edit: SiteEdit): void {
    const index = waiting.indexOf(edit);
    if (index >= 0) waiting.splice(index, 1);
  }

  async function sendOne(base: SiteTree, edit: SiteEdit, signal: AbortSignal): Promise<string | undefined> {
    if (edit.kind !== 'move') return sendEdit(api, address, base, edit, signal);
    try {
      for (const call of callsFor(base, edit.move, true)) await sendMove(api, address, call, signal);
    } catch (error) {
      if (!isKind(error, 'unsupported')) throw error;
      // It may have changed groups already.
      const tree = await fetchTree(api, address, base, signal);
      for (const call of callsFor(tree, edit.move, false)) await sendMove(api, address, call, signal);
    }
    return undefined;
  }

  async function queue(edit: SiteEdit): Promise<string | undefined> {
    waiting.push(edit);
    onUpdate();
    try {
      return await lane.share(`edit ${++sent}`, undefined, (signal) => send(edit, signal));
    } finally {
      leave(edit);
      onUpdate();
    }
  }

  return {
    tree: shown,
    asOf: () => told.asOf(),
    failure: () => told.failure(),
    pending: () => waiting.length,
    async loadTree({ signal } = {}) {
      const base = await told.load(signal);
      return shown() ?? base;
    },
    refreshTree: ({ signal } = {}) => lane.renew('refresh', signal, (signal) => told.refresh(signal)),
    async edit(edit) {
      await told.load();
      const tree = shown();
      if (!tree || edited(tree, edit) === undefined) throw goneError();
      const back = edit.kind === 'move' ? wayBack(tree, edit.move.id) : undefined;
      const title = edit.kind === 'move' ? (partOf(tree, edit.move.id)?.title ?? '') : '';
      if (edit.kind === 'move' && isDone(tree, edit.move)) return undefined;
      const added = await queue(edit);
      if (back) undoable.push({ back, title });
      if (undoable.length > mostKept) undoable.shift();
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
        // Only what cannot be taken back any more is let go.
        if (!isKind(error, 'missing', 'conflict', 'invalid')) undoable.push(last);
        onUpdate();
        throw error;
      }
      return last.title;
    },
    canUndo: () => undoable.length > 0,
  };
}

/** One request, or one per list on a server without the structure endpoint. */
async function fetchTree(
  api: StructureApi,
  address: SiteAddress,
  before: SiteTree | undefined,
  signal: AbortSignal,
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

function goneError(): Error {
  const message = 'This is not there any more, or cannot stand there. The structure is shown as it is now.';
  return Object.assign(new Error(message), { name: 'ApiError', kind: 'conflict', details: {} } as const);
}
