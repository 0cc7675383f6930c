import type { Api } from '../../client/api.ts';
import {
  isSame,
  parseSettings,
  proposedText,
  settingsChanges,
  settingsOf,
  settingsText,
  strangerIn,
  type SettingsChanges,
  type SettingsValues,
} from '../../model/settings/document.ts';
import { OvertakenError, SettingsTextError } from '../../model/settings/errors.ts';
import { failureOf, mayHaveHappened } from '../../model/shared/failure.ts';
import { createEmitter } from '../shared/emitter.ts';
import {
  detailsKindOf,
  settingsKindOf,
  type Ids,
  type SettingsChoice,
  type SettingsKind,
  type SettingsResource,
} from './kinds.ts';

export interface SettingsTarget {
  readonly kind: string;
  readonly ids: Ids;
}

/** A document as last heard from the platform. */
export interface KnownSettings {
  readonly text: string;
  /** In UTF-8 bytes. */
  readonly size: number;
  /** In ms since the epoch; strictly greater whenever the text differs from before. */
  readonly modifiedAt: number;
}

export type Applied =
  | { readonly outcome: 'applied'; readonly changed: readonly string[]; readonly leftOut: readonly string[] }
  | { readonly outcome: 'unchanged'; readonly leftOut: readonly string[] }
  /** The person did not confirm a change that reaches far. */
  | { readonly outcome: 'declined' };

/** A change that reaches far, before it is sent: two documents to compare. */
export interface ProposedChange {
  /** What the platform has. */
  readonly before: string;
  /** What would be applied. */
  readonly after: string;
  /** Names of all fields that would change. */
  readonly fields: readonly string[];
  /** Whether one takes rights from oneself by it; undefined where it may be so, and the server does not tell who one is. */
  readonly takesFromMyself: boolean | undefined;
}

export type ConfirmChange = (change: ProposedChange) => Promise<boolean>;

/** One account's settings documents (section 4 of the API document, what can be changed by PATCH and PUT). */
export interface SettingsDocuments {
  /** As known for at most two seconds, else asked for. */
  read(target: SettingsTarget, read?: { readonly signal?: AbortSignal }): Promise<KnownSettings>;
  /** Every field that the resource came with, as JSON. */
  details(target: SettingsTarget, read?: { readonly signal?: AbortSignal }): Promise<KnownSettings>;
  /** Asks anew. */
  refresh(target: SettingsTarget): Promise<KnownSettings>;
  known(target: SettingsTarget): KnownSettings | undefined;
  /** What `apply` would ask about; undefined when it would not ask. Rejects as `apply` does. */
  proposed(target: SettingsTarget, text: string): Promise<ProposedChange | undefined>;
  /**
   * Sends what the text changes. Rejects with a SettingsTextError for what is no JSON object, an OvertakenError when the platform
   * says something else than when the document was last read, an ApiError when it is refused: then nothing was changed.
   */
  apply(target: SettingsTarget, text: string, confirm: ConfirmChange): Promise<Applied>;
  /** Removes all values that the resource has of its own, and updates its document. Rejects with an ApiError when refused. */
  reset(target: SettingsTarget): Promise<void>;
  /** Resources of a kind to choose one from, below the `ids` given. */
  choices(kind: string, ids: Ids): Promise<readonly SettingsChoice[]>;
  /** Whether a kind stands below a site, and whether it is about the site itself. */
  isOfSite(kind: string): boolean;
  isSiteItself(kind: string): boolean;
  onDidChange(listener: (target: SettingsTarget) => void): { dispose(): void };
}

interface Known extends KnownSettings {
  readonly values: SettingsValues;
  readonly takesFrom: SettingsResource['takesFrom'];
  readonly askedAt: number;
  /** The sizes that were given out, each with the text that it stands for. */
  readonly sizes: ReadonlyMap<number, string>;
}

/** So long what was told is not asked for again, in ms. */
const fresh = 2000;

