import type { Place, Children } from '../../store/library/library.ts';
import type { Stale } from '../trees/ageLine.ts';

/** What the tree holds at present: its places, and which of their shelves could not be refreshed. */
export interface HeldPlaces {
  /** The very object that the tree was given last. */
  get(key: string): Place | undefined;
  /** Takes in the children of a place, in place of those before and all below them that are gone; undefined when there are none to show. */
  hold(parent: Place | undefined, shelf: Children | undefined): void;
  /** The children of a place could be refreshed. */
  refreshed(parent: Place | undefined): void;
  /** What could not be refreshed. */
  stale(): Iterable<Stale>;
  clear(): void;
}

export function createHeldPlaces(): HeldPlaces {
  const held = new Map<string, Place>();
  const stale = new Map<string, Stale>();
  const keyOf = (place: Place | undefined): string => place?.key ?? '';

  function dropGone(parent: Place | undefined, present: ReadonlySet<string>): void {
    // Whoever is held was held after its parent.
    for (const [key, place] of held) {
      const isChild = keyOf(place.parent) === keyOf(parent);
      if (isChild ? !present.has(key) : place.parent && !held.has(place.parent.key)) held.delete(key);
    }
    for (const key of stale.keys()) if (key !== '' && !held.has(key)) stale.delete(key);
  }

  return {
    get: (key) => held.get(key),
    hold(parent, shelf) {
      const places = shelf?.places ?? [];
      dropGone(parent, new Set(places.map(keyOf)));
      for (const place of places) held.set(place.key, place);
      if (shelf?.failure) stale.set(keyOf(parent), { asOf: shelf.asOf, failure: shelf.failure });
      else stale.delete(keyOf(parent));
    },
    refreshed: (parent) => void stale.delete(keyOf(parent)),
    stale: () => stale.values(),
    clear() {
      held.clear();
      stale.clear();
    },
  };
}
