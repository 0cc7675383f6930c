import { TrieRouter } from 'hono/router/trie-router';
import { tryDecode } from 'hono/utils/url';

export type Parameters = Readonly<Record<string, string>>;

/** What a method and path lead to: `/v1/spaces/{spaceId}`. */
export interface PathRoute<Route> {
  readonly method: string;
  readonly path: string;
  readonly route: Route;
}

export interface Routes<Route> {
  /** The route of a method and path, and its parameters. A segment with a name comes before a parameter. */
  find(method: string, path: string): { readonly route: Route; readonly parameters: Parameters } | undefined;
  /** The methods of a path. */
  methodsOf(path: string): readonly string[];
}

export function createRoutes<Route>(all: readonly PathRoute<Route>[]): Routes<Route> {
  const router = new TrieRouter<Route>();
  const methods = new Set(all.map(({ method }) => method));
  // The router prefers the path that was added first. `{` sorts behind every character of a name.
  for (const { method, path, route } of all.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    router.add(method, path.replace(/\{(\w+)\}/g, ':$1'), route);

  function find(method: string, path: string): ReturnType<Routes<Route>['find']> {
    // The router would find `constructor` in its objects.
    if (!methods.has(method) || !path.startsWith('/')) return undefined;
    const [found] = router.match(method, path)[0];
    if (!found) return undefined;
    const [route, parameters] = found;
    const decoded = Object.entries(parameters).map(([name, value]) => [name, decodedSegment(String(value))]);
    return { route, parameters: Object.fromEntries(decoded) as Parameters };
  }

  return { find, methodsOf: (path) => [...methods].filter((method) => find(method, path) !== undefined) };
}

function decodedSegment(segment: string): string {
  return segment.includes('%') ? tryDecode(segment, decodeURIComponent) : segment;
}
