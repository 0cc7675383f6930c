import { refreshed } from '../trees/refreshed.ts';
import type * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import type { Tree } from '../trees/create.ts';
import type { Filters } from './filters.ts';
import type { Row } from './rows.ts';
import type { OrganizationRows } from './children.ts';
import type { Uses } from '../services/services.ts';

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

  return {
    'docsPlatform.organization.refresh': async () => refreshed(tree, async () => (await listing()).refresh(parts)),
    'docsPlatform.organization.loadMore': async (given) => (await listing()).loadMore(parts, given, filters()),
    'docsPlatform.organization.filterMembers': async () => (await listing()).filterMembers(parts, also, filters()),
    'docsPlatform.organization.filterTeams': async () => (await listing()).filterTeams(parts, also),
    'docsPlatform.organization.filterIntegrations': async () => (await listing()).filterIntegrations(parts, also),
    'docsPlatform.organization.clearFilters': () => narrow({}),
    'docsPlatform.organization.reveal': async (at) => {
      await tree.reveal(await (await tree.rows())?.rowOf(at));
    },
    'docsPlatform.organization.changeRole': async (given) => (await members()).changeRole(parts, given),
    'docsPlatform.organization.requireSso': async (given) => (await members()).requireSso(parts, given),
    'docsPlatform.organization.removeMember': async (given) => (await members()).removeMember(parts, given),
    'docsPlatform.organization.showMemberships': async (given) => (await members()).showMemberships(parts, given),
    'docsPlatform.organization.createTeam': async (given) => (await teams()).createTeam(parts, given),
    'docsPlatform.organization.renameTeam': async (given) => (await teams()).renameTeam(parts, given),
    'docsPlatform.organization.deleteTeam': async (given) => (await teams()).deleteTeam(parts, given),
    'docsPlatform.organization.addToTeam': async (given) => (await people()).addToTeam(parts, given),
    'docsPlatform.organization.removeFromTeam': async (given) => (await people()).removeFromTeam(parts, given),
    'docsPlatform.organization.changeTeamRole': async (given) => (await people()).changeTeamRole(parts, given),
    'docsPlatform.organization.createSpec': async (given) => (await specs()).createSpec(parts, given, reread),
    'docsPlatform.organization.updateSpec': async (given) => (await specs()).updateSpec(parts, given, reread),
    'docsPlatform.organization.openVersion': async (given) => (await specs()).openVersion(parts, given, reread),
    'docsPlatform.organization.copyVersionAddress': async (given) => (await specs()).copyVersionAddress(parts, given),
    'docsPlatform.organization.deleteSpec': async (given) => (await specs()).deleteSpec(parts, given),
    'docsPlatform.organization.createTranslation': async (given) =>
      (await translations()).createTranslation(parts, given),
    'docsPlatform.organization.renameTranslation': async (given) =>
      (await translations()).renameTranslation(parts, given),
    'docsPlatform.organization.deleteTranslation': async (given) =>
      (await translations()).deleteTranslation(parts, given),
    'docsPlatform.organization.showIntegration': async (given) =>
      (await integrations()).showIntegration(parts, given, reread),
    'docsPlatform.organization.publishIntegration': async (given) =>
      (await integrations()).publishIntegration(parts, given, reread),
    'docsPlatform.organization.unpublishIntegration': async (given) =>
      (await integrations()).unpublishIntegration(parts, given),
    'docsPlatform.organization.findByDomain': async () => (await others()).findByDomain(parts),
    'docsPlatform.organization.deleteInvite': async (given) => (await others()).deleteInvite(parts, given),
  } satisfies CommandTable;
}
