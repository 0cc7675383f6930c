import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import type { Page } from '../../contract/spaces/content.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { LearnedNames } from '../../model/shared/address.ts';
import type { FileNames } from '../../model/pages/fileNames.ts';
import type { PageNode, PageTree } from '../../model/pages/tree.ts';
import { hierarchyOf } from '../../model/library/hierarchy.ts';
import { treeChanges } from '../../model/pages/treeChanges.ts';
import { createEmitter } from '../shared/emitter.ts';
import { entryAt } from './entries.ts';
import { failureOf, isKind } from '../shared/failure.ts';
import { createFileBytes } from './fileBytes.ts';
import type { Library, LibraryChange, PageText, Place, Read, Children } from './library.ts';
import { openedPaths } from './openedPaths.ts';
import type { Storage } from '../shared/storage.ts';
import { organizationContent, type OrganizationContent } from './organizationContent.ts';
import { createPageTexts } from './pageTexts.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import { createTurns, createPagedList } from '../shared/pagedList.ts';
import { organizationOf } from './places.ts';
import { refresh, refreshSpace } from './refreshing.ts';
import { createShelfView } from './children.ts';
import { spaceContent, type KnownTree, type SpaceContent } from './spaceContent.ts';
import { availableSpaces } from './availableSpaces.ts';
import { aMinute, createSpaceRecords, type SpaceRecord } from './spaceRecords.ts';
import { wayTo, wayToCollection } from './ancestors.ts';

export interface LibraryOptions {
  readonly api: Pick<Api, 'organizations' | 'collections' | 'spaces' | 'content'>;
  readonly download: Download;
  /** As `accountKey` gives it. */
  readonly account: string;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  readonly parseAhead?: ParseAhead | undefined;
  /** How addresses call the spaces, which are told to it; by their ids without it. */
  readonly names?: LearnedNames | undefined;
}

