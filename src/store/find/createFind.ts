import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { ChangeRequestContent } from '../changeRequestContent/content.ts';
import type { ChangeRequestEdits } from '../editing/edits.ts';
import type { Library } from '../library/library.ts';
import type { Find, FindInThread } from './find.ts';
import { searchPlaces } from './searchPlaces.ts';
import { replaceable } from './replaceable.ts';
import { sendReplacements } from './sendReplacements.ts';

export interface FindContext {
  readonly api: Pick<Api, 'content' | 'organizations'>;
  readonly library: Pick<Library, 'space' | 'pages' | 'cachedPages'>;
  readonly content: Pick<
    ChangeRequestContent,
    'pages' | 'changes' | 'markdown' | 'reading' | 'refresh' | 'changeRequest'
  >;
  readonly edits: () => Promise<Pick<ChangeRequestEdits, 'send' | 'drafts'>>;
  readonly inThread: FindInThread;
}

export interface FindState extends FindContext {
  /** Published Markdown by space and page. */
  readonly texts: LRUCache<string, PublishedText>;
}

export interface PublishedText {
  /** The revision of the space. */
  readonly revision: string;
  readonly markdown: string;
}

/** In UTF-16 units. */
const room = 8_000_000;

export function createFind(context: FindContext): Find {
  const state: FindState = {
    ...context,
    texts: new LRUCache({ maxSize: room, sizeCalculation: ({ markdown }) => markdown.length + 100 }),
  };
  return {
    find: (places, query, options) => searchPlaces(state, places, query, options),
    replaceable: (pages, query, by, read) => replaceable(state, pages, query, by, read),
    send: (at, pages, options) => sendReplacements(state, at, pages, options),
  };
}
