import { editScheme, scheme } from './schemes.ts';

/** Where a page, a file or a directory of a space stands, as an editor addresses it. `path` is empty for the space itself. */
export interface PageAddress {
  /** As `accountKey` gives it. */
  readonly account: string;
  readonly space: string;
  /** Undefined for what is published: the space's present content. */
  readonly version?: Version | undefined;
  /** Segments joined by `/`, as in `PageNode.path`. */
  readonly path: string;
}

/**
 * Which content of a space: what a change request proposes, what it stands over (`base`), both as they are now, or one
 * revision, which never changes. Change requests go by their number in the space.
 */
export type Version =
  | { readonly kind: 'changeRequest'; readonly number: number }
  | { readonly kind: 'base'; readonly number: number }
  | { readonly kind: 'revision'; readonly revision: string };

/** The parts of a URI that we use, unescaped: there is never a query, since relative links would inherit it. */
export interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** How the spaces of an account are called in addresses. */
export interface SpaceNames {
  /** As `spaceSlugOf` makes it of its title; undefined while that is not known. */
  slugOf(space: string): string | undefined;
  /** The space that has the slug, or had it once. */
  spaceOf(slug: string): string | undefined;
  /** Slugs that the space had before, the newest first. */
  formerSlugsOf(space: string): readonly string[];
}

/** Where no titles are known: spaces go by their ids. */
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

/** Where a page that can be written stands: in a change request, always. */
export interface EditAddress extends PageAddress {
  readonly version: Extract<Version, { kind: 'changeRequest' }>;
}

/**
 * `docs-platform://<account>/<slug of the space>/<path>`. A version replaces the slug, as in
 * `Operator Handbook #42` and `Operator Handbook @<revision>`, so that relative links stay in it, and those to other spaces leave
 * it. What a change request is compared with has the path of what it proposes, behind another authority, `<account>~before`: of two
 * sides with different paths VS Code says that one was renamed.
 */
export function uriOf(
  address: PageAddress,
  names: SpaceNames = idsAlone,
): UriParts & { readonly scheme: typeof scheme } {
  const isBefore = address.version?.kind === 'base';
  return { scheme, authority: `${address.account}${isBefore ? before : ''}`, path: pathOf(address, names) };
}

/** The inverse of `uriOf`, whichever slug the space had, or its id; undefined for what it never gives. */
export function addressOf(uri: UriParts, namesOf: NamesOf = () => idsAlone): PageAddress | undefined {
  return uri.scheme === scheme ? placeOf(uri, namesOf) : undefined;
}

/** `docs-platform-edit://<account>/<slug of the space> #42/<path>`, with its words apart: the path is that of the same page read-only. */
export function editUriOf(
  address: EditAddress,
  names: SpaceNames = idsAlone,
): UriParts & { readonly scheme: typeof editScheme } {
  return { scheme: editScheme, authority: address.account, path: pathOf(address, names) };
}

/** The inverse of `editUriOf`; undefined for what it never gives. */
export function editAddressOf(uri: UriParts, namesOf: NamesOf = () => idsAlone): EditAddress | undefined {
  const place = uri.scheme === editScheme ? placeOf(uri, namesOf) : undefined;
  return place?.version?.kind === 'changeRequest' ? { ...place, version: place.version } : undefined;
}

/** The address of a page, whether it is read-only or editable. */
export function pageAddressOf(uri: UriParts, namesOf?: NamesOf): PageAddress | undefined {
  return addressOf(uri, namesOf) ?? editAddressOf(uri, namesOf);
}

/** The space that a segment stands for, whatever its version. */
export function spaceOfSegment(segment: string, names: SpaceNames = idsAlone): string | undefined {
  return contentOf(segment, false, names)?.space;
}

function pathOf({ space, version, path }: PageAddress, names: SpaceNames): string {
  const segment = segmentOf(space, version, names.slugOf(space));
  return path ? `/${segment}/${path}` : `/${segment}`;
}

function segmentOf(space: string, version: Version | undefined, slug: string | undefined): string {
  if (slug === undefined) return `${escapedId(space)}${version ? `.${textOf(version)}` : ''}`;
  if (!version) return slug;
  const words = slug.replaceAll('-', ' ');
  return version.kind === 'revision' ? `${words} @${escapedId(version.revision)}` : `${words} #${version.number}`;
}

function placeOf(uri: UriParts, namesOf: NamesOf): PageAddress | undefined {
  const authority = uri.authority.toLowerCase();
  const isBefore = authority.endsWith(before);
  const account = isBefore ? authority.slice(0, -before.length) : authority;
  if (!account || !uri.path.startsWith('/')) return undefined;
  const [segment = '', ...segments] = uri.path.replace(/\/$/, '').slice(1).split('/');
  if (segments.some((each) => each === '' || each === '.' || each === '..')) return undefined;
  const content = contentOf(segment, isBefore, namesOf(account));
  return content && { account, ...content, path: segments.join('/') };
}

/** As `segmentOf` gives it, with a slug or an id. */
function contentOf(
  segment: string,
  isBefore: boolean,
  names: SpaceNames,
): Pick<PageAddress, 'space' | 'version'> | undefined {
  const [, words, number, revision] = versioned.exec(segment) ?? [];
  if (words !== undefined) {
    const slug = words.replaceAll(' ', '-');
    const version = number === undefined ? revisionOf(revision ?? '') : changeRequestOf(number, isBefore);
    // Who is signed out has no names: then nothing is there under it.
    return { space: names.spaceOf(slug) ?? slug, version };
  }
  const dot = segment.indexOf('.');
  const name = dot < 0 ? segment : segment.slice(0, dot);
  const space = (dot < 0 ? names.spaceOf(name) : undefined) ?? unescapedId(name);
  const version = dot < 0 ? undefined : versionOf(segment.slice(dot + 1), isBefore);
  if (!space || (dot >= 0 && !version)) return undefined;
  return { space, ...(version && { version }) };
}

/** No slug has a number sign, an at sign or a dot. */
const versioned = /^([^#@.]+) (?:#(0|[1-9]\d{0,14})|@([A-Za-z0-9_~-]+))$/;

/** As it stands behind an id. */
function textOf(version: Version): string {
  switch (version.kind) {
    case 'changeRequest':
    case 'base':
      return `change-request-${version.number}`;
    case 'revision':
      return `revision-${escapedId(version.revision)}`;
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

/** No account's key has it. Links to other spaces keep it, where it means nothing. */
const before = '~before';

function escapedId(id: string): string {
  return id.replace(unusual, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescapedId(text: string): string {
  return text.replace(escaped, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

const unusual = /[^A-Za-z0-9_-]/g;
const escaped = /~([0-9a-f]{4})/g;
