import { LRUCache } from 'lru-cache';
import type { PageReading } from '../../model/pages/text.ts';
import { createLanes, type Lane } from '../shared/lane.ts';
import { createTextTimes, type TextTimes } from '../shared/textTimes.ts';
import type { PageText } from './content.ts';

/** The texts of published pages as last read, by `textKey`, cached within the given room. */
export interface PublishedTexts {
  readonly cached: LRUCache<string, PublishedText>;
  /** Orders the requests for a text. */
  readonly laneOf: (key: string) => Lane;
  readonly times: TextTimes;
}

export interface PublishedText {
  readonly reading: PageReading;
  readonly text: PageText;
  /** The space's revision before it was requested: the text may be newer, never older. */
  readonly revision: string;
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  /** Whether it is known to have changed. */
  isOutdated: boolean;
}

/** In bytes. */
const room = 32 * 1024 * 1024;

export function createPublishedTexts(): PublishedTexts {
  return {
    cached: new LRUCache({ maxSize: room, sizeCalculation: ({ reading }) => sizeOf(reading) }),
    laneOf: createLanes(),
    times: createTextTimes(),
  };
}

/** In bytes. Identical text and Markdown are stored once. */
export function sizeOf({ markdown, text, rewritten }: PageReading): number {
  return (text === markdown ? text.length : text.length + markdown.length) * 2 + rewritten.length * 100 + 200;
}

export function textKey(spaceId: string, pageId: string): string {
  return JSON.stringify([spaceId, pageId]);
}
