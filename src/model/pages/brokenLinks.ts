import { spaceOfSegment } from '../shared/address.ts';
import { decoded } from '../shared/decoded.ts';
import { relativePath } from '../shared/relativePath.ts';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import { filesDirectory } from './fileNames.ts';
import { addressInInert, linkIn, type LinkContext } from './links.ts';
import { platformId } from '../text/headingIds.ts';
import { headingsOf } from './text.ts';
import type { PageNode, PageTree } from './tree.ts';
import { isReadable } from './readable.ts';

/**
 * A link that leads nowhere. Its offsets, in UTF-16 units, enclose the wrong part: the path, or the anchor after the
 * `#`.
 */
export interface BrokenLink {
  readonly start: number;
  readonly end: number;
  /** `web`: it is a web address without `https://`. */
  readonly kind: 'page' | 'file' | 'heading' | 'web';
  /** The wrong part as written, with escapes decoded. */
  readonly written: string;
  /** For a missing heading, the page that lacks it. */
  readonly page?: string | undefined;
}

export interface BrokenLinkContext extends LinkContext {
  /** The anchors of another page of the space; undefined while unknown. */
  readonly anchorsOf: (pageId: string) => Pick<Anchors, 'has'> | undefined;
}

/**
 * The links of a page, in the form of our file system, that lead to no page, file or heading of the space, in order.
 * Unknown targets (another space, files while their list isn't loaded, the web) count as existing.
 */
export function brokenLinks(
  text: string,
  context: BrokenLinkContext,
  destinations: readonly Destination[] = destinationsOf(text),
): BrokenLink[] {
  let own: Pick<Anchors, 'has'> | undefined;
  return destinations.flatMap((destination) => {
    const { path, anchor } = partsOf(destination.url);
    if (path === '' && (anchor === undefined || addressInInert(`#${anchor}`) !== undefined)) return [];
    const led = path === '' ? { page: context.page.id } : leadsTo(destination, context);
    if (led === undefined) return [];
    const broken = (kind: BrokenLink['kind'], written: string, page?: string): BrokenLink[] => [
      { ...rangeIn(text, destination, kind === 'heading'), kind, written, page },
    ];
    if ('lacks' in led) return broken(led.lacks, decoded(path));
    if (anchor === undefined || anchor === '') return [];
    const anchors = led.page === context.page.id ? (own ??= context.anchorsOf(led.page)) : context.anchorsOf(led.page);
    const isThere = !anchors || anchors.has(decoded(anchor).toLowerCase());
    return isThere || (anchors.has('') && /^[\w.-]+$/.test(anchor)) ? [] : broken('heading', decoded(anchor), led.page);
  });
}

/** The pages of the space whose anchors are needed to find broken links. */
export function pagesLinkedAtAnchors(
  text: string,
  context: LinkContext,
  destinations: readonly Destination[] = destinationsOf(text),
): string[] {
  const pages = destinations.flatMap((destination) => {
    const { path, anchor } = partsOf(destination.url);
    const led = path !== '' && anchor ? leadsTo(destination, context) : undefined;
    return led && 'page' in led ? [led.page] : [];
  });
  return [...new Set(pages)];
}

/**
 * Where links into a text may lead, in lower case, each with the way in which a link is written now. The empty one
 * stands for ids in Latin letters that we can't know, because a heading is in another script.
 */
export type Anchors = ReadonlyMap<string, string>;

/** Its headings in the ids of the platform and of GitHub, the ids that its author wrote, and its footnotes. */
export function anchorsIn(text: string, headings = headingsOf(text)): Anchors {
  const anchors = new Map<string, string>();
  const add = (id: string, written = id) => {
    if (id !== '' && !anchors.has(id.toLowerCase())) anchors.set(id.toLowerCase(), written);
  };
  for (const { slug } of headings) add(slug);
  for (const { slug, alias = '' } of headings) add(alias, slug);
  for (const [, ...ids] of text.matchAll(anyId)) add(ids.find(Boolean) ?? '');
  for (const [, label] of text.matchAll(/^ {0,3}\[\^([^\]\s]{1,100})\]:/gm)) add(`user-content-fn-${label}`);
  if (headings.some(({ title }) => title !== '' && platformId(title) === undefined)) anchors.set('', '');
  return anchors;
}

