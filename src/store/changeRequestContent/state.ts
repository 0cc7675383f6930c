import type { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import type { SpaceNames, Version } from '../../model/shared/address.ts';
import type { Emitter } from '../shared/emitter.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import type { Storage } from '../shared/storage.ts';
import type { TextTimes } from '../shared/textTimes.ts';
import type { Library } from '../library/library.ts';
import { sidesOf, type ChangeSets } from './changeSets.ts';
import type { ChangeRequestContentChange } from './content.ts';
import type { ChangeRequestHeads } from './heads.ts';
import type { RevisionFiles } from './revisionFiles.ts';
import type { RevisionTexts } from './revisionTexts.ts';
import type { Content, CachedContent, RevisionTrees } from './revisionTrees.ts';
import type { ViewedMarks } from './viewedMarks.ts';

export interface ChangeRequestContentOptions {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestContent' | 'revisions' | 'content' | 'spaces'>;
  readonly library: Pick<Library, 'space' | 'cachedSpaces' | 'cachedPages'>;
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

/** Everything cached of the content of an account's change requests. The functions that read it fill it. */
export interface ContentState extends ChangeRequestContentOptions {
  readonly changed: Emitter<ChangeRequestContentChange>;
  readonly heads: ChangeRequestHeads;
  readonly trees: RevisionTrees;
  readonly files: RevisionFiles;
  readonly sets: ChangeSets;
  readonly texts: RevisionTexts;
  readonly marks: LRUCache<string, ViewedMarks>;
  /** The page that was read at a path in this session, by version and path. */
  readonly opened: LRUCache<string, Map<string, string>>;
  /** Sizes and times by version and page. */
  readonly times: TextTimes;
}

/** The current revision of a version; undefined if it isn't cached. */
export function cachedContent({ heads }: ContentState, spaceId: string, version: Version): Content | undefined {
  if (version.kind === 'revision') return { space: spaceId, revision: version.revision };
  const changeRequest = heads.cached(spaceId, version.number);
  return changeRequest && sidesOf(spaceId, changeRequest)[sideOf(version)];
}

export async function loadContent(
  { heads, trees }: ContentState,
  spaceId: string,
  version: Version,
  signal: AbortSignal | undefined,
): Promise<{ readonly content: Content; readonly cached: CachedContent }> {
  const content =
    version.kind === 'revision'
      ? { space: spaceId, revision: version.revision }
      : sidesOf(spaceId, await heads.fresh(spaceId, version.number, signal))[sideOf(version)];
  return { content, cached: await trees.load(content, signal) };
}

function sideOf({ kind }: Exclude<Version, { kind: 'revision' }>): 'base' | 'head' {
  return kind === 'base' ? 'base' : 'head';
}

export function headOf(number: number): Version {
  return { kind: 'changeRequest', number };
}

export function versionKey(spaceId: string, version: Version): string {
  return JSON.stringify([spaceId, version.kind, version.kind === 'revision' ? version.revision : version.number]);
}
