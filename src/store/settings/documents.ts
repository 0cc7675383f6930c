import type { Api } from '../../client/api.ts';
import {
  parseSettings,
  headText,
  settingsChanges,
  settingsOf,
  settingsText,
  unknownFieldIn,
  type SettingsChanges,
  type SettingsValues,
} from '../../model/settings/document.ts';
import { OvertakenError, SettingsTextError } from '../../model/settings/errors.ts';
import { failureOf, mayHaveHappened } from '../../model/shared/failure.ts';
import { isSame } from '../../model/shared/same.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createSettingsCache, kindOf, type CachedSettings, type LoadedSettings, type SettingsTarget } from './cache.ts';
import { settingsKindOf, type Ids, type SettingsChoice, type SettingsKind } from './kinds.ts';

export type { LoadedSettings, SettingsTarget } from './cache.ts';

export type Applied =
  | { readonly outcome: 'applied'; readonly changed: readonly string[]; readonly leftOut: readonly string[] }
  | { readonly outcome: 'unchanged'; readonly leftOut: readonly string[] }
  /** The user didn't confirm a far-reaching change. */
  | { readonly outcome: 'declined' };

/** A far-reaching change before it is sent: two documents to compare. */
export interface PlannedChange {
  /** The document with the server's values. */
  readonly before: string;
  /** The document with the changes applied. */
  readonly after: string;
  /** Names of all fields that would change. */
  readonly fields: readonly string[];
  /**
   * Whether the user would lose rights by the change; undefined if that is possible and the server doesn't say who the
   * user is.
   */
  readonly takesFromCurrentUser: boolean | undefined;
}

export type ConfirmChange = (change: PlannedChange) => Promise<boolean>;

/**
 * One account's settings documents: everything in section 4 of the API document that can be changed by PATCH or PUT.
 */
export interface SettingsDocuments {
  /** The document, cached for at most two seconds. */
  read(target: SettingsTarget, read?: { readonly signal?: AbortSignal }): Promise<LoadedSettings>;
  /** Every field of the resource, as JSON. */
  details(target: SettingsTarget, read?: { readonly signal?: AbortSignal }): Promise<LoadedSettings>;
  /** Fetches the document again. */
  refresh(target: SettingsTarget): Promise<LoadedSettings>;
  cached(target: SettingsTarget): LoadedSettings | undefined;
  /** What `apply` would ask to confirm; undefined if nothing. Rejects as `apply` does. */
  plannedChange(target: SettingsTarget, text: string): Promise<PlannedChange | undefined>;
  /**
   * Sends the changes of the text. Rejects without changing anything: with a SettingsTextError if the text is not a
   * JSON object, with an OvertakenError if the server's values have changed since the document was last read, or with
   * an ApiError if the change is refused.
   */
  apply(target: SettingsTarget, text: string, confirm: ConfirmChange): Promise<Applied>;
  /** Removes all of the resource's own values, and updates its document. Rejects with an ApiError if refused. */
  reset(target: SettingsTarget): Promise<void>;
  /** Resources of a kind to choose from, below the `ids` given. */
  choices(kind: string, ids: Ids): Promise<readonly SettingsChoice[]>;
  /** Whether resources of this kind are the site itself or below it. */
  isOfSite(kind: string): boolean;
  isSiteItself(kind: string): boolean;
  onDidChange(listener: (target: SettingsTarget) => void): { dispose(): void };
}

