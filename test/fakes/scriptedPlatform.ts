import type { Platform } from '../../src/client/network/platform.ts';
import type { Collection } from '../../src/contract/spaces/collections.ts';
import type { File, Page } from '../../src/contract/spaces/content.ts';
import type { Organization } from '../../src/contract/organizations/organizations.ts';
import type { Space } from '../../src/contract/spaces/spaces.ts';

/** The server's data. A test can change it at any time, like other users would. */
export interface Script {
  organizations: Organization[];
  collections: Collection[];
  spaces: Space[];
  /** By space id. */
  pages: Record<string, Page[]>;
  /** Markdown by page id; `# <title>` if missing. */
  texts: Record<string, string>;
  /** By space id. */
  files: Record<string, File[]>;
}

export interface ScriptedPlatform {
  readonly platform: Platform;
  /** `METHOD /path?query` of the requests since the last call, in order. */
  readonly taken: () => string[];
  /** From now on, requests with a matching path get this status (0: no answer at all); undefined ends it. */
  readonly fail: (path: RegExp, status: number | undefined) => void;
  /** The next request with a matching path waits: its reply is made at once, but only sent when released. */
  readonly hold: (path: RegExp) => { readonly reached: Promise<void>; readonly release: () => void };
}

/**
 * A small fake server for behavior that the real one doesn't have on demand: failing, delaying, wrong replies. It
 * returns `pageSize` items per page.
 */
export function scriptedPlatform(script: Script, pageSize = 1000): ScriptedPlatform {
  const requests: string[] = [];
  const failures = new Map<string, { readonly path: RegExp; readonly status: number }>();
  const holds: { path: RegExp; reach: () => void; released: Promise<void> }[] = [];

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    const failing = [...failures.values()].find(({ path }) => path.test(url.pathname));
    const reply = failing ? failed(failing.status) : replyTo(url);
    const held = holds.findIndex(({ path }) => path.test(url.pathname));
    if (held >= 0) {
      const [hold] = holds.splice(held, 1);
      hold?.reach();
      await hold?.released;
      request.signal.throwIfAborted();
    }
    return reply();
  }

  function replyTo(url: URL): () => Response {
    const [, , first, id = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const page = (items: readonly unknown[] | undefined) => (items ? list(items, url) : undefined);
    const replies: Record<string, () => object | undefined> = {
      orgs: () => {
        if (id === '') return page(script.organizations);
        if (!script.organizations.some((each) => each.id === id)) return undefined;
        if (rest[0] === 'collections') return page(script.collections.filter((each) => each.organization === id));
        return page(script.spaces.filter((each) => each.organization === id));
      },
      collections: () => page(script.spaces.filter((each) => each.parent === id)),
      spaces: () => {
        const space = script.spaces.find((each) => each.id === id);
        if (!space || rest.length === 0) return space;
        if (rest[1] === 'pages') return { pages: script.pages[id] ?? [] };
        if (rest[1] === 'page') return textOf(script, id, rest[2] ?? '');
        return rest[2] ? script.files[id]?.find((each) => each.id === rest[2]) : page(script.files[id] ?? []);
      },
    };
    const body = replies[first ?? '']?.();
    const text = JSON.stringify(body);
    return body ? () => new Response(text, { headers: { 'content-type': 'application/json' } }) : failed(404);
  }

  function list(items: readonly unknown[], url: URL): object {
    const start = Number(url.searchParams.get('page') ?? 0);
    const end = start + Math.min(pageSize, Number(url.searchParams.get('limit') ?? 1000));
    return { items: items.slice(start, end), ...(end < items.length && { next: { page: String(end) } }) };
  }

  return {
    platform: answer,
    taken: () => requests.splice(0),
    fail(path, status) {
      if (status === undefined) failures.delete(path.source);
      else failures.set(path.source, { path, status });
    },
    hold(path) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push({ path, reach: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

function failed(status: number): () => Response {
  return () => {
    if (status === 0) throw new TypeError('fetch failed');
    return Response.json({ error: { code: status, message: 'scripted' } }, { status });
  };
}

function textOf(script: Script, space: string, id: string): Page | undefined {
  const open = [...(script.pages[space] ?? [])];
  for (let page = open.pop(); page; page = open.pop()) {
    if (page.id === id) return { ...page, pages: undefined, markdown: script.texts[id] ?? `# ${page.title}\n` };
    open.push(...(page.pages ?? []));
  }
  return undefined;
}
