import { refreshed } from '../ground/trees/refreshed.ts';
import type * as vscode from 'vscode';
import { onRow, onRowIfAny } from '../ground/commands/neededRow.ts';
import type { CommandTable } from '../ground/commands/table.ts';
import type { Tree } from '../ground/trees/create.ts';
import type { Filters } from './filters.ts';
import type { PickedMember } from './memberCommands.ts';
import { inOrganization, withTeam, type InOrganization, type PickedTeam } from './picking.ts';
import { isOrganizationRow, isRow, type OrganizationRow, type Row, type RowOf } from './rows.ts';
import type { PickedSpec } from './specCommands.ts';
import type { OrganizationRows } from './children.ts';
import type { Uses } from '../ground/services/services.ts';

/** The parts of the view that its commands use. */
interface OrganizationView {
  readonly tree: Tree<Row, OrganizationRows>;
  readonly filters: () => Filters;
  readonly narrow: (filters: Filters) => void;
  /** Makes VS Code read a document again. */
  readonly reread: (uri: vscode.Uri) => void;
}

/** The commands of the Organization view and its rows. */
export function organizationCommands(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  { tree, filters, narrow, reread }: OrganizationView,
) {
  const also = (more: Filters): void => narrow({ ...filters(), ...more });
  const listing = () => import('./listing.ts');
  const members = () => import('./memberCommands.ts');
  const teams = () => import('./teamCommands.ts');
  const people = () => import('./teamMembers.ts');
  const specs = () => import('./specCommands.ts');
  const translations = () => import('./translationCommands.ts');
  const integrations = () => import('./integrationCommands.ts');
  const others = () => import('./otherCommands.ts');

  /** A command on a row of these kinds, and the organization that it is in. */
  const on =
    <Kind extends Row['kind']>(...kinds: readonly Kind[]) =>
    (action: (at: InOrganization, row: RowOf<Kind>) => unknown) =>
      onRow(
        (row): row is RowOf<Kind> & OrganizationRow => isRow(row, ...kinds),
        async (row) => {
          const at = await inOrganization(parts, row.organization);
          if (at) await action(at, row);
        },
      );
  const onMember = (action: (member: PickedMember) => unknown) =>
    on('member', 'teamMember')(async (at, row) => action(await (await members()).memberOf(parts, at, row)));
  const onTeam = (action: (team: PickedTeam, row: RowOf<'team' | 'teamMember'>) => unknown) =>
    on('team', 'teamMember')((at, row) => action(withTeam(at, row.team), row));
  const onSpec = (action: (spec: PickedSpec) => unknown) =>
    on('spec', 'version')((at, row) => action({ ...row, ...at }));
  const onOrganizationIfAny = (action: (row: OrganizationRow | undefined) => unknown) =>
    onRowIfAny(isOrganizationRow, action);

  return {
    'docsPlatform.organization.refresh': async () => refreshed(tree, async () => (await listing()).refresh(parts)),
    'docsPlatform.organization.loadMore': async (given) =>
      isRow(given, 'more') && (await listing()).loadMore(parts, given, filters()),
    'docsPlatform.organization.filterMembers': async () => (await listing()).filterMembers(parts, also, filters()),
    'docsPlatform.organization.filterTeams': async () => (await listing()).filterTeams(parts, also),
    'docsPlatform.organization.filterIntegrations': async () => (await listing()).filterIntegrations(parts, also),
    'docsPlatform.organization.clearFilters': () => narrow({}),
    'docsPlatform.organization.reveal': async (at) => {
      await tree.reveal(await (await tree.rows())?.rowOf(at));
    },
    'docsPlatform.organization.changeRole': onOrganizationIfAny(async (row) =>
      (await members()).changeRole(parts, row),
    ),
    'docsPlatform.organization.requireSso': onMember(async (member) => (await members()).requireSso(parts, member)),
    'docsPlatform.organization.removeMember': onMember(async (member) => (await members()).removeMember(parts, member)),
    'docsPlatform.organization.showMemberships': onMember(async (member) =>
      (await members()).showMemberships(parts, member),
    ),
    'docsPlatform.organization.createTeam': onOrganizationIfAny(async (row) => (await teams()).createTeam(parts, row)),
    'docsPlatform.organization.renameTeam': onTeam(async (team) => (await teams()).renameTeam(parts, team)),
    'docsPlatform.organization.deleteTeam': onTeam(async (team) => (await teams()).deleteTeam(parts, team)),
    'docsPlatform.organization.addToTeam': onOrganizationIfAny(async (row) => (await people()).addToTeam(parts, row)),
    'docsPlatform.organization.removeFromTeam': onTeam(async (team, row) =>
      (await people()).removeFromTeam(parts, team, row.kind === 'teamMember' ? row.person : undefined),
    ),
    'docsPlatform.organization.changeTeamRole': on('teamMember')(async (at, { team, person }) =>
      (await people()).changeTeamRole(parts, withTeam(at, team), person),
    ),
    'docsPlatform.organization.createSpec': onOrganizationIfAny(async (row) =>
      (await specs()).createSpec(parts, row, reread),
    ),
    'docsPlatform.organization.updateSpec': onSpec(async (spec) => (await specs()).updateSpec(parts, spec, reread)),
    'docsPlatform.organization.openVersion': onSpec(async (spec) => (await specs()).openVersion(parts, spec, reread)),
    'docsPlatform.organization.copyVersionAddress': onSpec(async (spec) => (await specs()).copyVersionAddress(spec)),
    'docsPlatform.organization.deleteSpec': onSpec(async (spec) => (await specs()).deleteSpec(parts, spec)),
    'docsPlatform.organization.createTranslation': onOrganizationIfAny(async (row) =>
      (await translations()).createTranslation(parts, row),
    ),
    'docsPlatform.organization.renameTranslation': on('translation')(async (at, row) =>
      (await translations()).renameTranslation(parts, at, row),
    ),
    'docsPlatform.organization.deleteTranslation': on('translation')(async (at, row) =>
      (await translations()).deleteTranslation(parts, at, row),
    ),
    'docsPlatform.organization.showIntegration': on('integration')(async (at, row) =>
      (await integrations()).showIntegration(parts, at, row, reread),
    ),
    'docsPlatform.organization.publishIntegration': on(
      'integrations',
      'integration',
    )(async (at, row) => (await integrations()).publishIntegration(parts, at, row, reread)),
    'docsPlatform.organization.unpublishIntegration': on('integration')(async (at, row) =>
      (await integrations()).unpublishIntegration(parts, at, row),
    ),
    'docsPlatform.organization.findByDomain': async () => (await others()).findByDomain(parts),
    'docsPlatform.organization.deleteInvite': onOrganizationIfAny(async (row) =>
      (await others()).deleteInvite(parts, row),
    ),
  } satisfies CommandTable;
}
