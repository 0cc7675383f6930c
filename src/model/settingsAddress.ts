import { segmentOf } from './segment.ts';
import type { UriParts } from './address.ts';

/** Which document: a kind of resource, and the ids that lead to one of them. */
export interface SettingsAddress {
  readonly account: string;
  /** Such as `space` or `siteSection`. */
  readonly kind: string;
  /** Path parameters by name, such as `organizationId` and `siteId`. */
  readonly ids: Readonly<Record<string, string>>;
  /** What people call it; decides the name of the file alone. */
  readonly title: string;
  /** Every field, read-only, in place of what can be changed. */
  readonly details?: boolean;
}

export const settingsScheme = 'docs-platform-settings';

/**
 * `docs-platform-settings://<account>/<kind>/<name~id>/…/<readable name>.<kind>.docs.json`; `.details.json` at the end for the
 * read-only one. JSON schemas are found by the end of the name.
 */
export function settingsUriOf(address: SettingsAddress): UriParts {
  const ids = Object.entries(address.ids).map(([name, id]) => `${name}=${escaped(id)}`);
  const ending = address.details ? 'details.json' : `${address.kind}.docs.json`;
  const name = `${segmentOf(address.title).slice(0, 80) || address.kind}.${ending}`;
  return {
    scheme: settingsScheme,
    authority: address.account,
    path: `/${[address.kind, ...ids, name].join('/')}`,
  };
}

/** The inverse of `settingsUriOf`, with the title as the name of the file has it; undefined for what it never gives. */
export function settingsAddressOf(uri: UriParts): SettingsAddress | undefined {
  if (uri.scheme !== settingsScheme || !uri.authority) return undefined;
  const [kind, ...segments] = uri.path.slice(1).split('/');
  const name = segments.pop();
  if (!kind || !name || segments.length === 0) return undefined;
  const ending = [`.${kind}.docs.json`, '.details.json'].find((each) => name.endsWith(each));
  const pairs = segments.map((segment) => /^([A-Za-z]+)=(.+)$/.exec(segment));
  if (!ending || pairs.includes(null)) return undefined;
  return {
    account: uri.authority.toLowerCase(),
    kind,
    ids: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', unescaped(pair?.[2] ?? '')])),
    title: name.slice(0, -ending.length),
    ...(ending === '.details.json' && { details: true }),
  };
}

function escaped(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function unescaped(text: string): string {
  return text.replace(/~([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}