export function createLibrary(options: LibraryOptions): Library {
  const { api, download, account, now, storage, log, parseAhead, names } = options;
  const turns = createTurns();
  const changed = createEmitter<LibraryChange>((error) =>
    log.warn(`A listener of the library failed: ${String(error)}`),
  );
  const organizationContents = new Map<string, OrganizationContent>();
  const contents = new Map<string, SpaceContent>();
  /** Something was heard since the last announcement. */
  let hasNews = false;
  const onUpdate = () => void (hasNews = true);
  const onLock = (space: string, isLocked: boolean) => changed.emit({ kind: 'lock', space, isLocked });

  const onTitles = (spaces: readonly Space[]) => names?.learn(spaces);
  const records = createSpaceRecords({ api: api.spaces, now, turns, onGone, onUpdate, onTitles, onLock });
  const organizations = createPagedList<Organization>({
    now,
    turns,
    onUpdate,
    fetch: (page, signal) => api.organizations.list({ limit: 1000, ...(page !== undefined && { page }) }, { signal }),
  });
  const view = createShelfView({ organizations, organization, records, content });
  const texts = createPageTexts({ api: api.content, records, now, turns, rendering, onMissing, onOther });
  const bytes = createFileBytes({ api: api.content, download });
  const parts = { organizations, organizationContents, organization, records, contents, content, view, turns, pages };

  const knownParts: typeof parts = {
    ...parts,
    records: { ...records, fresh: async (id, signal) => records.known(id)?.space ?? records.fresh(id, signal) },
    pages: async (id, read) => knownPages(id) ?? pages(id, read),
  };

  function organization(id: string): OrganizationContent {
    const known = organizationContents.get(id);
    if (known) return known;
    const made = organizationContent({ organizationId: id, api, records, now, turns, onUpdate });
    organizationContents.set(id, made);
    return made;
  }

  function content(spaceId: string): SpaceContent {
    const known = contents.get(spaceId);
    if (known) return known;
    const opened = openedPaths({ account, space: spaceId, storage, warn: (message) => log.warn(message) });
    const onTree = (before: KnownTree | undefined, after: KnownTree) => onTreeOf(spaceId, before, after);
    const made = spaceContent({ spaceId, api: api.content, opened, now, turns, onTree, onUpdate });
    contents.set(spaceId, made);
    return made;
  }

  function announce(): void {
    hasNews = false;
    for (const change of view.changes()) changed.emit(change);
  }

  /** What a read was told in passing may be shown somewhere. */
  async function announcing<Result>(read: Promise<Result>): Promise<Result> {
    try {
      return await read;
    } finally {
      if (hasNews) announce();
    }
  }

  function onTreeOf(space: string, before: KnownTree | undefined, after: KnownTree): void {
    if (before) {
      const { changed: pages, deleted } = treeChanges(before.tree, after.tree, before.revision !== after.revision);
      texts.outdate(space, pages);
      texts.forget(space, deleted);
      if (pages.length + deleted.length > 0) changed.emit({ kind: 'pages', space, changed: pages, deleted });
    }
    announce();
  }

  function onGone(space: string): void {
    const deleted = [...(contents.get(space)?.tree()?.tree.byId.keys() ?? [])];
    contents.delete(space);
    texts.forget(space, deleted);
    if (deleted.length > 0) changed.emit({ kind: 'pages', space, changed: [], deleted });
    announce();
  }

  function onOther(space: string, pageId: string): void {
    changed.emit({ kind: 'pages', space, changed: [pageId], deleted: [] });
  }

  /** A page that the tree has but the platform has not: one of both is old. */
  function onMissing(spaceId: string, pageId: string): void {
    texts.forget(spaceId, [pageId]);
    if (!content(spaceId).tree()?.tree.byId.has(pageId)) return;
    inBackground(refreshSpace(parts, spaceId, undefined, true));
  }

  /** What is missing is gone from where it was listed, too. */
  function heal(place: Place): void {
    inBackground(refresh(parts, place.kind === 'organization' || place.kind === 'collection' ? place.parent : place));
  }

  function inBackground(refreshing: Promise<void>): void {
    refreshing.then(announce, (error: unknown) => log.warn(`Refreshing failed: ${String(error)}`));
  }

  /** What the page reads like in our file system; its links need the tree, and its images the names of the files. */
  async function rendering(
    space: Space,
    pageId: string,
    signal: AbortSignal,
  ): Promise<(page: Page) => Promise<string>> {
    const [tree, { pageText, mayShowFiles }] = await Promise.all([
      treeOf(space, signal),
      import('../../model/pages/text.ts'),
    ]);
    const node = tree.byId.get(pageId);
    const known = { spaceId: space.id, tree, spaces: knownSpaces(), treeOf: knownPages, names };
    return async (page) => {
      const markdown = page.markdown ?? `# ${page.title ?? ''}\n`;
      await parseAhead?.('destinations', markdown);
      if (!node) return pageText(markdown, { ...known, page: stranger(page), files: undefined });
      const context = { ...known, page: node };
      const files = mayShowFiles(markdown, context) ? await filesOf(space, signal) : undefined;
      return pageText(markdown, { ...context, files });
    };
  }

  /** Without them a page can be read all the same. */
  async function filesOf(space: Space, signal: AbortSignal | undefined): Promise<FileNames | undefined> {
    try {
      return await content(space.id).loadNames(space.revision, signal);
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
      log.warn(`The files of a space could not be listed: ${String(error)}`);
      return undefined;
    }
  }

  function knownSpaces(): readonly Space[] {
    return [...records.all()].map((record) => record.space);
  }

  function knownPages(spaceId: string): PageTree | undefined {
    return contents.get(spaceId)?.tree()?.tree;
  }

  /** The tree of the space's revision; an older one where that cannot be had. */
  async function treeOf(space: Space, signal: AbortSignal | undefined): Promise<PageTree> {
    const pages = content(space.id);
    if (pages.tree() && pages.tree()?.revision !== space.revision) {
      await pages.renewTree(space.revision, signal);
    }
    return (await pages.loadTree(space.revision, signal)).tree;
  }

  async function pages(spaceId: string, { signal }: Read = {}): Promise<PageTree> {
    const known = content(spaceId).tree();
    const record = records.known(spaceId);
    if (record && (!known || isFresh(known, record))) return treeOf(record.space, signal);
    return treeOf(await records.fresh(spaceId, signal), signal);
  }

  function isFresh(tree: KnownTree, { space, asOf }: SpaceRecord): boolean {
    return tree.revision === space.revision && now() - Math.max(tree.asOf, asOf) < aMinute;
  }

  async function load(place: Place | undefined, signal: AbortSignal | undefined): Promise<void> {
    switch (place?.kind) {
      case undefined:
        await organizations.load(signal);
        return;
      case 'organization':
        return organization(place.organization.id).load(undefined, signal);
      case 'collection':
        return organization(organizationOf(place)).load(place.collection.id, signal);
      case 'space':
        // The first files, at the same time: without any, there is no row for them.
        await Promise.all([
          content(place.space.id).loadTree(revisionOf(place.space), signal),
          filesOf(place.space, signal),
        ]);
        return;
      case 'page':
        await content(place.space.id).loadTree(revisionOf(place.space), signal);
        return;
      case 'files':
        return content(place.space.id).loadFiles(revisionOf(place.space), signal);
      case 'file':
    }
  }

  async function children(place: Place | undefined, signal: AbortSignal | undefined): Promise<Children> {
    try {
      await load(place, signal);
    } catch (error) {
      view.show(place);
      if (place && isKind(error, 'missing')) heal(place);
      throw error;
    }
    return view.show(place) ?? { places: [], asOf: now(), hasMore: false };
  }

  function revisionOf(space: Space): string {
    return records.known(space.id)?.space.revision ?? space.revision;
  }

  async function text(spaceId: string, pageId: string, signal: AbortSignal | undefined): Promise<PageText> {
    const text = await texts.read(spaceId, pageId, signal);
    const path = contents.get(spaceId)?.tree()?.tree.byId.get(pageId)?.path;
    if (path !== undefined) content(spaceId).opened.remember(path, pageId);
    return text;
  }

  return {
    children: (place, { signal } = {}) => announcing(children(place, signal)),
    knownChildren: (place) => view.shelfOf(place),

    async more(place, { signal } = {}) {
      await load(place, signal);
      switch (place?.kind) {
        case undefined:
          await organizations.more(signal);
          break;
        case 'organization':
          await organization(place.organization.id).more(undefined, signal);
          break;
        case 'collection':
          await organization(organizationOf(place)).more(place.collection.id, signal);
          break;
        case 'space':
        case 'page':
          view.widen(place);
          break;
        case 'files':
          await content(place.space.id).files.more(signal);
          break;
        case 'file':
      }
      announce();
    },

    async placeOf(spaceId, pageId, { signal, asKnown = false } = {}) {
      try {
        return await wayTo(asKnown ? knownParts : parts, spaceId, pageId, signal);
      } finally {
        announce();
      }
    },
    placeOfCollection: (collection, { signal } = {}) => announcing(wayToCollection(parts, collection, signal)),
    space: (spaceId, { signal } = {}) => announcing(records.fresh(spaceId, signal)),
    pages: (spaceId, read) => announcing(pages(spaceId, read)),
    organizations: async ({ signal } = {}) => (await announcing(organizations.load(signal))).items,
    async hierarchy(organizationId, { signal } = {}) {
      await announcing(organization(organizationId).load(undefined, signal));
      return organization(organizationId).hierarchy() ?? hierarchyOf([], []);
    },
    availableSpaces: ({ signal } = {}) => announcing(availableSpaces(parts, signal)),
    knownSpaces,
    knownPages,

    entry: (spaceId, path, read) => announcing(entryAt(parts, spaceId, path, read)),
    text: (spaceId, pageId, { signal } = {}) => announcing(text(spaceId, pageId, signal)),
    knownText: (spaceId, pageId) => texts.known(spaceId, pageId),
    bytes,

    async refresh(place, { signal } = {}) {
      try {
        await refresh(parts, place, signal);
      } finally {
        announce();
      }
    },
    learn(space) {
      records.learn([space], turns());
      announce();
    },
    forget: (spaceId) => records.forget(spaceId),
    async relist(organizationId, what) {
      const content = organizationContents.get(organizationId);
      if (content?.isKnown()) await announcing(content.refresh(undefined, what));
    },
    onDidChange: (listener) => changed.listen(listener),
  };
}

/** A page that is not in the tree (any more). */
function stranger(page: Page): PageNode {
  return { id: page.id, page, title: page.title ?? '', parent: undefined, children: [], path: undefined };
}
