import { segmentOf } from '../shared/segment.ts';
import type { UriComponents } from '../shared/address.ts';
import { beginningOf } from '../shared/trimmed.ts';

/** Identifies a settings document: a kind of resource, and the ids of one of them. */
export interface SettingsAddress {
  readonly account: string;
  /** Such as `space` or `siteSection`. */
  readonly kind: string;
  /** Path parameters by name, such as `organizationId` and `siteId`. */
  readonly ids: Readonly<Record<string, string>>;
  /** Its title, which only decides the name of the file. */
  readonly title: string;
  /** Titles of the resources that contain it, from the outside in, only to make the path readable. */
  readonly within?: readonly string[];
  /** Whether it is the read-only document of all fields. */
  readonly details?: boolean;
}

/** The parts of a settings URI: its query holds the ids, so that the path can consist of titles. */
export interface SettingsUriComponents extends UriComponents {
  readonly query: string;
}

export const settingsScheme = 'docs-platform-settings';

/**
 * `docs-platform-settings://<account>/Settings/<name>/…/<readable name>.<kind>.docs.json?<name>=<id>&…`; for the
 * read-only document `/Details/…` and `.details.json`, with the kind in the query. JSON schemas are selected by the end
 * of the name, the language by both ends of the path.
 */
export function settingsUriOf(address: SettingsAddress): SettingsUriComponents {
  const { account, kind, ids, title, within = [], details } = address;
  const name = beginningOf(segmentOf(title), 80) || kind;
  const names = within.map((each) => beginningOf(segmentOf(each), 80)).filter((each) => each !== '');
  const pairs = Object.entries(ids).map(([key, id]) => `${key}=${escaped(id)}`);
  return {
    scheme: settingsScheme,
    authority: account,
    path: details
      ? `/${['Details', ...names, `${name}.details.json`].join('/')}`
      : `/${['Settings', ...names, `${name}.${kind}.docs.json`].join('/')}`,
    query: [...(details ? [`kind=${kind}`] : []), ...pairs].join('&'),
  };
}

/** The inverse of `settingsUriOf`, with title and names as in the path; undefined for any other URI. */
export function settingsAddressOf(uri: SettingsUriComponents): SettingsAddress | undefined {
  if (uri.scheme !== settingsScheme || !uri.authority) return undefined;
  const [folder, ...within] = uri.path.slice(1).split('/');
  const name = within.pop() ?? '';
  const pairs = uri.query.split('&').map((pair) => /^([A-Za-z]+)=([A-Za-z0-9_~-]+)$/.exec(pair));
  if (pairs.includes(null)) return undefined;
  const { kind: detailed, ...ids } = Object.fromEntries(
    pairs.map((pair) => [pair?.[1] ?? '', unescaped(pair?.[2] ?? '')]),
  );
  const details = folder === 'Details';
  const found = details ? /^(.+)\.details\.json$/.exec(name) : /^(.+)\.([A-Za-z]+)\.docs\.json$/.exec(name);
  const kind = details ? detailed : found?.[2];
  if (!found || !kind || (folder !== 'Settings' && !details) || Object.keys(ids).length === 0) return undefined;
  return {
    account: uri.authority.toLowerCase(),
    kind,
    ids,
    title: found[1] ?? '',
    ...(within.length > 0 && { within }),
    ...(details && { details }),
  };
}

function escaped(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescaped(text: string): string {
  return text.replace(/~([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}
