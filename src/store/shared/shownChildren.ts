import { digest } from '../../model/shared/digest.ts';

/** The places of a tree whose children are shown, each with a fingerprint of its children as last shown. */
export interface ShownChildren<Place, Children> {
  /**
   * Returns the cached children. `changed` reports the place once its children differ, or at once if `isToBeReported`.
   */
  show(place: Place | undefined, isToBeReported?: boolean): Children | undefined;
  isShown(place: Place | undefined): boolean;
  /** The places whose children differ from when they were last shown or reported. */
  changed(): (Place | undefined)[];
  clear(): void;
}

export function createShownChildren<Place extends { readonly key: string }, Children>(parts: {
  /** Undefined while no children are cached. */
  readonly childrenOf: (place: Place | undefined) => Children | undefined;
  readonly fingerprintOf: (children: Children) => string;
}): ShownChildren<Place, Children> {
  const { childrenOf, fingerprintOf } = parts;
  const shown = new Map<string, { readonly place: Place | undefined; readonly fingerprint: string | undefined }>();

  return {
    show(place, isToBeReported = false) {
      const children = childrenOf(place);
      const fingerprint = isToBeReported ? neverShown : children && fingerprintOf(children);
      shown.set(keyOf(place), { place, fingerprint });
      return children;
    },
    isShown: (place) => shown.has(keyOf(place)),
    changed() {
      const changed: (Place | undefined)[] = [];
      for (const [key, { place, fingerprint }] of shown) {
        const children = childrenOf(place);
        const current = children && fingerprintOf(children);
        if (current === fingerprint) continue;
        shown.set(key, { place, fingerprint: current });
        changed.push(place);
      }
      return changed;
    },
    clear: () => shown.clear(),
  };
}

const neverShown = 'neverShown';
const fingerprints = new WeakMap<object, string>();

/**
 * A fingerprint of a value from the server. Such values are never changed in place, so it is computed once per value.
 */
export function fingerprintOf(value: object | null | undefined): string {
  if (!value) return '';
  const known = fingerprints.get(value);
  if (known !== undefined) return known;
  const made = digest(JSON.stringify(value));
  fingerprints.set(value, made);
  return made;
}

function keyOf(place: { readonly key: string } | undefined): string {
  return place?.key ?? '';
}
