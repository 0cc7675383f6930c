import { build, type BuildOptions } from 'esbuild';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where the browsers of `openBrowser` find the server. */
export const origin = 'http://webview.test';

const scripts = new Map<string, string>();
const pages = new Map<string, string>();
let pageCount = 0;

/** Serves a page at a path of its own, until it is removed. */
export function servePage(html: string): { readonly path: string; readonly remove: () => void } {
  const path = `/${++pageCount}`;
  pages.set(path, html);
  return { path, remove: () => void pages.delete(path) };
}

/**
 * Serves a bundle of a webview as it ships, or a webview made from a source with imports from the root of the
 * repository. Returns the address of its script.
 */
export async function serveBundle(bundle: string, source?: string): Promise<string> {
  const folder = folders.get(source) ?? built(`/bundles-${folders.size}`, source);
  folders.set(source, folder);
  return `${origin}${await folder}/${source === undefined ? bundle : 'stdin'}.js`;
}

/** Everything is built once for all callers. By source; those that ship are without one. */
const folders = new Map<string | undefined, Promise<string>>();

async function built(folder: string, source: string | undefined): Promise<string> {
  const { webviewBuild } = (await import(new URL('../../build/options.mjs', import.meta.url).href)) as {
    readonly webviewBuild: (mode: { production: boolean }) => BuildOptions;
  };
  const options = webviewBuild({ production: true });
  const entry = source === undefined ? {} : { entryPoints: [], stdin: { contents: source, resolveDir: '.' } };
  const { outputFiles = [] } = await build({ ...options, ...entry, write: false, logLevel: 'silent' });
  for (const { path, text } of outputFiles) scripts.set(path.replace(/^.*dist\/webview/, folder), text);
  return folder;
}

/** The server's own host and port. It doesn't keep the process alive. */
export function listen(): Promise<string> {
  return (listening ??= new Promise((resolve, reject) => {
    const server = createServer(({ url = '' }, response) => {
      const [page, script] = [pages.get(url), scripts.get(url)];
      if (page !== undefined) {
        response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(page);
      } else if (script !== undefined) {
        // Browsers keep what they have compiled, as VS Code does.
        const cached = { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400, immutable' };
        response.writeHead(200, cached).end(script);
      } else {
        response.writeHead(404).end();
      }
    });
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.unref();
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  }));
}

let listening: Promise<string> | undefined;
