import { LRUCache } from 'lru-cache';
import type { Page } from '../../contract/spaces/content.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { createTextTimes } from '../shared/textTimes.ts';
import type { LibraryChanges } from './changes.ts';
import type { PageText } from './library.ts';

/** The texts of pages, cached within the given room. */
export interface PageTexts {
  /** The cached text, even if it is outdated. */
  get(spaceId: string, pageId: string): CachedText | undefined;
  /** The cached text; undefined if it is known to have changed. */
  cached(spaceId: string, pageId: string): PageText | undefined;
  /** Caches a text that was requested in this turn, unless one of a later turn is cached; returns the cached one. */
  keep(space: Space, pageId: string, page: Page, text: string, turn: number): PageText;
  /** Marks pages whose text has changed. */
  outdate(spaceId: string, pageIds: readonly string[]): void;
  forget(spaceId: string, pageIds: readonly string[]): void;
}

export interface CachedText extends PageText {
  /** Revision of the space. */
  readonly revision: string;
  readonly turn: number;
  /** In ms since the epoch. */
  readonly asOf: number;
  isOutdated: boolean;
}

/** In bytes. */
const defaultRoom = 32 * 1024 * 1024;

export function createPageTexts(parts: {
  readonly now: () => number;
  readonly changes: Pick<LibraryChanges, 'emit'>;
}): PageTexts {
  const { now, changes } = parts;
  const texts = new LRUCache<string, CachedText>({
    maxSize: defaultRoom,
    sizeCalculation: ({ text }) => text.length * 2 + 200,
  });
  const times = createTextTimes();

  return {
    get: (spaceId, pageId) => texts.get(keyOf(spaceId, pageId)),
    cached(spaceId, pageId) {
      const cached = texts.get(keyOf(spaceId, pageId));
      return cached?.isOutdated ? undefined : cached;
    },
    keep(space, pageId, page, text, turn) {
      const key = keyOf(space.id, pageId);
      const old = texts.peek(key);
      if (old && old.turn > turn) return old;
      const updatedAt = Date.parse(page.updatedAt ?? space.updatedAt) || now();
      const { hasChanged, timed } = times(key, text, updatedAt);
      const cached: CachedText = { ...timed, revision: space.revision, turn, asOf: now(), isOutdated: false };
      texts.set(key, cached);
      if (hasChanged && !old?.isOutdated) {
        changes.emit({ kind: 'pages', space: space.id, changed: [pageId], deleted: [] });
      }
      return cached;
    },
    outdate(spaceId, pageIds) {
      for (const id of pageIds) {
        const cached = texts.peek(keyOf(spaceId, id));
        if (cached) cached.isOutdated = true;
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
