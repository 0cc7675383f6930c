import { createApi } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import type { Collection } from '../../src/contract/spaces/collections.ts';
import type { Page } from '../../src/contract/spaces/content.ts';
import type { Space } from '../../src/contract/spaces/spaces.ts';
import type { Contents } from '../../src/store/content/content.ts';
import type { Library, LibraryChange, Place } from '../../src/store/library/library.ts';
import type { Storage } from '../../src/store/shared/storage.ts';
import { organizationOf, spaceOf } from '../client/samples.ts';
import { frozenReplies } from '../fakes/frozenReplies.ts';
import { openContent } from './openContent.ts';
import { scriptedPlatform, type Script, type ScriptedPlatform } from '../fakes/scriptedPlatform.ts';

export interface Opened extends ScriptedPlatform {
  readonly library: Library;
  readonly content: Contents;
  readonly script: Script;
  /** Events of the library, and of published pages, since the last call. A place is given by its key. */
  readonly changes: () => (string | Exclude<LibraryChange, { kind: 'children' }>)[];
  readonly warnings: string[];
  readonly clock: { now: number };
  readonly storage: Storage;
}

/** The real stores with the real client, on a scripted server. */
export function openLibrary(
  changed: Partial<Script> = {},
  options: { readonly pageSize?: number; readonly storage?: Storage; readonly elsewhere?: Platform } = {},
): Opened {
  const script = { ...aWorkspace(), ...changed };
  const scripted = scriptedPlatform(script, options.pageSize);
  const connection = { base: 'https://docs.example', platform: scripted.platform, token: async () => 'token' };
  const clock = { now: Date.UTC(2026, 10, 20) };
  const storage = options.storage ?? memory();
  const warnings: string[] = [];
  const { library, content } = openContent({
    api: frozenReplies(createApi(connection)),
    download: createDownload({ ...connection, elsewhere: options.elsewhere }),
    account: 'docs.example-1',
    now: () => clock.now,
    storage,
    log: { warn: (message) => warnings.push(message) },
  });
  const changes: ReturnType<Opened['changes']> = [];
  library.onDidChange((change) => {
    if (change.kind === 'children') changes.push(change.place?.key ?? 'root');
    if (change.kind === 'lock') changes.push(change);
  });
  content.onDidChange((change) => {
    if (change.kind === 'pages') changes.push(change);
  });
  return {
    ...scripted,
    library,
    content,
    script,
    warnings,
    clock,
    storage,
    changes: () => changes.splice(0),
  };
}

/** Storage in memory, instead of a folder on disk. */
export function memory(): Storage & { readonly keys: () => string[] } {
  const texts = new Map<string, string>();
  return {
    keys: () => [...texts.keys()],
    read: async (key) => texts.get(key),
    write: async (key, text) => void texts.set(key, text),
  };
}

/** One organization with a collection, a nested one, a space in each and one outside. */
export function aWorkspace(): Script {
  return {
    organizations: [organizationOf('org')],
    collections: [collection('outer'), collection('inner', { parent: 'outer' })],
    spaces: [space('guide', { parent: 'outer' }), space('deep', { parent: 'inner' }), space('free')],
    pages: {
      free: [
        page('start', { pages: [page('setup', { path: 'start/setup' })] }),
        page('more'),
        page('vendor', { type: 'link', href: 'https://vendor.example' }),
      ],
    },
    texts: {},
    files: {},
  };
}

export function collection(id: string, fields: Partial<Collection> = {}): Collection {
  return { id, title: id, organization: 'org', defaultLevel: null, ...fields };
}

export function space(id: string, fields: Partial<Space> = {}): Space {
  return { ...spaceOf(id), organization: 'org', ...fields };
}

export function page(id: string, fields: Partial<Page> = {}): Page {
  return { id, title: id, type: 'document', path: id, updatedAt: '2026-11-01T00:00:00.000Z', ...fields };
}

/** Expands the tree along the titles or ids; returns the last place. */
export async function expand(library: Library, ...names: readonly string[]): Promise<Place> {
  let place: Place | undefined;
  for (const name of names) {
    const { places } = await library.children(place);
    place = places.find((each) => nameOf(each) === name);
    if (!place) throw new Error(`There is no ${name} among ${places.map(nameOf).join(', ')}`);
  }
  if (!place) throw new Error('Nothing to expand');
  return place;
}

/** Names of the children of the last place. */
export async function namesIn(library: Library, ...names: readonly string[]): Promise<string[]> {
  const place = names.length > 0 ? await expand(library, ...names) : undefined;
  return (await library.children(place)).places.map(nameOf);
}

export function nameOf(place: Place): string {
  switch (place.kind) {
    case 'organization':
      return place.organization.id;
    case 'collection':
      return place.collection.id;
    case 'space':
      return place.space.id;
    case 'page':
      return place.node.id;
    case 'files':
      return 'files';
    case 'file':
      return place.path;
  }
}
