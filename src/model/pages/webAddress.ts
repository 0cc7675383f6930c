import type { Space } from '../../contract/spaces/spaces.ts';
import { decoded } from '../shared/decoded.ts';
import type { Reason } from '../shared/reasons.ts';
import { pageAt } from './lookup.ts';
import type { PageNode, PageTree } from './tree.ts';
import { lastSegmentOf } from '../shared/segment.ts';
import { withoutLeading } from '../shared/trimmed.ts';

/** The target of a URL copied from a browser. `anchor` is without `#`. */
export type WebAddress =
  | { readonly kind: 'page'; readonly space: Space; readonly node: PageNode; readonly anchor: string | undefined }
  /** A space, and a path in it (empty for none) at which no page is known until the pages are loaded. */
  | { readonly kind: 'space'; readonly space: Space; readonly path: string; readonly anchor: string | undefined }
  /** A change request or a revision of a space, and a path in it (empty for none). */
  | {
      readonly kind: 'version';
      readonly space: Space;
      readonly version: NamedVersion;
      readonly path: string;
      readonly anchor: string | undefined;
    }
  /** A site, with the spaces that it shows. */
  | { readonly kind: 'site'; readonly spaces: readonly Space[] }
  | { readonly kind: 'none'; readonly reason: Reason };

/** A change request by its number or id, or a revision, as a URL names it. */
export interface NamedVersion {
  readonly kind: 'changeRequest' | 'revision';
  readonly id: string;
}

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
  const viewed = viewedIn(segmentsOf(url));
  const { segments } = viewed;
  const found = byAddress(segments, spaces) ?? byId(segments, spaces);
  if (found) return inSpace(found, viewed, url, treeOf(found.space.id));

  const below = spaces.filter((space) => addressesOf(space).published.some((address) => startsWith(address, segments)));
  const [only] = below;
  if (only && below.length === 1) return inSpace({ space: only, length: segments.length }, viewed, url, undefined);
  if (below.length > 1 && !viewed.version) return viewed.isOther ? browserOnly : { kind: 'site', spaces: below };
  return { kind: 'none', reason: { code: 'noSpaceAtAddress' } };
}

const browserOnly: WebAddress = { kind: 'none', reason: { code: 'browserOnly' } };

interface Viewed {
  /** The segments that name a space and a page. */
  readonly segments: readonly string[];
  readonly version: NamedVersion | undefined;
  /** Whether the URL is of something else, such as settings. */
  readonly isOther: boolean;
}

const versions = new Map<string | undefined, NamedVersion['kind']>([
  ['changes', 'changeRequest'],
  ['change-requests', 'changeRequest'],
  ['revisions', 'revision'],
]);

/** Segments after `~` name a version of the content, as in `~/changes/5/guide/install`, or else a view. */
function viewedIn(all: readonly string[]): Viewed {
  const segments: string[] = [];
  let version: NamedVersion | undefined;
  for (let at = 0; at < all.length; at++) {
    if (all[at] !== '~') {
      segments.push(all[at]!);
      continue;
    }
    const [kind, id] = [versions.get(all[++at]), all[++at]];
    if (!kind || id === undefined) return { segments, version, isOther: true };
    // A revision of a change request says more.
    if (version?.kind !== 'revision') version = { kind, id };
  }
  return { segments, version, isOther: false };
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
  { segments, version, isOther }: Viewed,
  url: URL,
  tree: PageTree | undefined,
): WebAddress {
  const path = segments.slice(length).join('/');
  const anchor = anchorIn(url);
  if (version) return { kind: 'version', space, version, path, anchor };
  if (isOther && path === '') return browserOnly;
  const node = tree && path ? nodeAt(tree, path) : undefined;
  return node ? { kind: 'page', space, node, anchor } : { kind: 'space', space, path, anchor };
}

/** The page at a path of a URL, or whose id the path ends with. */
export function nodeAt(tree: PageTree, path: string): PageNode | undefined {
  return pageAt(tree, path) ?? tree.byId.get(lastSegmentOf(path));
}

/** Some tools write an anchor twice. What follows `:~:` is only for browsers. */
function anchorIn({ hash }: URL): string | undefined {
  return withoutLeading(decoded(hash), '#').split(/#|:~:/, 1)[0] || undefined;
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
  return [
    url.host,
    ...url.pathname
      .split('/')
      .flatMap((each) => decoded(each).split('/'))
      .filter(Boolean),
  ];
}

function startsWith(segments: readonly string[], start: readonly string[]): boolean {
  return start.length <= segments.length && start.every((segment, index) => segment === segments[index]);
}

function urlIn(text: string): URL | undefined {
  const typed = pastedAddress(text);
  if (!typed || /\s/.test(typed)) return undefined;
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[\w.-]+:\d/.test(typed);
  // Only the path of a URL of the server's app says which space it is in.
  const host = /^\/(?:o|s|spaces)\//.test(typed) ? 'app.invalid' : '';
  const url = URL.parse(isWhole ? typed : `https://${host}${host ? typed : withoutLeading(typed, '/')}`);
  return url && /^https?:$/.test(url.protocol) && /[.:\]]|^localhost/.test(url.host) ? url : undefined;
}

/** The address in a pasted text, without the Markdown, quotes, brackets, and punctuation around it. */
export function pastedAddress(text: string): string {
  const plain = text.replace(/\p{Cf}|\\(?=[!-/:-@[-`{-~])/gu, '').trim();
  const whole = /^https?%3a/i.test(plain) ? decoded(plain) : plain;
  const target = whole.split('](').at(-1) ?? '';
  const web = /https?:\/\/[^\s<>"|`]*/i;
  const [found] = web.exec(target) ?? web.exec(whole) ?? [target];
  const address = withoutLeading(found, `${quotes}([{`);
  const unopened = {
    ')': countOf(address, ')') - countOf(address, '('),
    ']': countOf(address, ']') - countOf(address, '['),
  };
  let end = address.length;
  for (; end > 0; end--) {
    const mark = address.charAt(end - 1);
    if (mark === ')' || mark === ']' ? unopened[mark]-- <= 0 : !`${quotes}${ends}`.includes(mark)) break;
  }
  return address.slice(0, end);
}

const quotes = '<>"\'“”„‘’«»*`';
const ends = '.,;:!?…}。，、；：！？）」』】';

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
