import type { Space } from '../../contract/spaces/spaces.ts';
import { decoded } from '../shared/decoded.ts';
import type { Reason } from '../shared/reasons.ts';
import { pageAt } from './lookup.ts';
import type { PageNode, PageTree } from './tree.ts';
import { withoutLeading, withoutTrailing } from '../shared/trimmed.ts';

/** The target of a URL copied from a browser. `anchor` is without `#`. */
export type WebAddress =
  | { readonly kind: 'page'; readonly space: Space; readonly node: PageNode; readonly anchor: string | undefined }
  /** A space, and a path in it (empty for none) at which no page is known until the pages are loaded. */
  | { readonly kind: 'space'; readonly space: Space; readonly path: string; readonly anchor: string | undefined }
  /** A site, with the spaces that it shows. */
  | { readonly kind: 'site'; readonly spaces: readonly Space[] }
  | { readonly kind: 'none'; readonly reason: Reason };

/** The id of the space that a URL of the server's app names. */
export function spaceIdIn(address: string): string | undefined {
  return /\/(?:s|spaces)\/([\w-]+)/.exec(address)?.[1];
}

/** Finds the target of a URL of a space, page or site, as copied from a browser, among the known spaces. */
export function pageAtUrl(
  text: string,
  spaces: readonly Space[],
  treeOf: (spaceId: string) => PageTree | undefined,
): WebAddress {
  const url = urlIn(text);
  if (!url) return { kind: 'none', reason: { code: 'notPageAddress' } };
  const segments = segmentsOf(url);
  const found = byAddress(segments, spaces) ?? byId(segments, spaces);
  if (found) return inSpace(found, segments, url, treeOf(found.space.id));

  const below = spaces.filter((space) => addressesOf(space).published.some((address) => startsWith(address, segments)));
  const [only] = below;
  if (only && below.length === 1) return { kind: 'space', space: only, path: '', anchor: undefined };
  if (below.length > 1) return { kind: 'site', spaces: below };
  return { kind: 'none', reason: { code: 'noSpaceAtAddress' } };
}

interface Match {
  readonly space: Space;
  /** Number of segments of the URL that name the space. */
  readonly length: number;
}

function byAddress(segments: readonly string[], spaces: readonly Space[]): Match | undefined {
  let best: Match | undefined;
  for (const space of spaces) {
    for (const address of addressesOf(space).all) {
      if (address.length > (best?.length ?? 0) && startsWith(segments, address))
        best = { space, length: address.length };
    }
  }
  return best;
}

function byId(segments: readonly string[], spaces: readonly Space[]): Match | undefined {
  for (const [index, segment] of segments.entries()) {
    if (index === 0 || !['s', 'spaces'].includes(segments[index - 1] ?? '')) continue;
    const space = spaces.find(({ id }) => id === segment);
    if (space) return { space, length: index + 1 };
  }
  return undefined;
}

function inSpace(
  { space, length }: Match,
  segments: readonly string[],
  url: URL,
  tree: PageTree | undefined,
): WebAddress {
  // Segments from `~` on don't name a page, but a view of the space, such as a change request.
  const inside = segments.slice(length);
  const path = (inside[0] === '~' ? [] : inside).join('/');
  const anchor = decoded(url.hash.slice(1)) || undefined;
  const node = tree && path ? (pageAt(tree, path) ?? tree.byId.get(inside.at(-1) ?? '')) : undefined;
  return node ? { kind: 'page', space, node, anchor } : { kind: 'space', space, path, anchor };
}

interface Addresses {
  readonly all: readonly (readonly string[])[];
  readonly published: readonly (readonly string[])[];
}

const known = new WeakMap<Space, Addresses>();

function addressesOf(space: Space): Addresses {
  const stored = known.get(space);
  if (stored) return stored;
  const { app, location, published, public: open } = space.urls ?? {};
  const shown = [published, open].flatMap(addressIn);
  const addresses = { all: [...shown, ...[app, location].flatMap(addressIn)], published: shown };
  known.set(space, addresses);
  return addresses;
}

function addressIn(address: string | null | undefined): string[][] {
  const url = address && /^https?:/i.test(address) ? URL.parse(address) : null;
  return url ? [segmentsOf(url)] : [];
}

/** Host and path: the parts that two URLs of the same page share. */
function segmentsOf(url: URL): string[] {
  return [url.host, ...url.pathname.split('/').filter(Boolean).map(decoded)];
}

function startsWith(segments: readonly string[], start: readonly string[]): boolean {
  return start.length <= segments.length && start.every((segment, index) => segment === segments[index]);
}

function urlIn(text: string): URL | undefined {
  const typed = withoutTrailing(withoutLeading(text.trim(), `<"'(`), `>"')`);
  if (!typed || /\s/.test(typed)) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[\w.-]+:\d/.test(typed) ? typed : `https://${typed}`);
  return url && /^https?:$/.test(url.protocol) && /[.:\]]|^localhost/.test(url.host) ? url : undefined;
}
