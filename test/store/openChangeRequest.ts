import { withCapabilities, type Ability, type Lacking } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import type { Api } from '../../src/client/api.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import type { ChangeRequest } from '../../src/contract/changeRequests/changeRequests.ts';
import { openLocalPlatform, type LocalPlatform } from '../../src/server/localPlatform.ts';
import type { Contents, ContentChange } from '../../src/store/content/content.ts';
import { createContents } from '../../src/store/content/createContents.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import type { Library } from '../../src/store/library/library.ts';
import type { Storage } from '../../src/store/shared/storage.ts';
import { frozenReplies } from '../fakes/frozenReplies.ts';
import { memory } from './openLibrary.ts';

export type Edits = Parameters<LocalPlatform['editChangeRequest']>[1];

export interface OpenedChangeRequest extends Disposable {
  readonly content: Contents;
  readonly library: Library;
  readonly platform: LocalPlatform;
  readonly api: Api;
  /** Whether the server is known not to accept content. */
  readonly isLacking: () => boolean;
  /** Whether it is known not to take files. */
  readonly inserting: Ability;
  readonly space: string;
  readonly changeRequest: ChangeRequest;
  readonly clock: { now: number };
  /** `METHOD path` of the requests since the last call, without the space's path. */
  readonly taken: () => string[];
  /** Events since the last call. */
  readonly changes: () => ContentChange[];
  /** Answers in place of the platform, which it may ask itself; undefined ends it. */
  instead: ((request: Request, platform: Platform) => Promise<Response>) | undefined;
  /** Called with each reply of the server, even those that are lost on the way. */
  answered: ((request: Request, response: Response) => void) | undefined;
  /** The same user in another window, or after a restart. */
  readonly again: () => Contents;
  readonly warnings: string[];
}

/**
 * The real store with the real client and the local platform: a space with the pages `a` (with its child `a/b`), `c`
 * and `d`, and its first change request with these edits. `lacking` matches paths that the server doesn't have.
 */
export async function openChangeRequest(
  edits: Edits = [],
  options: { readonly lacking?: RegExp; readonly storage?: Storage; readonly pages?: Edits } = {},
): Promise<OpenedChangeRequest> {
  const clock = { now: Date.UTC(2026, 10, 20) };
  const now = () => clock.now;
  const local = openLocalPlatform({ data: ':memory:', now });
  const requests: string[] = [];
  let instead: OpenedChangeRequest['instead'];
  let answered: OpenedChangeRequest['answered'];
  const platform: Platform = async (request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname.replace(/^\/v1\/spaces\/[^/]+/, '')}${search}`);
    if (options.lacking?.test(pathname)) {
      return Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 });
    }
    const handle: Platform = async (asked) => {
      const response = await local.handle(asked);
      answered?.(asked, response);
      return response;
    };
    return instead ? instead(request, handle) : handle(request);
  };
  const connection = { base: 'https://docs.example', platform, token: async () => local.token };
  let learned: Lacking | undefined;
  const lackingStorage = { get: () => learned, set: (lacking: Lacking) => void (learned = lacking) };
  const { api, lacks, ability } = withCapabilities(frozenReplies(createApi(connection)), {
    storage: lackingStorage,
    now,
  });
  const storage = options.storage ?? memory();
  const warnings: string[] = [];

  const [organization] = (await api.organizations.list({})).items;
  const { id: space } = await api.spaces.create({ organizationId: organization?.id ?? '', body: { title: 'Guide' } });
  local.edit(space, options.pages ?? somePages);
  const { id } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Better words' } });
  if (edits.length > 0) local.editChangeRequest(id, edits);

  function open(): { library: Library; content: Contents } {
    const parts = {
      api,
      download: createDownload({ ...connection, elsewhere: platform }),
      account: 'docs.example-1',
      now,
      storage,
      log: { warn: (message: string) => void warnings.push(message) },
    };
    const library = createLibrary(parts);
    return { library, content: createContents({ ...parts, library }) };
  }

  const { library, content } = open();
  const reported: ContentChange[] = [];
  content.onDidChange((change) => reported.push(change));
  const changeRequest = await api.changeRequests.get({ spaceId: space, changeRequestId: id });
  requests.splice(0);
  return {
    content,
    library,
    platform: local,
    api,
    isLacking: () => lacks('changeRequestContent', 'update'),
    inserting: ability('insert_files'),
    space,
    changeRequest,
    clock,
    taken: () => requests.splice(0),
    changes: () => reported.splice(0),
    get instead() {
      return instead;
    },
    set instead(answer) {
      instead = answer;
    },
    get answered() {
      return answered;
    },
    set answered(listener) {
      answered = listener;
    },
    again: () => open().content,
    warnings,
    [Symbol.dispose]: () => local.close(),
  };
}

const somePages: Edits = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'One.\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'See [c](../c.md).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'Three.\n' },
  { operation: 'insert_page', id: 'd', title: 'D', markdown: 'Four.\n' },
];
