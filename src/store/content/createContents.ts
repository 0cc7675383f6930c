import { LRUCache } from 'lru-cache';
import { headOf, type Version } from '../../model/shared/address.ts';
import type { Read } from '../library/library.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createTextTimes, type TextTrace } from '../shared/textTimes.ts';
import { linksBrokenBy, linksToHeadings, type LinksBrokenByContext } from './brokenLinks.ts';
import { isViewed, cachedChanges, readChanges, setViewed } from './changes.ts';
import { checkChangeRequest, checkPage } from './checkPages.ts';
import { createChangeSets } from './changeSets.ts';
import type { Contents, ContentChange } from './content.ts';
import { createFileBytes } from './fileBytes.ts';
import { createChangeRequestHeads } from './heads.ts';
import { entryAt, cachedPage, readPage, textOf } from './readPages.ts';
import { cachedPublished, followTrees, readPublished } from './publishedPages.ts';
import { createPublishedTexts } from './publishedTexts.ts';
import { linkContext, readFileNames, renderMarkdown, renderPage } from './renderPage.ts';
import { createRevisionFiles } from './revisionFiles.ts';
import { createRevisionTexts } from './revisionTexts.ts';
import { createRevisionTrees } from './revisionTrees.ts';
import { loadContent, type ContentsOptions, type ContentState } from './state.ts';

export function createContents(options: ContentsOptions): Contents {
  const state = createState(options);
  const { api, download, changed, heads, library } = state;
  library.onDidChange((change) => followTrees(state, change));

  const content: Contents = {
    at: (spaceId, version) => ({
      entry: (path, read) => content.entry(spaceId, version, path, read),
      text: (pageId, read) => content.text(spaceId, version, pageId, read),
      cachedText: (pageId) => content.cachedText(spaceId, version, pageId),
      bytes: (file, limits) => content.bytes(spaceId, file, limits),
    }),
    learn(spaceId, changeRequests) {
      for (const changeRequest of changeRequests) heads.learn(spaceId, changeRequest);
    },
    changeRequest: (spaceId, number, { signal } = {}) => heads.fresh(spaceId, number, signal),
    refresh: (spaceId, number, { signal } = {}) => heads.ask(spaceId, number, signal),

    changes: (spaceId, number, { signal } = {}) => readChanges(state, spaceId, number, signal),
    cachedChanges: (spaceId, number) => cachedChanges(state, spaceId, number),
    isViewed: (spaceId, number, id) => isViewed(state, spaceId, number, id),
    setViewed: (spaceId, number, viewed) => setViewed(state, spaceId, number, viewed),

    pages: async (spaceId, version, { signal } = {}) =>
      (await loadContent(state, spaceId, version, signal)).cached.tree,
    entry: (spaceId, version, path, { signal } = {}) => entryAt(state, spaceId, version, path, signal),
    async text(spaceId, version, pageId, { signal } = {}) {
      if (version.kind === 'main') return (await readPublished(state, spaceId, pageId, signal)).text;
      return textOf(state, spaceId, version, await readPage(state, spaceId, version, pageId, signal));
    },
    cachedText(spaceId, version, pageId) {
      if (version.kind === 'main') return cachedPublished(state, spaceId, pageId)?.text;
      const known = cachedPage(state, spaceId, version, pageId);
      return known && textOf(state, spaceId, version, known);
    },
    async markdown(spaceId, version, pageId, { signal } = {}) {
      const page =
        version.kind === 'main'
          ? await readPublished(state, spaceId, pageId, signal)
          : await readPage(state, spaceId, version, pageId, signal);
      return page.reading.markdown;
    },
    async reading(spaceId, number, pageId, { signal } = {}) {
      const changeRequest = await heads.fresh(spaceId, number, signal);
      return { changeRequest, ...(await readPage(state, spaceId, headOf(number), pageId, signal)) };
    },
    cachedReading(spaceId, number, pageId) {
      const changeRequest = heads.cached(spaceId, number);
      const known = cachedPage(state, spaceId, headOf(number), pageId);
      return changeRequest && known && { changeRequest, ...known };
    },
    async readingAs(spaceId, number, node, markdown, { signal } = {}) {
      const loaded = await loadContent(state, spaceId, headOf(number), signal);
      return renderMarkdown(state, markdown, { ...loaded, node }, signal);
    },
    async linkContext(spaceId, number, page, { files: wantsFiles, text }, { signal } = {}) {
      if (text !== undefined) await state.parseAhead?.('destinations', text);
      const { content, cached: known } = await loadContent(state, spaceId, headOf(number), signal);
      const files = wantsFiles ? await readFileNames(state, content, known, signal) : undefined;
      return { ...linkContext(state, content, known, page), files };
    },
    linksBrokenBy: async (spaceId, version, moves, read) =>
      linksBrokenBy(await linksAt(state, spaceId, version, read), moves),
    linksToHeadings: async (spaceId, number, renamed, read) =>
      linksToHeadings(await linksAt(state, spaceId, headOf(number), read), renamed),
    checkPage: (spaceId, number, pageId, options) => checkPage(state, spaceId, number, pageId, options),
    check: (spaceId, number, options) => checkChangeRequest(state, spaceId, number, options),
    bytes: createFileBytes({ api: api.content, download }),

    onDidChange: (listener) => changed.listen(listener),
  };
  return content;
}

/** What is needed to look for links in a version. */
async function linksAt(
  state: ContentState,
  spaceId: string,
  version: Version,
  { signal }: Read = {},
): Promise<LinksBrokenByContext> {
  const { api, log, parseAhead, texts } = state;
  const { content, cached: known } = await loadContent(state, spaceId, version, signal);
  return {
    api,
    space: spaceId,
    tree: known.tree,
    contextOf: (page) => linkContext(state, content, known, page),
    read: (node) => texts.read(content, known, node, signal),
    changes: async () =>
      version.kind === 'changeRequest' ? readChanges(state, spaceId, version.number, signal) : undefined,
    parseAhead,
    warn: (message) => log.warn(message),
    signal,
  };
}

function createState(options: ContentsOptions): ContentState {
  const { api, library, now, log } = options;
  const changed = createEmitter<ContentChange>((error) => log.warn(`A listener of contents failed: ${String(error)}`));
  const trees = createRevisionTrees({ api, library });
  const files = createRevisionFiles(api, library);
  return {
    ...options,
    changed,
    heads: createChangeRequestHeads({
      api: api.changeRequests,
      now,
      onChanged: (space, before, after) => changed.emit({ kind: 'changed', space, before, after }),
      onGone: (space, number) => changed.emit({ kind: 'gone', space, number }),
    }),
    trees,
    files,
    sets: createChangeSets({ api, trees, files, now }),
    texts: createRevisionTexts({ api, render: (...page) => renderPage({ ...options, files }, ...page) }),
    marks: new LRUCache({ max: 200 }),
    opened: new LRUCache({ max: 500 }),
    published: createPublishedTexts(),
    times: createTextTimes(new LRUCache<string, TextTrace>({ max: 10_000 })),
  };
}
