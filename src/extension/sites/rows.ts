import { has } from '../ground/contributions/given.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { SitePart } from '../../model/sites/tree.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import type { RowSettings } from './rowSettings.ts';

/** A row of the Sites view. `key` is the whole path to it. */
export type Row = {
  readonly key: string;
  readonly parent?: Row | undefined;
  readonly settings?: RowSettings;
} & (
  | { readonly kind: 'organization'; readonly organization: Organization }
  | { readonly kind: 'site'; readonly at: SiteAddress; readonly mayChange: boolean }
  | { readonly kind: 'part'; readonly at: SiteAddress; readonly part: SitePart; readonly mayChange: boolean }
  | SiteLine<'shareLinks'>
  | SiteLine<'audience'>
  | SiteLine<'customization'>
  | { readonly kind: 'shareLink'; readonly at: SiteAddress; readonly link: ShareLink }
  | { readonly kind: 'condition'; readonly condition: string; readonly description: string }
  | { readonly kind: 'page'; readonly space: string; readonly node: PageNode }
  | { readonly kind: 'more'; readonly organizationId: string }
  | { readonly kind: 'note'; readonly text: string; readonly failed: boolean }
);

interface SiteLine<Kind extends string> {
  readonly kind: Kind;
  readonly at: SiteAddress;
  readonly mayChange: boolean;
}

export type RowOf<Kind extends Row['kind']> = Extract<Row, { readonly kind: Kind }>;

/** A site or part with an address for visitors, as code passes it to a command. */
export type Visited = Omit<RowOf<'site'>, 'mayChange'> | Omit<RowOf<'part'>, 'mayChange'>;

/** Whether the argument is a row of this kind. */
export function isRow<Kind extends Row['kind']>(given: unknown, ...kinds: readonly Kind[]): given is RowOf<Kind> {
  return (
    has(given, { kind: kinds, key: 'present' }) && ('at' in given || !siteKinds.some((kind) => kind === given['kind']))
  );
}

const siteKinds = ['site', 'part', 'shareLinks', 'audience', 'customization', 'shareLink'] as const;

/** A row of a site. */
export type SiteRow = RowOf<(typeof siteKinds)[number]>;

export function isSiteRow(given: unknown): given is SiteRow {
  return isRow(given, ...siteKinds);
}

/**
 * Whether the account may change the sites of an organization. If the server doesn't report it, the action is offered
 * and the server decides.
 */
export function mayChangeSites({ permissions }: Pick<Organization, 'permissions'>): boolean {
  return permissions?.['admin'] !== false;
}
