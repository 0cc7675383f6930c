import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { OrganizationList, Organizations } from '../../store/organizations/organizations.ts';
import type { Filters } from './filters.ts';
import type { Row, RowOf, Section, SettingsOf } from './rows.ts';
import { nameOf } from './words.ts';

/** Rows with a list of the platform below them. */
export type ListRow = RowOf<Section | 'team' | 'spec'>;

/** The list below a row, and how its items become rows. */
export function listOf(
  organizations: Organizations,
  row: ListRow,
  filters: Filters,
): { readonly list: OrganizationList<unknown>; readonly rowOf: (item: unknown) => Row } {
  const { organization } = row;
  const organizationId = organization.id;
  const at = (id: string) => ({ key: `${row.key}/${id}`, parent: row, organization });
  const settings = (kind: string, ids: Readonly<Record<string, string>>, title: string): SettingsOf => ({
    kind,
    ids: { organizationId, ...ids },
    title,
  });
  switch (row.kind) {
    case 'members':
      return rows(
        organizations.members(organizationId, { ...filters.members?.by, ...filters.memberOrder?.by }),
        (member) => ({
          kind: 'member',
          ...at(member.id),
          member,
          settings: settings('member', { userId: member.id }, nameOf(member)),
        }),
      );
    case 'teams':
      return rows(organizations.teams(organizationId, filters.teams?.by), (team) => ({
        kind: 'team',
        ...at(team.id),
        team,
        settings: settings('team', { teamId: team.id }, titleText(team.title, team.id)),
      }));
    case 'team': {
      const { team } = row;
      return rows(organizations.teamMembers({ organizationId, teamId: team.id }), (person) => ({
        kind: 'teamMember',
        ...at(person.id),
        team,
        person,
        settings: settings('member', { userId: person.id }, nameOf(person.organization)),
      }));
    }
    case 'specs':
      return rows(organizations.specs(organizationId), (spec) => ({
        kind: 'spec',
        ...at(spec.slug),
        spec,
        settings: settings('openApiSource', { specSlug: spec.slug }, spec.slug),
      }));
    case 'spec': {
      const { spec } = row;
      return rows(organizations.versions({ organizationId, specSlug: spec.slug }), (version) => ({
        kind: 'version',
        ...at(version.id),
        spec,
        version,
      }));
    }
    case 'translations':
      return rows(organizations.translations(organizationId), (translation) => ({
        kind: 'translation',
        ...at(translation.id),
        translation,
        settings: settings('translation', { translationSettingsId: translation.id }, titleText(translation.title)),
      }));
    case 'integrations':
      return rows(organizations.integrations(organizationId, filters.integrations?.by), (integration) => ({
        kind: 'integration',
        ...at(integration.name),
        integration,
        settings: {
          kind: 'integration',
          ids: { integrationName: integration.name },
          title: titleText(integration.title, integration.name),
        },
      }));
  }
}

function rows<Item>(list: OrganizationList<Item>, rowOf: (item: Item) => Row) {
  return { list, rowOf: rowOf as (item: unknown) => Row };
}

export function nothingIn(row: ListRow, filters: Filters): string {
  if (filterOf(row, filters) !== undefined) return vscode.l10n.t('Nothing matches the filter.');
  switch (row.kind) {
    case 'members':
      return vscode.l10n.t('No members to show.');
    case 'teams':
      return vscode.l10n.t('No teams yet.');
    case 'team':
      return vscode.l10n.t('This team has no members yet.');
    case 'specs':
      return vscode.l10n.t('No OpenAPI specifications yet.');
    case 'spec':
      return vscode.l10n.t('No versions yet.');
    case 'translations':
      return vscode.l10n.t('No translations yet.');
    case 'integrations':
      return vscode.l10n.t("This organization hasn't created any integrations. Use the filter to show others.");
  }
}

export function filterOf({ kind }: Row, filters: Filters): string | undefined {
  return kind === 'members' || kind === 'teams' || kind === 'integrations' ? filters[kind]?.inWords : undefined;
}

/** The order of the members; undefined for rows without members. */
export function orderOf({ kind }: Row, { memberOrder }: Filters): string | undefined {
  // Section 4.15: the newest members come first by default.
  return kind === 'members' ? (memberOrder?.inWords ?? vscode.l10n.t('newest first')) : undefined;
}
