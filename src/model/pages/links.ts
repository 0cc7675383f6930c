import type { Space } from '../../contract/spaces/spaces.ts';
import { main, uriOf, type SpaceNames } from '../shared/address.ts';
import { decoded } from '../shared/decoded.ts';
import { lastSegmentOf } from '../shared/segment.ts';
import type { Destination } from '../text/destinations.ts';
import { fileAtGitPath, fileAtUrl, fileCalled, filesDirectory, type FileNames } from './fileNames.ts';
import { firstPageOf, pageAt, pageAtGitPath, readableAt } from './lookup.ts';
import type { PageNode, PageTree } from './tree.ts';
import { relativePath } from '../shared/relativePath.ts';
import { segmentOf } from '../shared/segment.ts';
import { pageAtUrl } from './webAddress.ts';

/** What is known about the place of a link. */
export interface LinkContext {
  readonly spaceId: string;
  /** The page that contains the link. */
  readonly page: PageNode;
  readonly tree: PageTree;
  /** The files of the space; undefined while unknown. */
  readonly files: FileNames | undefined;
  /** The address to send for a file of this name that is sent together with the page. */
  readonly newFile?: ((name: string) => string | undefined) | undefined;
  /** All known spaces, for links to them. */
  readonly spaces: readonly Space[];
  readonly treeOf: (spaceId: string) => PageTree | undefined;
  /** Names of spaces in addresses. Without them, addresses use the spaces' ids. */
  readonly names?: SpaceNames | undefined;
  /** Called if a link may lead to a file while the files are unknown. */
  readonly onFile?: (() => void) | undefined;
}

/** A context that only knows the pages of one space. */
export function contextIn(spaceId: string, page: PageNode, tree: PageTree): LinkContext {
  return { spaceId, page, tree, files: undefined, spaces: [], treeOf: (id) => (id === spaceId ? tree : undefined) };
}

/** The replacement for the destination in the text; undefined to leave it unchanged. */
export function linkIn({ url, isImage }: Destination, context: LinkContext): string | undefined {
  const plain = seenAddress(url);
  if (plain === '' || plain.startsWith('#')) return undefined;
  if (/^[/\\]{2}/.test(plain)) return elsewhere(plain);
  const scheme = schemeOf(plain);
  switch (scheme) {
    case undefined:
      return relative(plain, isImage, context);
    case 'http':
    case 'https':
      return spaceOnTheWeb(plain, context);
    default:
      return isInert({ url, isImage }) ? inert(plain) : undefined;
  }
}

/** Schemes of people and public files, on which only another program acts. */
const handedOver: ReadonlySet<string> = new Set([
  ...['mailto', 'tel', 'sms', 'callto', 'sip', 'sips', 'xmpp', 'irc', 'ircs', 'matrix'],
  ...['ftp', 'ftps', 'sftp', 'news', 'webcal', 'geo'],
]);

/**
 * An address that would act on the reader's machine, as an anchor that leads nowhere. It carries the whole address, so
 * that each has its own: a writer may copy, move and delete them. Nothing in it looks like an address for an editor.
 */
