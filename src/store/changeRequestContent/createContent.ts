import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import type { Page } from '../../contract/spaces/content.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { SpaceNames, Version } from '../../model/shared/address.ts';
import { digest } from '../../model/shared/digest.ts';
import type { LinkContext } from '../../model/pages/links.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { ChangeRequestContent, ChangeRequestContentChange, ChangeSet, ReadPage } from './content.ts';
import { printsOf } from './fingerprints.ts';
import { createChangeRequestHeads } from './heads.ts';
import { createChangeSets, sidesOf } from './changeSets.ts';
import { createEmitter } from '../shared/emitter.ts';
import { entryAmong, entryIn, kindOfPath } from '../library/entries.ts';
import { failureOf, isKind, missing } from '../shared/failure.ts';
import { createFileBytes } from '../library/fileBytes.ts';
import type { Entry, Library, PageText, Read } from '../library/library.ts';
import { linksBrokenBy } from './brokenLinks.ts';
import type { Storage } from '../shared/storage.ts';
import { createRevisionFiles } from './revisionFiles.ts';
import { createRevisionTexts } from './revisionTexts.ts';
import { createRevisionTrees, type Content, type KnownContent } from './revisionTrees.ts';
import { viewedMarks, type ViewedMarks } from './viewedMarks.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';

export interface ChangeRequestContentOptions {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestContent' | 'revisions' | 'content' | 'spaces'>;
  readonly library: Pick<Library, 'space' | 'knownSpaces' | 'knownPages'>;
  readonly download: Download;
  /** As `accountKey` gives it. */
  readonly account: string;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  readonly parseAhead?: ParseAhead | undefined;
  /** How addresses call the spaces; by their ids without it. */
  readonly names?: SpaceNames | undefined;
}

