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

export const scheme = 'docs-platform';

/** Of documents in which answers to comments are written. */
export const replyScheme = 'docs-platform-reply';

/** Of pages of change requests that can be written. */
export const editScheme = 'docs-platform-edit';

/** Where a page that can be written stands: in a change request, always. */
export interface EditAddress extends PageAddress {
  readonly version: Extract<Version, { kind: 'changeRequest' }>;
}

/**
 * `docs-platform://<account>/<space id>/<path>`; ids keep their case, so they stand in the path. A version stands behind the
 * space, as in `<space id>.change-request-42`, so that relative links stay in it, and those to other spaces leave it. What a change
 * request stands over has the path of what it proposes, behind another authority, `<account>~before`: of two sides with
 * different paths VS Code says that one was renamed.
 */
export function uriOf(address: PageAddress): UriParts & { readonly scheme: typeof scheme } {
  const isBefore = address.version?.kind === 'base';
  return { scheme, authority: `${address.account}${isBefore ? before : ''}`, path: pathOf(address) };
}

/** The inverse of `uriOf`; undefined for what it never gives. */
export function addressOf(uri: UriParts): PageAddress | undefined {
  return uri.scheme === scheme ? placeOf(uri) : undefined;
}

/** `docs-platform-edit://<account>/<space id>.change-request-42/<path>`: the path is that of the same page read-only. */
export function editUriOf(address: EditAddress): UriParts & { readonly scheme: typeof editScheme } {
  return { scheme: editScheme, authority: address.account, path: pathOf(address) };
}

/** The inverse of `editUriOf`; undefined for what it never gives. */
export function editAddressOf(uri: UriParts): EditAddress | undefined {
  const place = uri.scheme === editScheme ? placeOf(uri) : undefined;
  return place?.version?.kind === 'changeRequest' ? { ...place, version: place.version } : undefined;
}

/** The address of a page, whether it is read-only or editable. */
export function pageAddressOf(uri: UriParts): PageAddress | undefined {
  return addressOf(uri) ?? editAddressOf(uri);
}

function pathOf({ space, version, path }: PageAddress): string {
  const segment = `${escapedId(space)}${version ? `.${textOf(version)}` : ''}`;
  return path ? `/${segment}/${path}` : `/${segment}`;
}

function placeOf(uri: UriParts): PageAddress | undefined {
  const authority = uri.authority.toLowerCase();
  const isBefore = authority.endsWith(before);
  const account = isBefore ? authority.slice(0, -before.length) : authority;
  if (!account || !uri.path.startsWith('/')) return undefined;
  const [segment = '', ...segments] = uri.path.replace(/\/$/, '').slice(1).split('/');
  if (segments.some((each) => each === '' || each === '.' || each === '..')) return undefined;
  const dot = segment.indexOf('.');
  const space = unescapedId(dot < 0 ? segment : segment.slice(0, dot));
  const version = dot < 0 ? undefined : versionOf(segment.slice(dot + 1), isBefore);
  if (!space || (dot >= 0 && !version)) return undefined;
  return { account, space, ...(version && { version }), path: segments.join('/') };
}

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
  if (number !== undefined) return { kind: isBefore ? 'base' : 'changeRequest', number: Number(number) };
  const [, revision] = /^revision-([A-Za-z0-9_~-]+)$/.exec(text) ?? [];
  return revision === undefined ? undefined : { kind: 'revision', revision: unescapedId(revision) };
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
