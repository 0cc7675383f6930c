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
  /** Published Markdown by space and page, the one that was used first at the beginning. */
  readonly texts: Map<string, PublishedText>;
}

export interface PublishedText {
  /** The revision of the space. */
  readonly revision: string;
  readonly markdown: string;
}

export function createFind(context: FindContext): Find {
  const state: FindState = { ...context, texts: new Map() };
  return {
    find: (places, query, options) => searchPlaces(state, places, query, options),
    replaceable: (pages, query, by, read) => replaceable(state, pages, query, by, read),
    problems: async (pages) => inPortions(pages, (some) => context.inThread('check', { pages: some }, undefined)),
    send: (at, pages, options) => sendReplacements(state, at, pages, options),
  };
}

/** Pages per task: the time limit is for all of them. */
const perTask = 40;

async function inPortions<Item, Result>(
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += perTask)
    results.push(...(await run(items.slice(from, from + perTask))));
  return results;
}
