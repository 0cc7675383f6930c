import type { List } from '../../contract/shared/list.ts';
import { createTurns, createPagedList, type PagedList } from '../shared/pagedList.ts';
import type { Listed, OrganizationList, OrganizationsChange } from './organizations.ts';

/** The lists of all organizations that were fetched, including later changes. */
export interface OrganizationLists {
  /** `filter` distinguishes lists of the same items. */
  list<Item extends Identified>(place: OrganizationsChange, filter: object, fetch: Fetch<Item>): OrganizationList<Item>;
  /** Puts the result of an action into the lists at once, and fetches the lists with a filter again. */
  learn(place: OrganizationsChange, item: Identified): Promise<void>;
  /** Removes the item from all lists. */
  drop(place: OrganizationsChange, id: string): void;
  /** Fetches a list again if it is loaded, whatever its filter. */
  renew(place: OrganizationsChange, signal?: AbortSignal): Promise<void>;
  /** The same for all lists of this kind in an organization. */
  renewEach(list: OrganizationsChange['list'], organizationId: string): Promise<void>;
  refresh(signal?: AbortSignal): Promise<void>;
}

interface Identified {
  readonly id: string;
}

type Fetch<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<List<Item>>;

interface Held {
  readonly place: OrganizationsChange;
  readonly isFiltered: boolean;
  readonly paged: PagedList<Identified>;
}

/** Limit of cached lists of the same items, besides the one without a filter. */
const mostFiltered = 2;

export function createOrganizationLists(parts: {
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly changed: (place: OrganizationsChange) => void;
}): OrganizationLists {
  const { now, changed } = parts;
  const turns = createTurns();
  const lists = new Map<string, Held>();
  /**
   * Changed items by place and id, with the turn of the change; undefined for removed items. Replies to later requests
   * take precedence.
   */
  const patches = new Map<string, { readonly item: Identified | undefined; readonly turn: number }>();

  function patch(place: OrganizationsChange, id: string, item: Identified | undefined): void {
    patches.set(keyOf(place, id), { item, turn: turns() });
    changed(place);
  }

  function held(place: OrganizationsChange, isMeant: (held: Held) => boolean = () => true): Held[] {
    const key = keyOf(place);
    return [...lists.values()].filter(
      (each) => keyOf(each.place) === key && isMeant(each) && (each.paged.cached() ?? each.paged.failure()),
    );
  }

  async function ask(all: readonly Held[], signal?: AbortSignal): Promise<void> {
    await Promise.all(all.map(({ paged }) => paged.refresh(signal)));
  }

  function view<Item extends Identified>({ place, paged }: Held): Listed<Item> | undefined {
    const known = paged.cached();
    if (!known) return undefined;
    let gone = 0;
    const items = known.items.flatMap((item) => {
      const since = patches.get(keyOf(place, item.id));
      if (!since || since.turn < known.turn) return [item];
      if (since.item) return [since.item];
      gone += 1;
      return [];
    });
    const { asOf, hasMore, skipped } = known;
    const count = known.count === undefined ? undefined : known.count - gone;
    return { items: items as unknown as Item[], asOf, hasMore, skipped, count, failure: paged.failure() };
  }

  return {
    list<Item extends Identified>(place: OrganizationsChange, filter: object, fetch: Fetch<Item>) {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const key = keyOf(place, JSON.stringify(given));
      const made = lists.get(key) ?? {
        place,
        isFiltered: Object.keys(given).length > 0,
        paged: createPagedList<Identified>({ now, turns, onUpdate: () => changed(place), fetch }),
      };
      // Moves it to the end, so that lists of old searches are dropped first and not refreshed.
      lists.delete(key);
      lists.set(key, made);
      const searches = [...lists].filter(([, each]) => each.isFiltered && keyOf(each.place) === keyOf(place));
      for (const [old] of searches.slice(0, -mostFiltered)) lists.delete(old);
      const { paged } = made;
      const shown = () => view<Item>(made) as Listed<Item>;
      return {
        cached: () => view<Item>(made),
        async load({ signal } = {}) {
          await paged.load(signal);
          return shown();
        },
        async more({ signal } = {}) {
          await paged.more(signal);
        },
        async all({ signal } = {}) {
          await paged.load(signal);
          while (paged.cached()?.hasMore) await paged.more(signal);
          return shown().items;
        },
        refresh: ({ signal } = {}) => paged.refresh(signal),
      };
    },
    async learn(place, item) {
      patch(place, item.id, item);
      await ask(held(place, ({ isFiltered }) => isFiltered));
    },
    drop: (place, id) => patch(place, id, undefined),
    renew: (place, signal) => ask(held(place), signal),
    renewEach: (list, organizationId) =>
      ask(
        [...lists.values()].filter(
          ({ place, paged }) => place.list === list && place.organizationId === organizationId && paged.cached(),
        ),
      ),
    refresh: (signal) =>
      ask(
        [...lists.values()].filter(({ paged }) => paged.cached() ?? paged.failure()),
        signal,
      ),
  };
}

function keyOf({ list, organizationId, within }: OrganizationsChange, more?: string): string {
  return JSON.stringify([list, organizationId, within ?? '', more ?? '']);
}
