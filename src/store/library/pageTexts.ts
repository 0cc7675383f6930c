import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Page } from '../../contract/spaces/content.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { digest } from '../../model/shared/digest.ts';
import { failureOf, isKind } from '../shared/failure.ts';
import { createLane, type Lane } from '../shared/lane.ts';
import type { PageText } from './library.ts';
import type { Turns } from '../shared/pagedList.ts';
import { aMinute, type SpaceRecords } from './spaceRecords.ts';

/** The texts of pages, kept as long as there is room for them. */
export interface PageTexts {
  /** As read within the last minute or known to be of the space's present revision, else asked for. */
  read(spaceId: string, pageId: string, signal?: AbortSignal): Promise<PageText>;
  /** As last known; undefined also when it is known to have changed. */
  known(spaceId: string, pageId: string): PageText | undefined;
  /** Tells that these pages have another text. */
  outdate(spaceId: string, pageIds: readonly string[]): void;
  forget(spaceId: string, pageIds: readonly string[]): void;
}

export interface PageTextsParts {
  readonly api: Pick<Api['content'], 'page'>;
  readonly records: SpaceRecords;
  readonly now: () => number;
  readonly turns: Turns;
  /** What the page reads like in our file system. Called while the page is being fetched; `wait` for what it needs for that. */
  readonly rendering: (space: Space, pageId: string, signal: AbortSignal) => Promise<(page: Page) => Promise<string>>;
  readonly onMissing: (spaceId: string, pageId: string) => void;
  /** The text became another one than was read before. */
  readonly onOther: (spaceId: string, pageId: string) => void;
  /** In bytes. */
  readonly room?: number;
}

interface Kept extends PageText {
  readonly revision: string;
  readonly turn: number;
  asOf: number;
  isOutdated: boolean;
}

interface Trace {
  readonly digest: string;
  readonly modifiedAt: number;
}

export function createPageTexts(parts: PageTextsParts): PageTexts {
  const { api, records, now, turns, rendering, onMissing, onOther, room = 32 * 1024 * 1024 } = parts;
  const texts = new LRUCache<string, Kept>({ maxSize: room, sizeCalculation: ({ text }) => text.length * 2 + 200 });
  /** What is left of a text when it had to make room: its time must not go backwards. */
  const traces = new Map<string, Trace>();
  const lanes = new Map<string, Lane>();

  async function fetch(spaceId: string, pageId: string, signal: AbortSignal): Promise<PageText> {
    const space = records.known(spaceId)?.space ?? (await records.ask(spaceId, signal));
    const turn = turns();
    try {
      const [page, render] = await Promise.all([
        api.page({ spaceId, pageId, format: 'markdown' }, { signal }),
        rendering(space, pageId, signal),
      ]);
      return keep(space, pageId, page, await render(page), turn);
    } catch (error) {
      if (isKind(error, 'missing')) onMissing(spaceId, pageId);
      throw error;
    }
  }

  function keep(space: Space, pageId: string, page: Page, text: string, turn: number): PageText {
    const key = keyOf(space.id, pageId);
    const old = texts.peek(key);
    if (old && old.turn > turn) return old;
    const before = traces.get(key);
    const print = digest(text);
    const said = Date.parse(page.updatedAt ?? space.updatedAt) || now();
    const isOther = before !== undefined && before.digest !== print;
    const modifiedAt = Math.max(said, (before?.modifiedAt ?? 0) + (isOther ? 1 : 0));
    const size = new TextEncoder().encode(text).byteLength;
    const kept: Kept = { text, size, modifiedAt, revision: space.revision, turn, asOf: now(), isOutdated: false };
    texts.set(key, kept);
    traces.set(key, { digest: print, modifiedAt });
    if (isOther && !old?.isOutdated) onOther(space.id, pageId);
    return kept;
  }

  function isFresh(kept: Kept, spaceId: string): boolean {
    if (kept.isOutdated) return false;
    const record = records.known(spaceId);
    const isOfRecord = record?.space.revision === kept.revision;
    if (record && !isOfRecord && record.turn > kept.turn) return false;
    return now() - Math.max(kept.asOf, isOfRecord ? record.asOf : 0) < aMinute;
  }

  return {
    async read(spaceId, pageId, signal) {
      const key = keyOf(spaceId, pageId);
      const kept = texts.get(key);
      if (kept && isFresh(kept, spaceId)) return kept;
      try {
        if (kept && !kept.isOutdated) {
          const { revision } = await records.fresh(spaceId, signal);
          if (revision === kept.revision) return kept;
        }
        const lane = lanes.get(key) ?? createLane();
        lanes.set(key, lane);
        return await lane.share('text', signal, (signal) => fetch(spaceId, pageId, signal));
      } catch (error) {
        const failure = failureOf(error);
        if (kept && failure && !isKind(failure, 'missing', 'forbidden', 'cancelled')) return kept;
        throw error;
      }
    },
    known(spaceId, pageId) {
      const kept = texts.get(keyOf(spaceId, pageId));
      return kept?.isOutdated ? undefined : kept;
    },
    outdate(spaceId, pageIds) {
      for (const id of pageIds) {
        const kept = texts.peek(keyOf(spaceId, id));
        if (kept) kept.isOutdated = true;
      }
    },
    forget(spaceId, pageIds) {
      for (const id of pageIds) texts.delete(keyOf(spaceId, id));
    },
  };
}

function keyOf(spaceId: string, pageId: string): string {
  return JSON.stringify([spaceId, pageId]);
}
