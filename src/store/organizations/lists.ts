import type { List } from '../../contract/shared/list.ts';
import { createTurns, createPagedList, type PagedList } from '../shared/pagedList.ts';
import type { Listed, OrganizationList, OrganizationsChange } from './organizations.ts';

/** The lists of all organizations that were asked for, with what was changed in them since. */
export interface OrganizationLists {
  /** `filter` tells lists of the same things apart. */
  list<Item extends Identified>(place: OrganizationsChange, filter: object, fetch: Fetch<Item>): OrganizationList<Item>;
  /** What an act gave for an item: it stands in the lists at once, and those with a filter are asked for again. */
  learn(place: OrganizationsChange, item: Identified): Promise<void>;
  /** It stands in no list any more. */
  drop(place: OrganizationsChange, id: string): void;
  /** Asks for a list anew if it is loaded, whatever its filter. */
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

/** Lists of the same things that are kept, beside the one without a filter. */
const mostFiltered = 2;

export function createOrganizationLists(parts: {
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly changed: (place: OrganizationsChange) => void;
}): OrganizationLists {
  const { now, changed } = parts;
  const turns = createTurns();
  const lists = new Map<string, Held>();
  /** By place and id: what stands there since a turn, undefined for what is gone. Replies that were asked for later know better. */
  const patches = new Map<string, { readonly item: Identified | undefined; readonly turn: number }>();

  function patch(place: OrganizationsChange, id: string, item: Identified | undefined): void {
    patches.set(keyOf(place, id), { item, turn: turns() });
    changed(place);
  }

  function held(place: OrganizationsChange, isMeant: (held: Held) => boolean = () => true): Held[] {
    const key = keyOf(place);
    return [...lists.values()].filter(
      (each) => keyOf(each.place) === key && isMeant(each) && (each.paged.known() ?? each.paged.failure()),
    );
  }

  async function ask(all: readonly Held[], signal?: AbortSignal): Promise<void> {
    await Promise.all(all.map(({ paged }) => paged.refresh(signal)));
  }

  function view<Item extends Identified>({ place, paged }: Held): Listed<Item> | undefined {
    const known = paged.known();
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
      // As the latest: what was searched for long ago is forgotten, so that nobody asks for it again.
      lists.delete(key);
      lists.set(key, made);
      const searches = [...lists].filter(([, each]) => each.isFiltered && keyOf(each.place) === keyOf(place));
      for (const [old] of searches.slice(0, -mostFiltered)) lists.delete(old);
      const { paged } = made;
      const shown = () => view<Item>(made) as Listed<Item>;
      return {
        known: () => view<Item>(made),
        async load({ signal } = {}) {
          await paged.load(signal);
          return shown();
        },
        async more({ signal } = {}) {
          await paged.more(signal);
        },
        async all({ signal } = {}) {
          await paged.load(signal);
          while (paged.known()?.hasMore) await paged.more(signal);
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
          ({ place, paged }) => place.list === list && place.organizationId === organizationId && paged.known(),
        ),
      ),
    refresh: (signal) =>
      ask(
        [...lists.values()].filter(({ paged }) => paged.known() ?? paged.failure()),
        signal,
      ),
  };
}

function keyOf({ list, organizationId, within }: OrganizationsChange, more?: string): string {
  return JSON.stringify([list, organizationId, within ?? '', more ?? '']);
}