export function createSettingsDocuments(options: {
  readonly api: Api;
  /** The user's id; undefined if the server doesn't say. */
  readonly currentUserId: () => Promise<string | undefined>;
  /** Throws an ApiError for values that the contract doesn't allow in settings of that kind. */
  readonly check: (kind: string, send: SettingsValues) => void;
  /** A reply with the fields that couldn't be read. */
  readonly asReceived: (reply: object) => object;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}): SettingsDocuments {
  const { api, currentUserId, check, asReceived, now, log } = options;
  const changed = createEmitter<SettingsTarget>((error) =>
    log.warn(`A listener of the settings failed: ${String(error)}`),
  );
  const cache = createSettingsCache({ api, asReceived, now, onChange: (target) => changed.emit(target) });
  const { ask } = cache;

  /**
   * If the server doesn't say who the user is, the change goes on: the question then says that it may affect the user.
   */
  async function takesFromCurrentUser(
    { takesFrom }: CachedSettings,
    after: SettingsValues,
  ): Promise<boolean | undefined> {
    if (!takesFrom) return false;
    try {
      const currentUser = await currentUserId();
      return currentUser === undefined ? undefined : takesFrom(currentUser, after);
    } catch (error) {
      if (!failureOf(error)) throw error;
      return undefined;
    }
  }

  /** The changes of the text against the server's current values. Rejects as `apply` does. */
  async function plan(target: SettingsTarget, text: string) {
    const kind = kindOf(target);
    const after = parseSettings(text);
    const unknownField = unknownFieldIn(kind, after);
    if (unknownField !== undefined) throw new SettingsTextError({ code: 'fieldNotEditable', field: unknownField });
    const before = cache.cached(target);
    const latest = await ask(target);
    refuseOvertaken(before, latest);
    const changes = settingsChanges(kind, latest.values, after);
    if (changes.send) checkSent(target.kind, changes.send, latest.values);
    return { kind, after, latest, changes, change: await farChange(kind, latest, changes) };
  }

  /** Says so if what is refused comes from the server and not from the user. */
  function checkSent(kind: string, send: SettingsValues, before: SettingsValues): void {
    try {
      check(kind, send);
    } catch (error) {
      const reason = failureOf(error)?.reason;
      const field = reason?.code === 'notSent' ? reason.violation.field : undefined;
      const refused = field === undefined ? undefined : valueAt(send, field);
      if (field === undefined || refused === undefined || !isSame(refused, valueAt(before, field))) throw error;
      throw new SettingsTextError({ code: 'fieldUnreadable', field }, { cause: error });
    }
  }

  async function farChange(kind: SettingsKind, latest: CachedSettings, changes: SettingsChanges) {
    const { send, changed } = changes;
    if (!send || !reachesFar(kind, latest.values, send, changed)) return undefined;
    const change: PlannedChange = {
      before: settingsText(kind, latest.values),
      after: headText(kind, latest.values, send),
      fields: changed,
      takesFromCurrentUser: await takesFromCurrentUser(latest, kind.replaces ? send : { ...latest.values, ...send }),
    };
    return change;
  }

  /** Whether the server has the values of the document; false if it can't be asked. */
  async function isSo(target: SettingsTarget, wanted: SettingsValues): Promise<boolean> {
    const kind = kindOf(target);
    try {
      const { values } = await cache.fetch(target);
      return !settingsChanges(kind, values, wanted).send;
    } catch (error) {
      if (!failureOf(error)) throw error;
      return false;
    }
  }

  return {
    read: (target, { signal } = {}) => cache.read(target, signal),
    details: (target, { signal } = {}) => cache.details(target, signal),
    refresh: (target) => ask(target),
    cached: (target) => cache.cached(target),

    plannedChange: async (target, text) => (await plan(target, text)).change,

    async apply(target, text, confirm) {
      const { kind, after, latest, changes, change } = await plan(target, text);
      const { send, changed: names, leftOut } = changes;
      if (!send) return { outcome: 'unchanged', leftOut };
      if (change) {
        if (!(await confirm(change))) return { outcome: 'declined' };
        // Others may have changed it while the user looked at the question.
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
        // The change is applied, even if its result can't be read.
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
        // Also after a failure: the request may have been applied although no answer came.
        cache.dropDetails(target);
        if (cache.cached(target)) {
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

/** The value at a path with dots. */
function valueAt(values: SettingsValues, path: string): unknown {
  let at: unknown = values;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
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
  throw new OvertakenError({ code: 'settingsOvertaken' });
}