function inert(address: string): string {
  return inertStart + address.replace(/[^\p{L}\p{N}+./?#@=~_,;!*$%-]+/gu, escaped);
}

export const inertStart = '#blocked-';
/** An inert address between angle brackets is no link for a parser. */
export const inertAutolink = /<(#blocked-[^<>\s]*)>/g;

/** What is written like an inert address in a text. */
export function inertIn(text: string): readonly string[] {
  return text.match(/#blocked-[^<>()"'\s]*/g) ?? [];
}

/** The address that an inert one carries; undefined for any other address. */
export function addressInInert(written: string): string | undefined {
  const address = written.startsWith(inertStart) ? written.slice(inertStart.length) : '';
  return /^(?:%5C%5C|[^:]*(?:%3A|%26))/i.test(address) ? address.replaceAll('%3A', ':') : undefined;
}

/** Whether the editable text shows an address as an inert one. */
export function isInert({ url, isImage }: Pick<Destination, 'url' | 'isImage'>): boolean {
  const plain = seenAddress(url);
  if (/^[/\\]{2}/.test(plain)) return elsewhere(plain).startsWith(inertStart);
  const scheme = schemeOf(plain);
  if (scheme === undefined || scheme === 'http' || scheme === 'https' || plain.startsWith('#')) return false;
  return !handedOver.has(scheme) && !(isImage && safeData.test(plain));
}

/** An address as browsers and editors see it: they skip invisible characters. */
export function seenAddress(url: string): string {
  return url.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
}

/** Also of characters that `encodeURIComponent` leaves as they are. */
function escaped(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const safeData = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;

function schemeOf(url: string): string | undefined {
  const scheme = /^([^/?#]*?)(?::|&colon;)/i.exec(url)?.[1]?.toLowerCase();
  // A remaining entity may hide anything.
  return scheme !== undefined && (/^[a-z][a-z0-9+.-]*$/.test(scheme) || scheme.includes('&')) ? scheme : undefined;
}

/** For an editor, `//host/…` is a network share; for the author, it is a web address. */
function elsewhere(url: string): string {
  const web = URL.parse(`https:${url}`);
  return /^\/\/\w/.test(url) && web ? web.href.replace(/[()\s]/g, encodeURIComponent) : inert(url);
}

function spaceOnTheWeb(url: string, context: LinkContext): string | undefined {
  const found = pageAtUrl(url, context.spaces, context.treeOf);
  if (found.kind === 'page')
    return toPage(found.node, found.space.id, found.anchor ? bare(`#${found.anchor}`) : '', context);
  if (found.kind === 'space' && found.path === '') {
    const first = context.treeOf(found.space.id);
    const page = first && firstPageOf(first);
    return page && toPage(page, found.space.id, '', context);
  }
  const file = context.files && fileAtUrl(context.files, url);
  return file && `${filesDirectory}/${file}`;
}

function relative(url: string, isImage: boolean, context: LinkContext): string | undefined {
  const [, written = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  if (written === '') return undefined;
  const path = decoded(written).replaceAll('\\', '/');
  const fragment = bare(anchor);
  const space = /^\/?spaces\/([^/]+)(?:\/(.*))?$/.exec(path);
  if (space && space[1] !== context.spaceId) return inSpace(space[1] ?? '', space[2] ?? '', fragment, context);
  const local = space ? `/${space[2] ?? ''}` : path;

  const page = pageBehind(local, context);
  if (page) return toPage(page, context.spaceId, fragment, context);
  const file = fileBehind(local, isImage, context);
  if (file !== undefined) return `${filesDirectory}/${file}`;
  // A broken link stays broken, but an editor would take it for a file of this computer.
  return path.startsWith('/') ? pathFrom(context, context.spaceId, legal(path)) + fragment : undefined;
}

function pageBehind(path: string, { page, tree }: LinkContext): PageNode | undefined {
  const id = /^\/?(?:pages?\/)?([^/]+)$/.exec(path)?.[1];
  const found = path.startsWith('/')
    ? pageAt(tree, path)
    : (pageIn(tree, folderOf(page.page.path), path) ?? pageIn(tree, folderOf(page.path), path));
  return found ?? (id === undefined ? undefined : tree.byId.get(id));
}

function pageIn(tree: PageTree, folder: string, path: string): PageNode | undefined {
  const joined = join(folder, path);
  return joined === undefined ? undefined : pageAt(tree, joined);
}

/**
 * The page that a broken link probably means: by the files that pages came from, else as if this page were the
 * `README.md` of a folder with its name. The server resolves links by the places of pages alone.
 */
export function pageMeant(url: string, { page, tree }: Pick<LinkContext, 'page' | 'tree'>): PageNode | undefined {
  const path = decoded(/^[^?#]*/.exec(url)?.[0] ?? '').replaceAll('\\', '/');
  const inGit = page.page.git?.path ? join(folderOf(page.page.git.path), path) : undefined;
  return (
    (inGit === undefined ? undefined : pageAtGitPath(tree, inGit)) ??
    (page.children.length > 0 ? pageIn(tree, page.page.path ?? '', path) : undefined)
  );
}

function toPage(target: PageNode, spaceId: string, fragment: string, context: LinkContext): string | undefined {
  const page = readableAt(target);
  if (page?.path === undefined)
    return /^https?:/i.test(target.page.href ?? '') ? bare(target.page.href ?? '') : undefined;
  return pathFrom(context, spaceId, page.path) + fragment;
}

/** The pages of the other space may be unknown: then its paths are assumed to be like ours, which is mostly right. */
function inSpace(spaceId: string, path: string, fragment: string, context: LinkContext): string | undefined {
  const tree = context.treeOf(spaceId);
  const target = tree && (path === '' ? firstPageOf(tree) : (pageAt(tree, path) ?? tree.byId.get(lastSegmentOf(path))));
  if (target) return toPage(target, spaceId, fragment, context);
  const likely = legal(path.replace(/(?:^|\/)(?:readme|index)(?:\.md)?$/i, ''));
  if (likely) return `${pathFrom(context, spaceId, `${likely.replace(/\.md$/, '')}.md`)}${fragment}`;
  return bare(context.spaces.find(({ id }) => id === spaceId)?.urls?.app ?? '') || undefined;
}

function fileBehind(path: string, isImage: boolean, context: LinkContext): string | undefined {
  const { files, page, onFile } = context;
  const id = /^\/?files\/([^/]+)(?:\/[^/]*)?$/.exec(path)?.[1];
  if (!files) {
    if (isImage || id !== undefined || /\.[a-z0-9]{1,8}$/i.test(path)) onFile?.();
    return undefined;
  }
  const own = path.startsWith(`${filesDirectory}/`) ? path.slice(filesDirectory.length + 1) : undefined;
  if (own !== undefined && files.byName.has(own)) return own;
  if (id !== undefined && files.nameOf.has(id)) return files.nameOf.get(id);

  const git = page.page.git?.path;
  const inGit = path.startsWith('/') ? path.slice(1) : git ? join(folderOf(git), path) : undefined;
  return (
    (inGit === undefined ? undefined : fileAtGitPath(files, inGit)) ??
    fileCalled(files, lastSegmentOf(path)) ??
    files.nameOf.get(lastSegmentOf(path))
  );
}

/** From the directory of the page that contains the link. */
function pathFrom({ spaceId, page, names }: LinkContext, targetSpace: string, path: string): string {
  const pathOf = (space: string, path: string): string =>
    uriOf({ account: '', space, version: main, path }, names).path;
  return relativePath(pathOf(spaceId, page.path ?? ''), pathOf(targetSpace, path));
}

/** Undefined if the path leads out of the space. */
function join(folder: string, path: string): string | undefined {
  const segments = folder ? folder.split('/') : [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

function folderOf(path: string | null | undefined): string {
  return path?.slice(0, Math.max(path.lastIndexOf('/'), 0)) ?? '';
}

/** Turns a foreign path into one of ours. */
function legal(path: string): string {
  return path
    .split('/')
    .map((segment) => (/\.md$/i.test(segment) ? `${segmentOf(segment)}.md` : segmentOf(segment)))
    .filter(Boolean)
    .join('/');
}

/** Encodes an address for a link without brackets. */
function bare(address: string): string {
  return address.replace(/[\s()<>"'`]/g, escaped);
}
