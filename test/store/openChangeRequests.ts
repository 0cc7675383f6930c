import { withCapabilities, type Lacking } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import type { Space } from '../../src/contract/spaces/spaces.ts';
import { organizationId, userId } from '../../src/server/sample/seeding.ts';
import type { LocalPlatform, LocalPlatformOptions } from '../../src/server/localPlatform.ts';
import type { ChangeRequestPlace, ChangeRequests } from '../../src/store/changeRequests/changeRequests.ts';
import { createCurrentUser, type CurrentUser } from '../../src/store/account/currentUser.ts';
import { createChangeRequests } from '../../src/store/changeRequests/createChangeRequests.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Library } from '../../src/store/library/library.ts';
import { frozenReplies } from '../fakes/frozenReplies.ts';
import { memory } from './openLibrary.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

export interface OpenedChangeRequests {
  readonly store: ChangeRequests;
  readonly currentUser: CurrentUser;
  readonly library: Library;
  /** Titles of spaces by id, for their names in addresses. */
  readonly titles: ReadonlyMap<string, string>;
  /** `METHOD /path?query` of the requests since the last call. */
  readonly taken: () => string[];
  /** Answers in place of the platform, which it may ask itself; undefined ends it. */
  instead: ((request: Request, platform: LocalPlatform['handle']) => Promise<Response> | Response) | undefined;
  /** A call by a user of the sample. */
  call(method: string, path: string, body?: object, by?: string): Promise<Response>;
  /** Keys of the places reported by `onDidChange` since the last call; `root` for the whole tree. */
  readonly changes: () => string[];
}

const base = 'http://127.0.0.1:4010';

/** The local platform with the sample. */
export function openSample(options: Partial<LocalPlatformOptions> = {}): LocalPlatform {
  return openSamplePlatform({ origin: base, ...options });
}

/** The real store with the real client and the local platform with the sample, as one of its users. */
export function openChangeRequests(
  local: LocalPlatform,
  { as = 'mara', isAnonymous = false }: { readonly as?: string; readonly isAnonymous?: boolean } = {},
): OpenedChangeRequests {
  const requests: string[] = [];
  const { platform, serverNow } = withServerClock(async (request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    return opened.instead ? opened.instead(request, local.handle) : local.handle(request);
  });
  const token = async () => local.tokenOf(userId(as));
  let learned: Lacking | undefined;
  const { api } = withCapabilities(frozenReplies(createApi({ base, platform, token })), {
    storage: { get: () => learned, set: (lacking) => void (learned = lacking) },
  });
  const titles = new Map<string, string>();
  const parts = {
    api,
    download: createDownload({ base, platform, token }),
    now: Date.now,
    serverNow,
    storage: memory(),
    log: { warn: () => undefined },
  };
  const library = createLibrary({ ...parts, account: 'docs.example-1' });
  const names = { learn: (spaces: readonly Space[]) => spaces.forEach(({ id, title }) => titles.set(id, title)) };
  const currentUser = createCurrentUser({ ...parts, userId: isAnonymous ? undefined : userId(as) });
  const store = createChangeRequests({ ...parts, library, currentUser, names });
  const changes: string[] = [];
  store.onDidChange((change) => {
    if (change.kind === 'children') changes.push(change.place?.key ?? 'root');
  });
  const opened: OpenedChangeRequests = {
    store,
    currentUser,
    library,
    titles,
    instead: undefined,
    taken: () => requests.splice(0),
    changes: () => changes.splice(0),
    call: (method, path, body, by = 'mara') =>
      local.handle(
        new Request(`${base}/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${local.tokenOf(userId(by))}`, 'content-type': 'application/json' },
          body: body ? JSON.stringify(body) : null,
        }),
      ),
  };
  return opened;
}

export const northwind = organizationId('northwind');

export const group = (status: 'open' | 'draft' | 'merged' | 'archived'): ChangeRequestPlace => ({
  kind: 'status',
  key: status,
  status,
});
export const waiting: ChangeRequestPlace = { kind: 'waiting', key: 'waiting' };

/** Titles of the children of a place: subjects, statuses, titles of spaces. */
export async function titlesIn(store: ChangeRequests, place?: ChangeRequestPlace): Promise<string[]> {
  return (await store.children(place)).places.map(titleOf);
}

export function titleOf(place: ChangeRequestPlace): string {
  switch (place.kind) {
    case 'waiting':
      return 'waiting';
    case 'status':
      return place.status;
    case 'space':
      return place.space.title;
    case 'changeRequest':
      return place.changeRequest.subject;
  }
}

/** The change request with this subject in a place. If it needs attention, it is in that group only. */
export async function changeRequestIn(
  store: ChangeRequests,
  place: ChangeRequestPlace,
  subject: string,
): Promise<ChangeRequestPlace & { kind: 'changeRequest' }> {
  const isMeant = (each: ChangeRequestPlace): boolean =>
    each.kind === 'changeRequest' &&
    each.changeRequest.subject === subject &&
    (place.kind !== 'status' || each.changeRequest.status === place.status);
  const { places } = await store.children(place);
  const found = places.find(isMeant) ?? (await store.children(waiting)).places.find(isMeant);
  if (found?.kind !== 'changeRequest') throw new Error(`No ${subject} among ${places.map(titleOf).join(', ')}`);
  return found;
}

/** The first request of this kind is lost after or before the server applies it; then nothing gets through. */
export function breakFor(
  opened: OpenedChangeRequests,
  method: string,
  path: RegExp,
  when: 'before' | 'after',
  then: 'nothing' | 'all' = 'all',
): void {
  let isBroken = false;
  opened.instead = async (request, platform) => {
    if (isBroken && then === 'nothing') throw new TypeError('terminated');
    if (isBroken || request.method !== method || !path.test(new URL(request.url).pathname)) return platform(request);
    isBroken = true;
    if (when === 'after') await platform(request);
    throw new TypeError('terminated');
  };
}