const anyId = /<[a-z][^<>]*\s(?:id|name)\s?=\s?(?:"([^"]+)"|'([^']+)'|([^\s"'<>=`]+))/gi;

/** The page of the space that a path written in another page leads to. */
export function pageBehindLink(url: string, context: LinkContext): string | undefined {
  return pageAtDestination({ start: 0, end: 0, url, isImage: false }, context);
}

/** The relative address of the page that a link leads to. */
export function linkToPage(url: string, context: LinkContext): string | undefined {
  const isToPage = pageBehindLink(url, context) !== undefined;
  return isToPage ? (linkIn({ start: 0, end: 0, url, isImage: false }, context) ?? url) : undefined;
}

/** Links of a page's Markdown that change with their targets. */
export interface FixedLinks {
  /** How many lead to another page or heading, or nowhere. */
  readonly links: number;
  /** How many of them `text` has fixed. */
  readonly fixed: number;
  /** The Markdown with the fixed links. All other characters are the same. */
  readonly text: string;
}

/**
 * The links of a page's Markdown that lead to a page before the tree changes, and to another page or nowhere
 * afterwards, fixed in the way they were written. Links that name a page by its id or web URL don't change.
 */
export function linksAfterMoves(markdown: string, before: LinkContext, after: LinkContext): FixedLinks {
  return fixedLinks(markdown, (destination, written) => {
    const page = pageAtDestination(destination, before);
    if (page === undefined || pageAtDestination(destination, after) === page) return undefined;
    const [path = ''] = /^[^?#]*/.exec(written) ?? [];
    const rest = written.slice(path.length);
    const target = after.tree.byId.get(page);
    const addresses = target ? addressesOf(target, path, after) : [];
    const isRight = (url: string): boolean => pageAtDestination({ ...destination, url }, after) === page;
    return { url: addresses.map((address) => address + rest).find(isRight) };
  });
}

/**
 * The links of a page's Markdown to headings of a page, with the anchors that these have now. `anchors` maps old
 * anchors, in lower case, to new ones.
 */
export function linksAfterHeadings(
  markdown: string,
  { page, anchors }: { readonly page: string; readonly anchors: ReadonlyMap<string, string> },
  context: LinkContext,
): FixedLinks {
  return fixedLinks(markdown, (destination, written) => {
    const hash = written.indexOf('#');
    const { path, anchor } = partsOf(destination.url);
    const to = anchor === undefined || hash < 0 ? undefined : anchors.get(decoded(anchor).toLowerCase());
    if (to === undefined) return undefined;
    const led = path === '' ? context.page.id : pageAtDestination(destination, context);
    return led === page ? { url: `${written.slice(0, hash)}#${encoded(to)}` } : undefined;
  });
}

/** `fix` returns undefined for a link that doesn't change, and no address for one that can't be fixed. */
function fixedLinks(
  markdown: string,
  fix: (destination: Destination, written: string) => { readonly url: string | undefined } | undefined,
): FixedLinks {
  let [text, at, links, fixed] = ['', 0, 0, 0];
  for (const destination of destinationsOf(markdown)) {
    const { start, end } = destination;
    const found = fix(destination, markdown.slice(start, end));
    if (!found) continue;
    links += 1;
    if (found.url === undefined) continue;
    fixed += 1;
    text += markdown.slice(at, start) + found.url;
    at = end;
  }
  return { links, fixed, text: text + markdown.slice(at) };
}

/** Addresses of a page in the server's form: first like the one that was written for it, then in the usual form. */
function addressesOf(target: PageNode, written: string, { spaceId, page }: LinkContext): string[] {
  const usual = serverLink(page, target);
  if (usual === undefined) return [];
  const top = [`/spaces/${spaceId}/`, '/'].find((start) => written.startsWith(start));
  const alike = top === undefined ? usual : `${top}${encoded(target.page.path ?? '')}.md`;
  const [bare, before] = [
    alike.slice(0, -'.md'.length),
    /^\.\/(?!\.)/.test(written) && !usual.startsWith('.') ? './' : '',
  ];
  return [...(/\.md$/i.test(written) ? [before + alike] : [before + bare]), alike, usual];
}

/** The server's link from one page to another; undefined if the other one has no path. */
export function serverLink(from: PageNode, to: PageNode): string | undefined {
  return to.page.path ? `${encoded(relativePath(from.page.path ?? '', to.page.path))}.md` : undefined;
}

/** Encoded for a link without brackets; the server decodes it. */
export function encoded(path: string): string {
  return path.replace(
    /[\s()<>"'`%\\#?]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

function pageAtDestination(destination: Destination, context: LinkContext): string | undefined {
  const led = partsOf(destination.url).path === '' ? undefined : leadsTo(destination, context);
  return led && 'page' in led ? led.page : undefined;
}

type Led = { readonly page: string } | { readonly lacks: 'page' | 'file' | 'web' };

/** Undefined for existing targets without anchors, and for targets that we can't know. */
function leadsTo(destination: Destination, context: LinkContext): Led | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*(?::|&)|[/\\]{2})/i.test(destination.url.trim())) return undefined;
  // In the form in which it is sent: a link that follows the server's own rules isn't broken.
  const { path } = partsOf(linkIn(destination, context) ?? destination.url);
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
  const { space, segments } = resolved(decoded(path), context);
  const local = segments.join('/');
  if (space !== context.spaceId) return lacksOtherSpace(space, local, context) ? { lacks: 'page' } : undefined;
  if (segments.at(-2) === filesDirectory) {
    return context.files?.byName.has(segments.at(-1) ?? '') === false ? { lacks: 'file' } : undefined;
  }
  const page = readableAt(context.tree, local);
  if (page !== undefined) return { page };
  if (isOnTheWeb(partsOf(destination.url).path)) return { lacks: 'web' };
  const isFile = destination.isImage || /\.(?!md$|html?$)[a-z0-9]{1,8}$/i.test(local);
  if (isFile && context.files === undefined) return undefined;
  return { lacks: isFile ? 'file' : 'page' };
}

/** Names of files and pages end differently. Ends that both have, such as `md` and `sh`, are left out. */
const domain =
  /^(?:com|org|net|edu|gov|int|info|io|dev|app|cloud|ai|co|me|eu|us|uk|ca|au|nz|de|fr|at|ch|nl|be|it|es|pt|se|no|dk|fi|cz|jp|kr|cn|br)$/;

/** Whether a path that leads to no page starts with a host. */
function isOnTheWeb(path: string): boolean {
  const labels = (decoded(path).toLowerCase().split('/', 1)[0] ?? '').split('.');
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{N}-]*$/u.test(label))) return false;
  return domain.test(labels.at(-1)!) || (labels[0] === 'www' && labels.length > 2);
}

