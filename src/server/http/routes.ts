import { tryDecode } from 'hono/utils/url';

/** Routes by method and path: `/v1/spaces/{spaceId}`. */
export interface Routes<Route> {
  add(method: string, path: string, route: Route): void;
  /** The route of a method and path, and its parameters. A segment with a name comes before a parameter. */
  find(method: string, path: string): { readonly route: Route; readonly parameters: Parameters } | undefined;
  /** The methods of a path. */
  methodsOf(path: string): readonly string[];
}

export type Parameters = Readonly<Record<string, string>>;

interface Branch<Route> {
  readonly named: Map<string, Branch<Route>>;
  parameter: Branch<Route> | undefined;
  readonly ends: Map<string, End<Route>>;
}

interface End<Route> {
  readonly route: Route;
  /** The names of the parameters, with the index of their segment. */
  readonly names: readonly (readonly [name: string, index: number])[];
}

/** A tree of segments. Finding a route takes as long as its path has segments, for any number of routes. */
export function createRoutes<Route>(): Routes<Route> {
  const root = newBranch<Route>();

  /** The first result for a branch that the path leads to. */
  function first<Result>(
    branch: Branch<Route>,
    segments: readonly string[],
    at: number,
    resultOf: (branch: Branch<Route>) => Result | undefined,
  ): Result | undefined {
    if (at === segments.length) return resultOf(branch);
    const segment = segments[at] ?? '';
    const named = branch.named.get(segment);
    const result = named && first(named, segments, at + 1, resultOf);
    if (result !== undefined || segment === '' || !branch.parameter) return result;
    return first(branch.parameter, segments, at + 1, resultOf);
  }

  return {
    add(method, path, route) {
      const names: [string, number][] = [];
      let branch = root;
      for (const [index, segment] of path.split('/').entries()) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== undefined) names.push([name, index]);
        const next = (name === undefined ? branch.named.get(segment) : branch.parameter) ?? newBranch<Route>();
        if (name === undefined) branch.named.set(segment, next);
        else branch.parameter = next;
        branch = next;
      }
      branch.ends.set(method, { route, names });
    },

    find(method, path) {
      const segments = path.split('/');
      const end = first(root, segments, 0, ({ ends }) => ends.get(method));
      if (!end) return undefined;
      const parameters: Record<string, string> = {};
      for (const [name, index] of end.names) parameters[name] = decoded(segments[index] ?? '');
      return { route: end.route, parameters };
    },

    methodsOf: (path) =>
      first(root, path.split('/'), 0, ({ ends }) => (ends.size > 0 ? [...ends.keys()] : undefined)) ?? [],
  };
}

function newBranch<Route>(): Branch<Route> {
  return { named: new Map(), parameter: undefined, ends: new Map() };
}

function decoded(segment: string): string {
  return segment.includes('%') ? tryDecode(segment, decodeURIComponent) : segment;
}
