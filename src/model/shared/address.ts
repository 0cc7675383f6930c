import { editScheme, scheme } from './schemes.ts';

/** The address of a page, file or directory of a space in an editor. `path` is empty for the space itself. */
export interface PageAddress {
  /** The account's key, from `accountKey`. */
  readonly account: string;
  readonly space: string;
  readonly version: Version;
  /** Segments joined by `/`, as in `PageNode.path`. */
  readonly path: string;
}

/**
 * The version of a space's content: the published content, the current head or base of a change request, or one
 * revision, which never changes. Change requests are identified by their number in the space.
 */
export type Version =
  | { readonly kind: 'main' }
  | { readonly kind: 'changeRequest'; readonly number: number }
  | { readonly kind: 'base'; readonly number: number }
  | { readonly kind: 'revision'; readonly revision: string };

/** The published content. */
export const main = { kind: 'main' } as const satisfies Version;

/** The head of a change request. */
export function headOf(number: number): Extract<Version, { kind: 'changeRequest' }> {
  return { kind: 'changeRequest', number };
}

/** The number of the change request whose head or base it is. */
export function numberOf(version: Version): number | undefined {
  return version.kind === 'changeRequest' || version.kind === 'base' ? version.number : undefined;
}

/** The parts of a URI that we use, unescaped. There is never a query, because relative links would inherit it. */
export interface UriComponents {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** The names of an account's spaces in addresses. */
export interface SpaceNames {
  /** The slug from `spaceSlugOf`; undefined while the title is unknown. */
  slugOf(space: string): string | undefined;
  /** The space that has the slug, or had it earlier. */
  spaceOf(slug: string): string | undefined;
  /** Slugs that the space had before, newest first. */
  formerSlugsOf(space: string): readonly string[];
}

/** For unknown titles: spaces are named by their ids. */
export const idsAlone: SpaceNames = {
  slugOf: () => undefined,
  spaceOf: () => undefined,
  formerSlugsOf: () => [],
};

/** Names that learn the titles of spaces from replies. */
export interface LearnedNames extends SpaceNames {
  learn(spaces: readonly { readonly id: string; readonly title?: string | null | undefined }[]): void;
}

/** The names of an account's spaces. */
export type NamesOf = (account: string) => SpaceNames;

/** The address of an editable page, which is always in a change request. */
export interface EditAddress extends PageAddress {
  readonly version: Extract<Version, { kind: 'changeRequest' }>;
}

/**
 * `docs-platform://<account>/<slug of the space>/<path>`. With a version, the first segment is `Operator Handbook #42`
 * or `Operator Handbook @<revision>`, so that relative links keep the version, and those to other spaces leave it. The
 * base of a change request has the path of its head, under another authority, `<account>~before`: if the paths of the
 * two sides differ, VS Code shows a rename.
 */
export function uriOf(
  address: PageAddress,
  names: SpaceNames = idsAlone,
): UriComponents & { readonly scheme: typeof scheme } {
  const isBefore = address.version.kind === 'base';
  return { scheme, authority: `${address.account}${isBefore ? before : ''}`, path: pathOf(address, names) };
}

/** The inverse of `uriOf`, for the space's current or former slug or its id; undefined for any other URI. */
export function addressOf(uri: UriComponents, namesOf: NamesOf = () => idsAlone): PageAddress | undefined {
  return uri.scheme === scheme ? placeOf(uri, namesOf) : undefined;
}

/**
 * `docs-platform-edit://<account>/<slug of the space> #42/<path>`: the path is the same as that of the read-only page.
 */
export function editUriOf(
  address: EditAddress,
  names: SpaceNames = idsAlone,
): UriComponents & { readonly scheme: typeof editScheme } {
  return { scheme: editScheme, authority: address.account, path: pathOf(address, names) };
}

/** The inverse of `editUriOf`; undefined for any other URI. */
export function editAddressOf(uri: UriComponents, namesOf: NamesOf = () => idsAlone): EditAddress | undefined {
  const place = uri.scheme === editScheme ? placeOf(uri, namesOf) : undefined;
  return place?.version.kind === 'changeRequest' ? { ...place, version: place.version } : undefined;
}

/** The address of a page, whether it is read-only or editable. */
export function pageAddressOf(uri: UriComponents, namesOf?: NamesOf): PageAddress | undefined {
  return addressOf(uri, namesOf) ?? editAddressOf(uri, namesOf);
}

/** The space that a segment names, whatever its version. */
export function spaceOfSegment(segment: string, names: SpaceNames = idsAlone): string | undefined {
  return contentOf(segment, false, names)?.space;
}

function pathOf({ space, version, path }: PageAddress, names: SpaceNames): string {
  const segment = segmentOf(space, version, names.slugOf(space));
  return path ? `/${segment}/${path}` : `/${segment}`;
}

function segmentOf(space: string, version: Version, slug: string | undefined): string {
  if (slug === undefined) return `${escapedId(space)}${textOf(version)}`;
  if (version.kind === 'main') return slug;
  const words = slug.replaceAll('-', ' ');
  return version.kind === 'revision' ? `${words} @${escapedId(version.revision)}` : `${words} #${version.number}`;
}

function placeOf(uri: UriComponents, namesOf: NamesOf): PageAddress | undefined {
  const authority = uri.authority.toLowerCase();
  const isBefore = authority.endsWith(before);
  const account = isBefore ? authority.slice(0, -before.length) : authority;
  if (!account || !uri.path.startsWith('/')) return undefined;
  const [segment = '', ...segments] = uri.path.replace(/\/$/, '').slice(1).split('/');
  if (segments.some((each) => each === '' || each === '.' || each === '..')) return undefined;
  const content = contentOf(segment, isBefore, namesOf(account));
  return content && { account, ...content, path: segments.join('/') };
}

/** The content that a segment names, with a slug or an id. */
function contentOf(
  segment: string,
  isBefore: boolean,
  names: SpaceNames,
): Pick<PageAddress, 'space' | 'version'> | undefined {
  const [, words, number, revision] = versioned.exec(segment) ?? [];
  if (words !== undefined) {
    const slug = words.replaceAll(' ', '-');
    const version = number === undefined ? revisionOf(revision ?? '') : changeRequestOf(number, isBefore);
    // Without a signed-in account there are no names, and then the id leads nowhere.
    return { space: names.spaceOf(slug) ?? slug, version };
  }
  const dot = segment.indexOf('.');
  const name = dot < 0 ? segment : segment.slice(0, dot);
  const space = (dot < 0 ? names.spaceOf(name) : undefined) ?? unescapedId(name);
  const version = dot < 0 ? main : versionOf(segment.slice(dot + 1), isBefore);
  return space && version ? { space, version } : undefined;
}

/** No slug contains a number sign, an at sign or a dot. */
const versioned = /^([^#@.]+) (?:#(0|[1-9]\d{0,14})|@([A-Za-z0-9_~-]+))$/;

/** The version's suffix after the space's id. */
function textOf(version: Version): string {
  switch (version.kind) {
    case 'main':
      return '';
    case 'changeRequest':
    case 'base':
      return `.change-request-${version.number}`;
    case 'revision':
      return `.revision-${escapedId(version.revision)}`;
  }
}

function versionOf(text: string, isBefore: boolean): Version | undefined {
  const [, number] = /^change-request-(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  if (number !== undefined) return changeRequestOf(number, isBefore);
  const [, revision] = /^revision-([A-Za-z0-9_~-]+)$/.exec(text) ?? [];
  return revision === undefined ? undefined : revisionOf(revision);
}

function changeRequestOf(number: string, isBefore: boolean): Version {
  return { kind: isBefore ? 'base' : 'changeRequest', number: Number(number) };
}

function revisionOf(text: string): Version {
  return { kind: 'revision', revision: unescapedId(text) };
}

/** No account key contains it. Links to other spaces keep it, but it has no effect there. */
const before = '~before';

function escapedId(id: string): string {
  return id.replace(unusual, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapedId(text: string): string {
  return text.replace(escaped, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

const unusual = /[^A-Za-z0-9_-]/g;
const escaped = /~([0-9a-f]{4})/g;
