import { has, shaped } from '../ground/contributions/given.ts';
import type { Member } from '../../contract/organizations/member.ts';
import type { OpenApiSpec, OpenApiSpecVersion } from '../../contract/organizations/openapi.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Team } from '../../contract/organizations/teams.ts';
import type { TranslationSettings } from '../../contract/organizations/translations.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { ListedIntegration, TeamPerson } from '../../store/organizations/organizations.ts';

/** The lists of an organization, in the order of their rows. */
export const sections = ['members', 'teams', 'specs', 'translations', 'integrations'] as const;
export type Section = (typeof sections)[number];

/** The settings that a row has: see the command `docsPlatform.settings.edit`. */
export interface SettingsOf {
  readonly kind: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly title: string;
}

interface Inside<Kind extends string> {
  readonly kind: Kind;
  readonly organization: Organization;
}

interface Resource<Kind extends string> extends Inside<Kind> {
  readonly settings: SettingsOf;
}

/** A row of the Organization view. `key` is the whole path to it. */
export type Row = { readonly key: string; readonly parent?: Row | undefined } & (
  | Resource<'organization'>
  | Resource<'settings'>
  | Inside<Section>
  | (Resource<'member'> & { readonly member: Member })
  | (Resource<'team'> & { readonly team: Team })
  | (Resource<'teamMember'> & { readonly team: Team; readonly person: TeamPerson })
  | (Resource<'spec'> & { readonly spec: OpenApiSpec })
  | (Inside<'version'> & { readonly spec: OpenApiSpec; readonly version: OpenApiSpecVersion })
  | (Resource<'translation'> & { readonly translation: TranslationSettings })
  | (Resource<'integration'> & { readonly integration: ListedIntegration })
  | { readonly kind: 'more' }
  | { readonly kind: 'note'; readonly text: string; readonly failed: boolean }
);

export type RowOf<Kind extends Row['kind']> = Extract<Row, { readonly kind: Kind }>;

/** Whether the argument is a row of this kind. */
export function isRow<Kind extends Row['kind']>(given: unknown, ...kinds: readonly Kind[]): given is RowOf<Kind> {
  return has(given, { kind: kinds, key: 'present' }) && ('organization' in given || given['kind'] === 'more');
}

/** A row of this view or of the Library that shows an organization, or something of it. */
export interface OrganizationRow {
  readonly key: string;
  readonly organization: Organization;
}

export const isOrganizationRow = shaped<OrganizationRow>({ key: 'present', organization: 'object' });

/**
 * Whether the account has a permission in the organization. If the server doesn't report it, the action is offered and
 * the server decides.
 */
export function may(organization: Organization, right: string): boolean {
  return organization.permissions?.[right] !== false;
}

export function settingsOfOrganization({ id, title }: Organization): SettingsOf {
  return { kind: 'organization', ids: { organizationId: id }, title: titleText(title) };
}
