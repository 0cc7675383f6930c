import type { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import { numberOf, type SpaceNames, type Version } from '../../model/shared/address.ts';
import type { Emitter } from '../shared/emitter.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import type { Storage } from '../shared/storage.ts';
import type { TextTimes } from '../shared/textTimes.ts';
import type { Library } from '../library/library.ts';
import { sidesOf, type ChangeSets } from './changeSets.ts';
import type { ContentChange } from './content.ts';
import type { ChangeRequestHeads } from './heads.ts';
import type { PublishedTexts } from './publishedTexts.ts';
import type { RevisionFiles } from './revisionFiles.ts';
import type { RevisionTexts } from './revisionTexts.ts';
import type { RevisionContent, CachedContent, RevisionTrees } from './revisionTrees.ts';
import type { ViewedMarks } from './viewedMarks.ts';

export interface ContentsOptions {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestContent' | 'revisions' | 'content' | 'spaces'>;
  readonly library: Pick<
    Library,
    | 'space'
    | 'cachedSpaces'
    | 'cachedSpace'
    | 'pages'
    | 'cachedPages'
    | 'fileNames'
    | 'opened'
    | 'renew'
    | 'onDidChange'
  >;
  readonly download: Download;
  /** The account's key, from `accountKey`. */
  readonly account: string;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  readonly parseAhead?: ParseAhead | undefined;
  /** Names of spaces in addresses. Without them, addresses use the spaces' ids. */
  readonly names?: SpaceNames | undefined;
}

/** Everything cached of the content of an account's spaces. The functions that read it fill it. */
export interface ContentState extends ContentsOptions {
  readonly changed: Emitter<ContentChange>;
  readonly heads: ChangeRequestHeads;
  readonly trees: RevisionTrees;
  readonly files: RevisionFiles;
  readonly sets: ChangeSets;
  readonly texts: RevisionTexts;
  readonly marks: LRUCache<string, ViewedMarks>;
  /** The page that was read at a path in this session, by version and path. */
  readonly opened: LRUCache<string, Map<string, string>>;
  readonly published: PublishedTexts;
  /** Sizes and times by version and page. */
  readonly times: TextTimes;
}

/** The current revision of a version other than the published content; undefined if it isn't cached. */
export function cachedContent({ heads }: ContentState, spaceId: string, version: Version): RevisionContent | undefined {
  if (version.kind === 'revision') return { space: spaceId, revision: version.revision };
  const number = numberOf(version);
  const changeRequest = number === undefined ? undefined : heads.cached(spaceId, number);
  return changeRequest && sidesOf(spaceId, changeRequest)[sideOf(version)];
}

export async function loadContent(
  { heads, trees, library }: ContentState,
  spaceId: string,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<LoadedContent> {
  switch (version.kind) {
    case 'main': {
      const [tree, { revision }] = [await library.pages(spaceId, { signal }), await library.space(spaceId, { signal })];
      return { content: { space: spaceId, revision }, cached: { tree, way: 'main', skipped: 0 } };
    }
    case 'revision': {
      const content = { space: spaceId, revision: version.revision };
      return { content, cached: await trees.load(content, signal) };
    }
    default: {
      const changeRequest = await heads.fresh(spaceId, version.number, signal);
      const content = sidesOf(spaceId, changeRequest)[sideOf(version)];
      return { content, cached: await trees.load(content, signal) };
    }
  }
}

export interface LoadedContent {
  readonly content: RevisionContent;
  readonly cached: CachedContent;
}

function sideOf({ kind }: Version): 'base' | 'head' {
  return kind === 'base' ? 'base' : 'head';
}

export function versionKey(spaceId: string, version: Version): string {
  return JSON.stringify([spaceId, version]);
}
