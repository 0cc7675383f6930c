import assert from 'node:assert/strict';
import { afterAll } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { createApi } from '../../src/client/createApi.ts';
import { withCapabilities, type Lacking } from '../../src/client/capabilities.ts';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import type { Fault } from '../../src/server/http/faults.ts';
import type { LocalPlatform } from '../../src/server/localPlatform.ts';
import { userId } from '../../src/server/sample/seeding.ts';
import type { DraftStorage } from '../../src/store/shared/draftFiles.ts';
import type { CurrentUserId } from '../../src/model/comments/threads.ts';
import { createThreads } from '../../src/store/comments/createThreads.ts';
import type { CommentsChange, Threads } from '../../src/store/comments/threads.ts';
import { openSamplePlatform } from '../server/samplePlatform.ts';

export interface OpenedThreads {
  readonly threads: Threads;
  readonly serverNow: () => number | undefined;
  /** `METHOD /path` of requests about comments since the last call. */
  readonly taken: () => string[];
  /** All events since the last call. */
  readonly asked: () => string[];
  readonly api: Api;
  readonly fail: (...faults: Fault[]) => void;
  readonly changes: () => CommentsChange[];
  /** A call by a user of the sample workspace, without the store. */
  readonly call: (who: string, method: string, path: string, body?: object) => Promise<{ readonly id: string }>;
  /** The same account in another window. */
  readonly again: () => Threads;
}

/** The tests of a file share the data, each with threads of its own. */
const platforms = new Map<boolean, LocalPlatform>();
afterAll(() => {
  for (const platform of platforms.values()) platform.close();
  platforms.clear();
});

function platformOf(specOnly: boolean): LocalPlatform {
  const opened = platforms.get(specOnly) ?? openSamplePlatform({ specOnly, rateLimit: 1e6 });
  platforms.set(specOnly, opened);
  opened.fail();
  return opened;
}

/** The real store with the real client and the real local platform, as its first user (mara). */
export function openThreads({
  specOnly = false,
  storage = anyStorage(emptyStorage()),
  currentUserId = () => Promise.resolve<CurrentUserId>(userId('mara')),
  answered = async (_: Request, response: Response): Promise<Response> => response,
} = {}): OpenedThreads {
  const local = platformOf(specOnly);
  const requests: string[] = [];
  const { platform, serverNow } = withServerClock(async (request) => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    return answered(request, await local.handle(request));
  });
  const base = 'http://127.0.0.1:4010';
  let lacking: Lacking = {};
  const { api } = withCapabilities(createApi({ base, platform, token: async () => local.token }), {
    storage: { get: () => lacking, set: (learned) => void (lacking = learned) },
  });
  const open = () =>
    createThreads({
      api,
      currentUserId,
      now: Date.now,
      serverNow,
      drafts: storage,
      log: { warn: (message) => assert.fail(message) },
    });
  const threads = open();
  const changes: CommentsChange[] = [];
  threads.onDidChange((change) => changes.push(change));
  return {
    threads,
    serverNow,
    taken: () => requests.splice(0).filter((request) => request.includes('/comments')),
    asked: () => requests.splice(0),
    api,
    fail: (...faults) => local.fail(...faults),
    changes: () => changes.splice(0),
    async call(who, method, path, body) {
      const headers = { authorization: `Bearer ${local.tokenOf(userId(who))}`, 'content-type': 'application/json' };
      const request = new Request(`${base}/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      const response = await local.handle(request);
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      return (await response.json().catch(() => ({}))) as { id: string };
    },
    again: open,
  };
}

const anyStorage = (storage: DraftStorage): DraftStorage => storage;

/** A folder of drafts in memory. */
export function emptyStorage(): DraftStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const claims = new Set<string>();
  return {
    texts,
    async claim(name) {
      if (claims.has(name)) return undefined;
      claims.add(name);
      return async () => void claims.delete(name);
    },
    names: async () => [...texts.keys()],
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
    delete: async (name) => void texts.delete(name),
    watch: () => ({ dispose: () => undefined }),
  };
}