function lacksOtherSpace(space: string | undefined, path: string, { spaces, treeOf }: LinkContext): boolean {
  const other = spaces.find(({ id }) => id === space);
  const tree = other && treeOf(other.id);
  return tree !== undefined && path.endsWith('.md') && readableAt(tree, path) === undefined;
}

function readableAt(tree: PageTree, path: string): string | undefined {
  const node = tree.byPath.get(path);
  return node && isReadable(node) ? node.id : undefined;
}

/** Resolved from the top of our file system. */
function resolved(
  path: string,
  { spaceId, page, names }: LinkContext,
): { readonly space: string | undefined; readonly segments: readonly string[] } {
  const segments = ['', ...(page.path ?? '').split('/').slice(0, -1)];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const [top, ...rest] = segments;
  // It is the page's own space as long as the link doesn't lead out of it.
  return { space: top === '' ? spaceId : spaceOfSegment(top ?? '', names), segments: rest };
}

function partsOf(url: string): { readonly path: string; readonly anchor: string | undefined } {
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
  // The rest of `#heading:~:text=words` is only for browsers.
  return { path, anchor: anchor?.split(':~:', 1)[0] };
}

/** The range in the text where the destination is written, possibly with escapes: from the `#` on, or up to it. */
function rangeIn(text: string, { start, end }: Destination, isAnchor: boolean): { start: number; end: number } {
  const written = text.slice(start, end);
  const hash = written.indexOf('#');
  if (hash < 0) return { start, end };
  return isAnchor ? { start: start + hash + 1, end } : { start, end: start + hash };
}
