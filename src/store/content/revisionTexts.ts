import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Api } from '../../client/api.ts';
import type { Page } from '../../contract/spaces/content.ts';
import type { PageReading } from '../../model/pages/text.ts';
import { cancellation } from '../../model/shared/failure.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { createLanes } from '../shared/lane.ts';
import { sizeOf } from './publishedTexts.ts';
import { keyOf, type RevisionContent, type CachedContent } from './revisionTrees.ts';

/** The texts of pages by revision, cached within the given room. */
export interface RevisionTexts {
  read(content: RevisionContent, known: CachedContent, node: PageNode, signal?: AbortSignal): Promise<PageReading>;
  cached(content: RevisionContent, pageId: string): PageReading | undefined;
}

export interface RevisionTextsContext {
  readonly api: Pick<Api, 'revisions' | 'changeRequestContent' | 'content'>;
  /** Converts Markdown to the page's text in our file system. */
  readonly render: (
    page: Page,
    at: { content: RevisionContent; cached: CachedContent; node: PageNode },
    signal: AbortSignal,
  ) => Promise<PageReading>;
  /** In bytes. */
  readonly room?: number;
}

/** Limit of pages that are read from the server at the same time. */
const atOnce = 8;

export function createRevisionTexts({ api, render, room = 16 * 1024 * 1024 }: RevisionTextsContext): RevisionTexts {
  const texts = new LRUCache<string, PageReading>({ maxSize: room, sizeCalculation: sizeOf });
  const laneOf = createLanes();
  const limit = pLimit(atOnce);

  function fetch(
    { space, revision, headOf }: RevisionContent,
    { way }: CachedContent,
    pageId: string,
    signal: AbortSignal,
  ) {
    const input = { spaceId: space, pageId, format: 'markdown' } as const;
    switch (way) {
      case 'revision':
        return api.revisions.page({ ...input, revisionId: revision }, { signal });
      case 'head':
        return api.changeRequestContent.page({ ...input, changeRequestId: String(headOf) }, { signal });
      case 'main':
        return api.content.page(input, { signal });
    }
  }

  return {
    async read(content, known, node, signal) {
      const key = textKey(content, node.id);
      const text = texts.get(key);
      if (text !== undefined) return text;
      return laneOf(key).share('text', signal, async (signal) => {
        const page = await limit(() => {
          if (signal.aborted) throw cancellation();
          return fetch(content, known, node.id, signal);
        });
        const text = await render(page, { content, cached: known, node }, signal);
        texts.set(key, text);
        return text;
      });
    },
    cached: (content, pageId) => texts.peek(textKey(content, pageId)),
  };
}

function textKey(content: RevisionContent, pageId: string): string {
  return `${keyOf(content)} ${pageId}`;
}
