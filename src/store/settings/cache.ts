import type { Api } from '../../client/api.ts';
import { settingsOf, settingsText, type SettingsValues } from '../../model/settings/document.ts';
import { isSame } from '../../model/shared/same.ts';
import { detailsKindOf, settingsKindOf, type Ids, type SettingsKind, type SettingsResource } from './kinds.ts';

export interface SettingsTarget {
  readonly kind: string;
  readonly ids: Ids;
}

/** A document as last fetched. */
export interface LoadedSettings {
  readonly text: string;
  /** Size in UTF-8 bytes. */
  readonly size: number;
  /** In ms since the epoch; strictly increases whenever the text changes. */
  readonly modifiedAt: number;
}

export interface CachedSettings extends LoadedSettings {
  readonly values: SettingsValues;
  readonly takesFrom: SettingsResource['takesFrom'];
  readonly askedAt: number;
  /** The sizes that editors were given, each with the text that had it. */
  readonly sizes: ReadonlyMap<number, string>;
}

/** Settings documents as last fetched. */
export interface SettingsCache {
  readonly cached: (target: SettingsTarget) => CachedSettings | undefined;
  /** The values that the server has now. */
  readonly fetch: (
    target: SettingsTarget,
    signal?: AbortSignal,
  ) => Promise<Pick<CachedSettings, 'values' | 'takesFrom'>>;
  readonly ask: (target: SettingsTarget, signal?: AbortSignal) => Promise<CachedSettings>;
  /** The document, cached for at most two seconds. */
  readonly read: (target: SettingsTarget, signal?: AbortSignal) => Promise<CachedSettings>;
  readonly keep: (
    target: SettingsTarget,
    values: SettingsValues,
    takesFrom?: SettingsResource['takesFrom'],
  ) => CachedSettings;
  /** See `SettingsDocuments.details`. */
  readonly details: (target: SettingsTarget, signal?: AbortSignal) => Promise<LoadedSettings>;
  readonly dropDetails: (target: SettingsTarget) => void;
}

/** How long a document counts as fresh, in ms. */
const fresh = 2000;

export function createSettingsCache(parts: {
  readonly api: Api;
  /** A reply with the fields that couldn't be read. */
  readonly asReceived: (reply: object) => object;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** Called when the values of a document have changed. */
  readonly onChange: (target: SettingsTarget) => void;
}): SettingsCache {
  const { api, asReceived, now, onChange } = parts;
  const documents = new Map<string, CachedSettings>();
  /** Details fetched just now, because an editor reads one document several times. */
  const detailed = new Map<string, LoadedSettings>();
  const known = (target: SettingsTarget) => documents.get(keyOf(target));

  /**
   * A field of an unexpected form stays as the server has it: it is neither hidden, nor lost when all of it is sent
   * back. A value that can't be sent is refused when the document is saved.
   */
  async function fetch(target: SettingsTarget, signal?: AbortSignal) {
    const kind = kindOf(target);
    const { all, derived, takesFrom } = await kind.read(api, target.ids, { signal });
    return { values: settingsOf(kind, { ...all, ...asReceived(all), ...derived }), takesFrom };
  }

  async function ask(target: SettingsTarget, signal?: AbortSignal): Promise<CachedSettings> {
    const { values, takesFrom } = await fetch(target, signal);
    return keep(target, values, takesFrom);
  }

  function keep(
    target: SettingsTarget,
    values: SettingsValues,
    takesFrom?: SettingsResource['takesFrom'],
  ): CachedSettings {
    const key = keyOf(target);
    const before = documents.get(key);
    if (before && isSame(before.values, values)) {
      const same = { ...before, takesFrom, askedAt: now() };
      documents.set(key, same);
      return same;
    }
    let text = settingsText(kindOf(target), values);
    // An editor shows its conflict dialog only if the size differs too, so the size must differ from each version that
    // an editor may hold.
    const own = text;
    while (before && (before.sizes.get(sizeOf(text)) ?? own) !== own) text += '\n';
    const modifiedAt = Math.max(now(), (before?.modifiedAt ?? 0) + 1);
    const sizes = new Map(before?.sizes).set(sizeOf(text), own);
    const after = { values, takesFrom, text, size: sizeOf(text), modifiedAt, askedAt: now(), sizes };
    documents.set(key, after);
    if (before) onChange(target);
    return after;
  }

  return {
    cached: known,
    fetch,
    ask,
    async read(target, signal) {
      const before = known(target);
      return before && now() - before.askedAt < fresh ? before : ask(target, signal);
    },
    keep,
    async details(target, signal) {
      const kind = detailsKindOf(target.kind);
      if (!kind) throw new Error(`There are no details of the kind ${target.kind}.`);
      const isFresh = ({ modifiedAt }: LoadedSettings): boolean => now() - modifiedAt < fresh;
      for (const [key, details] of detailed) if (!isFresh(details)) detailed.delete(key);
      const before = detailed.get(keyOf(target));
      if (before) return before;
      const { all } = await kind.read(api, target.ids, { signal });
      const text = `${JSON.stringify(asReceived(all), undefined, 2)}\n`;
      const details = { text, size: sizeOf(text), modifiedAt: now() };
      detailed.set(keyOf(target), details);
      return details;
    },
    dropDetails: (target) => void detailed.delete(keyOf(target)),
  };
}

export function kindOf({ kind }: SettingsTarget): SettingsKind {
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