export function createSettingsDocuments(options: {
  readonly api: Api;
  /** Id of the user whom the account belongs to; undefined where the server does not tell. */
  readonly me: () => Promise<string | undefined>;
  /** Throws an ApiError for what the contract does not let settings of that kind say. */
  readonly check: (kind: string, send: SettingsValues) => void;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}): SettingsDocuments {
  const { api, me, check, now, log } = options;
  const known = new Map<string, Known>();
  /** Details as they came just now: an editor asks for one document several times over. */
  const detailed = new Map<string, KnownSettings>();
  const changed = createEmitter<SettingsTarget>((error) =>
    log.warn(`A listener of the settings failed: ${String(error)}`),
  );

  async function ask(target: SettingsTarget, signal?: AbortSignal): Promise<Known> {
    const kind = kindOf(target);
    const { all, values, takesFrom } = await kind.read(api, target.ids, { signal });
    return keep(target, settingsOf(kind, values ?? (all as SettingsValues)), takesFrom);
  }

  /** A server that does not say who one is stops nobody: then the question says that it may be oneself. */
  async function takesFromMyself({ takesFrom }: Known, after: SettingsValues): Promise<boolean | undefined> {
    if (!takesFrom) return false;
    try {
      const myself = await me();
      return myself === undefined ? undefined : takesFrom(myself, after);
    } catch (error) {
      if (!failureOf(error)) throw error;
      return undefined;
    }
  }

  /** What the text would change, by what the platform has now. Rejects as `apply` does. */
  async function plan(target: SettingsTarget, text: string) {
    const kind = kindOf(target);
    const after = parseSettings(text);
    const stranger = strangerIn(kind, after);
    if (stranger !== undefined) throw new SettingsTextError(`${stranger} is not a field that can be changed here.`);
    const before = known.get(keyOf(target));
    const latest = await ask(target);
    refuseOvertaken(before, latest);
    const changes = settingsChanges(kind, latest.values, after);
    if (changes.send) check(target.kind, changes.send);
    return { kind, after, latest, changes, change: await farChange(kind, latest, changes) };
  }

  async function farChange(kind: SettingsKind, latest: Known, changes: SettingsChanges) {
    const { send, changed } = changes;
    if (!send || !reachesFar(kind, latest.values, send, changed)) return undefined;
    const change: ProposedChange = {
      before: settingsText(kind, latest.values),
      after: proposedText(kind, latest.values, send),
      fields: changed,
      takesFromMyself: await takesFromMyself(latest, kind.replaces ? send : { ...latest.values, ...send }),
    };
    return change;
  }

  /** Whether the platform has what the document says; false when it cannot be asked. */
  async function isSo(target: SettingsTarget, wanted: SettingsValues): Promise<boolean> {
    const kind = kindOf(target);
    try {
      const { all, values } = await kind.read(api, target.ids, {});
      return !settingsChanges(kind, settingsOf(kind, values ?? (all as SettingsValues)), wanted).send;
    } catch (error) {
      if (!failureOf(error)) throw error;
      return false;
    }
  }

  function keep(target: SettingsTarget, values: SettingsValues, takesFrom?: SettingsResource['takesFrom']): Known {
    const key = keyOf(target);
    const before = known.get(key);
    if (before && isSame(before.values, values)) {
      const same = { ...before, takesFrom, askedAt: now() };
      known.set(key, same);
      return same;
    }
    let text = settingsText(kindOf(target), values);
    // An editor takes a document for changed by somebody else only if its size differs, too: from whichever version it holds.
    const told = text;
    while (before && (before.sizes.get(sizeOf(text)) ?? told) !== told) text += '\n';
    const modifiedAt = Math.max(now(), (before?.modifiedAt ?? 0) + 1);
    const sizes = new Map(before?.sizes).set(sizeOf(text), told);
    const after = { values, takesFrom, text, size: sizeOf(text), modifiedAt, askedAt: now(), sizes };
    known.set(key, after);
    if (before) changed.emit(target);
    return after;
  }

  return {
    async read(target, { signal } = {}) {
      const before = known.get(keyOf(target));
      return before && now() - before.askedAt < fresh ? before : ask(target, signal);
    },
    async details(target, { signal } = {}) {
      const kind = detailsKindOf(target.kind);
      if (!kind) throw new Error(`There are no details of the kind ${target.kind}.`);
      const isFresh = ({ modifiedAt }: KnownSettings): boolean => now() - modifiedAt < fresh;
      for (const [key, told] of detailed) if (!isFresh(told)) detailed.delete(key);
      const before = detailed.get(keyOf(target));
      if (before) return before;
      const { all } = await kind.read(api, target.ids, { signal });
      const text = `${JSON.stringify(all, undefined, 2)}\n`;
      const told = { text, size: sizeOf(text), modifiedAt: now() };
      detailed.set(keyOf(target), told);
      return told;
    },
    refresh: (target) => ask(target),
    known: (target) => known.get(keyOf(target)),

    proposed: async (target, text) => (await plan(target, text)).change,

    async apply(target, text, confirm) {
      const { kind, after, latest, changes, change } = await plan(target, text);
      const { send, changed: names, leftOut } = changes;
      if (!send) return { outcome: 'unchanged', leftOut };
      if (change) {
        if (!(await confirm(change))) return { outcome: 'declined' };
        // While it was being looked at others may have changed it.
        refuseOvertaken(latest, await ask(target));
      }
      try {
        await kind.apply(api, target.ids, send, {});
      } catch (error) {
        if (!mayHaveHappened(error) || !(await isSo(target, after))) throw error;
      }
      detailed.delete(keyOf(target));
      try {
        await ask(target);
      } catch (error) {
        // It is applied, whatever became of the question how it reads now.
        log.warn(`Settings of the kind ${target.kind} were applied and could not be read: ${String(error)}`);
        keep(target, settingsOf(kind, kind.replaces ? send : { ...latest.values, ...send }));
      }
      return { outcome: 'applied', changed: names, leftOut };
    },

    async reset(target) {
      const kind = kindOf(target);
      if (!kind.reset) throw new Error(`Settings of the kind ${target.kind} inherit nothing.`);
      try {
        await kind.reset(api, target.ids, {});
      } finally {
        // Also after a failure: the request may have arrived although no answer came.
        detailed.delete(keyOf(target));
        if (known.has(keyOf(target))) {
          await ask(target).catch((error: unknown) =>
            log.warn(`Settings of the kind ${target.kind} could not be read after a reset: ${String(error)}`),
          );
        }
      }
    },

    choices: async (kind, ids) => (await settingsKindOf(kind)?.list?.(api, ids, {})) ?? [],
    isOfSite: (kind) => settingsKindOf(kind)?.ids.includes('siteId') ?? false,
    isSiteItself: (kind) => settingsKindOf(kind)?.ids.at(-1) === 'siteId',
    onDidChange: (listener) => changed.listen(listener),
  };
}

function reachesFar(
  kind: SettingsKind,
  before: SettingsValues,
  send: SettingsValues,
  changed: readonly string[],
): boolean {
  if (changed.some((name) => kind.farReaching?.includes(name))) return true;
  return kind.reachesFar?.(before, { ...before, ...send }) ?? false;
}

function refuseOvertaken(before: Known | undefined, latest: Known): void {
  if (!before || isSame(before.values, latest.values)) return;
  throw new OvertakenError('Somebody else has changed these settings meanwhile. Save again to compare.');
}

function kindOf({ kind }: SettingsTarget): SettingsKind {
  const found = settingsKindOf(kind);
  if (!found) throw new Error(`There are no settings of the kind ${kind}.`);
  return found;
}

function keyOf({ kind, ids }: SettingsTarget): string {
  return JSON.stringify([kind, Object.entries(ids).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