export function createChangeRequestContent(options: ChangeRequestContentOptions): ChangeRequestContent {
  const { api, library, download, account, now, storage, log, parseAhead, names } = options;
  const changed = createEmitter<ChangeRequestContentChange>((error) =>
    log.warn(`A listener of change requests failed: ${String(error)}`),
  );
  const heads = createChangeRequestHeads({
    api: api.changeRequests,
    now,
    onChanged: (space, before, after) => changed.emit({ kind: 'changed', space, before, after }),
    onGone: (space, number) => changed.emit({ kind: 'gone', space, number }),
  });
  const trees = createRevisionTrees({ api, library });
  const files = createRevisionFiles(api);
  const sets = createChangeSets({ api, trees, files, now });
  const texts = createRevisionTexts({ api, render });
  const bytes = createFileBytes({ api: api.content, download });
  const marks = new LRUCache<string, ViewedMarks>({ max: 200 });
  /** By version and path: the page that was read there in this session. */
  const opened = new LRUCache<string, Map<string, string>>({ max: 500 });
  /** By version and page: what was last read there, since the time of what is read next must not go backwards. */
  const traces = new LRUCache<string, { readonly digest: string; readonly modifiedAt: number }>({ max: 10_000 });

  /** The revision that a version stands for now; undefined if that is not known without a request. */
  function knownContent(spaceId: string, version: Version): Content | undefined {
    if (version.kind === 'revision') return { space: spaceId, revision: version.revision };
    const changeRequest = heads.known(spaceId, version.number);
    return changeRequest && contentOf(spaceId, version, changeRequest);
  }

  async function contentAt(spaceId: string, version: Version, signal: AbortSignal | undefined): Promise<Content> {
    if (version.kind === 'revision') return { space: spaceId, revision: version.revision };
    return contentOf(spaceId, version, await heads.fresh(spaceId, version.number, signal));
  }

  async function loaded(
    spaceId: string,
    version: Version,
    signal: AbortSignal | undefined,
  ): Promise<{ content: Content; known: KnownContent }> {
    const content = await contentAt(spaceId, version, signal);
    return { content, known: await trees.load(content, signal) };
  }

  /** Its links need the tree, and its images the names of the files; without these it can be read all the same. */
  async function render(
    page: Page,
    { content, known, node }: { content: Content; known: KnownContent; node: PageNode },
    signal: AbortSignal,
  ): Promise<PageReading> {
    const { readingOf, mayShowFiles } = await import('../../model/pages/text.ts');
    const markdown = page.markdown ?? `# ${page.title ?? ''}\n`;
    await parseAhead?.('destinations', markdown);
    const context = contextOf(content, known, node);
    const names = mayShowFiles(markdown, context) ? await fileNamesOf(content, known, signal) : undefined;
    return readingOf(markdown, { ...context, files: names });
  }

  function contextOf(content: Content, known: KnownContent, page: PageNode): Omit<LinkContext, 'files'> {
    return {
      spaceId: content.space,
      page,
      tree: known.tree,
      spaces: library.knownSpaces(),
      treeOf: (spaceId) => (spaceId === content.space ? known.tree : library.knownPages(spaceId)),
      names,
    };
  }

  async function fileNamesOf(content: Content, { way }: KnownContent, signal: AbortSignal | undefined) {
    try {
      return await files(content, way, signal);
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
      log.warn(`The files of a revision could not be listed: ${String(error)}`);
      return undefined;
    }
  }

  /** The paths that pages had here before, or have on the other side. */
  async function otherPaths(
    spaceId: string,
    version: Version,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, string>> {
    const paths = new Map<string, string>();
    if (version.kind !== 'revision') {
      const { base, head } = sidesOf(spaceId, await heads.fresh(spaceId, version.number, signal));
      const other = trees.known(version.kind === 'base' ? head : base);
      for (const [path, { id }] of other?.tree.byPath ?? []) paths.set(path, id);
    }
    for (const [path, id] of opened.get(versionKey(spaceId, version)) ?? []) paths.set(path, id);
    return paths;
  }

  async function entry(
    spaceId: string,
    version: Version,
    path: string,
    { signal }: Read = {},
  ): Promise<Entry | undefined> {
    const kind = kindOfPath(path);
    if (!kind) return undefined;
    try {
      const { content, known } = await loaded(spaceId, version, signal);
      if (kind.kind === 'file') {
        const names = await files(content, known.way, signal);
        return names && entryAmong(names, kind.name);
      }
      return (
        entryIn(known.tree, path, new Map()) ?? entryIn(known.tree, path, await otherPaths(spaceId, version, signal))
      );
    } catch (error) {
      if (isKind(error, 'missing')) return undefined;
      throw error;
    }
  }

  /** What was read, with a time that is later whenever something else was read there before. */
  function told(spaceId: string, version: Version, node: PageNode, text: string): PageText {
    const key = `${versionKey(spaceId, version)} ${node.id}`;
    const before = traces.get(key);
    const print = digest(text);
    const said = Date.parse(node.page.updatedAt ?? '') || 0;
    const isOther = before !== undefined && before.digest !== print;
    const modifiedAt = Math.max(said, (before?.modifiedAt ?? 0) + (isOther ? 1 : 0));
    traces.set(key, { digest: print, modifiedAt });
    return { text, size: new TextEncoder().encode(text).byteLength, modifiedAt };
  }

  async function readingAt(
    spaceId: string,
    version: Version,
    pageId: string,
    signal: AbortSignal | undefined,
  ): Promise<Omit<ReadPage, 'changeRequest'>> {
    const { content, known } = await loaded(spaceId, version, signal);
    const node = known.tree.byId.get(pageId);
    if (!node || !isReadable(node)) throw missing('The page does not exist (any more).');
    const reading = await texts.read(content, known, node, signal);
    const key = versionKey(spaceId, version);
    opened.set(key, (opened.get(key) ?? new Map<string, string>()).set(node.path, pageId));
    return { tree: known.tree, node, reading };
  }

  async function text(spaceId: string, version: Version, pageId: string, { signal }: Read = {}): Promise<PageText> {
    const { node, reading } = await readingAt(spaceId, version, pageId, signal);
    return told(spaceId, version, node, reading.text);
  }

  function knownReading(
    spaceId: string,
    version: Version,
    pageId: string,
  ): Omit<ReadPage, 'changeRequest'> | undefined {
    const content = knownContent(spaceId, version);
    const tree = content && trees.known(content)?.tree;
    const node = tree?.byId.get(pageId);
    const reading = content && texts.known(content, pageId);
    return tree && node && reading && { tree, node, reading };
  }

  function marksOf(spaceId: string, { id }: ChangeRequest): ViewedMarks {
    const key = JSON.stringify([spaceId, id]);
    const known = marks.get(key);
    if (known) return known;
    const warn = (message: string) => log.warn(message);
    const made = viewedMarks({ account, space: spaceId, changeRequest: id, storage, warn });
    marks.set(key, made);
    return made;
  }

  async function changes(spaceId: string, number: number, { signal }: Read = {}): Promise<ChangeSet> {
    const changeRequest = await heads.fresh(spaceId, number, signal);
    const [set] = await Promise.all([
      sets.load(spaceId, changeRequest, signal),
      marksOf(spaceId, changeRequest).load(),
    ]);
    return set;
  }

  function knownChanges(spaceId: string, number: number): ChangeSet | undefined {
    const changeRequest = heads.known(spaceId, number);
    return changeRequest && sets.known(spaceId, changeRequest);
  }

  return {
    learn(spaceId, changeRequests) {
      for (const changeRequest of changeRequests) heads.learn(spaceId, changeRequest);
    },
    changeRequest: (spaceId, number, { signal } = {}) => heads.fresh(spaceId, number, signal),
    refresh: (spaceId, number, { signal } = {}) => heads.ask(spaceId, number, signal),

    changes,
    knownChanges,
    isViewed(spaceId, number, id) {
      const set = knownChanges(spaceId, number);
      const print = set && printsOf(set).get(id);
      return print !== undefined && marksOf(spaceId, set!.changeRequest).has(id, print);
    },
    async setViewed(spaceId, number, viewed) {
      // As it was shown: what became of it meanwhile nobody has viewed.
      const set = knownChanges(spaceId, number) ?? (await changes(spaceId, number));
      const prints = printsOf(set);
      const wanted = new Map<string, string | undefined>();
      for (const [id, isViewed] of viewed) {
        const print = prints.get(id);
        if (print !== undefined) wanted.set(id, isViewed ? print : undefined);
      }
      const marking = marksOf(spaceId, set.changeRequest).mark(wanted);
      changed.emit({ kind: 'viewed', space: spaceId, number });
      await marking;
    },

    pages: async (spaceId, version, { signal } = {}) => (await loaded(spaceId, version, signal)).known.tree,
    entry,
    text,
    knownText(spaceId, version, pageId) {
      const known = knownReading(spaceId, version, pageId);
      return known && told(spaceId, version, known.node, known.reading.text);
    },
    markdown: async (spaceId, version, pageId, { signal } = {}) =>
      (await readingAt(spaceId, version, pageId, signal)).reading.markdown,
    async reading(spaceId, number, pageId, { signal } = {}) {
      const changeRequest = await heads.fresh(spaceId, number, signal);
      return { changeRequest, ...(await readingAt(spaceId, headOf(number), pageId, signal)) };
    },
    knownReading(spaceId, number, pageId) {
      const changeRequest = heads.known(spaceId, number);
      const known = knownReading(spaceId, headOf(number), pageId);
      return changeRequest && known && { changeRequest, ...known };
    },
    async linkContext(spaceId, number, page, { files: wantsFiles }, { signal } = {}) {
      const { content, known } = await loaded(spaceId, headOf(number), signal);
      const names = wantsFiles ? await fileNamesOf(content, known, signal) : undefined;
      return { ...contextOf(content, known, page), files: names };
    },
    async linksBrokenBy(spaceId, version, moves, { signal } = {}) {
      const { content, known } = await loaded(spaceId, version, signal);
      const parts = {
        api,
        space: spaceId,
        tree: known.tree,
        contextOf: (page: PageNode) => ({ ...contextOf(content, known, page), files: undefined }),
        read: (node: PageNode) => texts.read(content, known, node, signal),
        changes: async () =>
          version.kind === 'changeRequest' ? changes(spaceId, version.number, { signal }) : undefined,
        parseAhead,
        warn: (message: string) => log.warn(message),
        signal,
      };
      return linksBrokenBy(parts, moves);
    },
    bytes,

    onDidChange: (listener) => changed.listen(listener),
  };
}

function contentOf(spaceId: string, version: Exclude<Version, { kind: 'revision' }>, changeRequest: ChangeRequest) {
  const { base, head } = sidesOf(spaceId, changeRequest);
  return version.kind === 'base' ? base : head;
}

function headOf(number: number): Version {
  return { kind: 'changeRequest', number };
}

function versionKey(spaceId: string, version: Version): string {
  return JSON.stringify([spaceId, version.kind, version.kind === 'revision' ? version.revision : version.number]);
}
