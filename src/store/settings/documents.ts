import type { Api } from '../../client/api.ts';
import {
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
import { isSame } from '../../model/shared/same.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createSettingsCache, kindOf, type CachedSettings, type KnownSettings, type SettingsTarget } from './cache.ts';
import { settingsKindOf, type Ids, type SettingsChoice, type SettingsKind } from './kinds.ts';

export type { KnownSettings, SettingsTarget } from './cache.ts';

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
  const changed = createEmitter<SettingsTarget>((error) =>
    log.warn(`A listener of the settings failed: ${String(error)}`),
  );
  const cache = createSettingsCache({ api, now, onChange: (target) => changed.emit(target) });
  const { ask } = cache;

  /** A server that does not say who one is stops nobody: then the question says that it may be oneself. */
  async function takesFromMyself({ takesFrom }: CachedSettings, after: SettingsValues): Promise<boolean | undefined> {
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
    const before = cache.known(target);
    const latest = await ask(target);
    refuseOvertaken(before, latest);
    const changes = settingsChanges(kind, latest.values, after);
    if (changes.send) check(target.kind, changes.send);
    return { kind, after, latest, changes, change: await farChange(kind, latest, changes) };
  }

  async function farChange(kind: SettingsKind, latest: CachedSettings, changes: SettingsChanges) {
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

  return {
    read: (target, { signal } = {}) => cache.read(target, signal),
    details: (target, { signal } = {}) => cache.details(target, signal),
    refresh: (target) => ask(target),
    known: (target) => cache.known(target),

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
      cache.dropDetails(target);
      try {
        await ask(target);
      } catch (error) {
        // It is applied, whatever became of the question how it reads now.
        log.warn(`Settings of the kind ${target.kind} were applied and could not be read: ${String(error)}`);
        cache.keep(target, settingsOf(kind, kind.replaces ? send : { ...latest.values, ...send }));
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
        cache.dropDetails(target);
        if (cache.known(target)) {
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

function refuseOvertaken(before: CachedSettings | undefined, latest: CachedSettings): void {
  if (!before || isSame(before.values, latest.values)) return;
  throw new OvertakenError('Somebody else has changed these settings meanwhile. Save again to compare.');
}
