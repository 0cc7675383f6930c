import assert from 'node:assert/strict';
import { onTestFinished } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import type { Platform } from '../../src/client/platform.ts';
import type { Fault } from '../../src/server/faults.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import type { DraftStorage } from '../../src/store/createDrafts.ts';
import { createThreads } from '../../src/store/createThreads.ts';
import type { Threads } from '../../src/store/threads.ts';

export interface OpenedThreads {
  readonly threads: Threads;
  readonly taken: () => string[];
  readonly fail: (...faults: Fault[]) => void;
}

/** The real store over the real client and the real local platform, as its first user. */
export function openThreads(storage = emptyStorage()): OpenedThreads {
  const local = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' });
  onTestFinished(() => local.close());
  const requests: string[] = [];
  const platform: Platform = async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return local.handle(request);
  };
  const api = createApi({ base: 'http://127.0.0.1:4010', platform, token: async () => local.token });
  const threads = createThreads({
    api,
    me: async () => (await api.users.me({})).id,
    now: Date.now,
    drafts: storage,
    log: { warn: (message) => assert.fail(message) },
  });
  return { threads, taken: () => requests.splice(0), fail: (...faults) => local.fail(...faults) };
}

/** A folder of drafts that lives as long as the test. */
export function emptyStorage(): DraftStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    names: async () => [...texts.keys()],
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
    delete: async (name) => void texts.delete(name),
    watch: () => ({ dispose: () => undefined }),
  };
}
