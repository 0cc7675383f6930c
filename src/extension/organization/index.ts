import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import type { Filters } from './filters.ts';
import type { OrganizationParts } from './organizationParts.ts';
import type { Row } from './organizationRows.ts';
import { organizationScheme } from './organizationScheme.ts';
import type { OrganizationTree } from './organizationTree.ts';

/** The Organization view: who is in an organization, and what it keeps beside spaces and sites. */
export function organizationFeature(parts: OrganizationParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** Once registered: the rows, as VS Code asks for them. */
  provider(): vscode.TreeDataProvider<Row>;
} {
  const { accounts, platforms, edge } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  /** Documents that are to be read again. */
  const rewritten = new vscode.EventEmitter<vscode.Uri>();
  let view: vscode.TreeView<Row> | undefined;
  let shown: { readonly account: string; readonly tree: Promise<OrganizationTree> } | undefined;
  let filters: Filters = {};

  /** The tree of the active account. What it is made of is loaded when the view is opened. */
  async function tree(): Promise<OrganizationTree | undefined> {
    const account = accounts.active;
    if (!account) return undefined;
    if (shown?.account === account.key) return shown.tree;
    leave();
    const made = import('./organizationTree.ts').then(({ createOrganizationTree }) =>
      createOrganizationTree({
        platforms,
        edge,
        account,
        filters: () => filters,
        isWatched: () => (view?.visible ?? false) && vscode.window.state.focused,
        changed: (row) => changed.fire(row),
        say: (message) => {
          if (view) view.message = message;
        },
      }),
    );
    shown = { account: account.key, tree: made };
    return made;
  }

  function leave(): void {
    void shown?.tree.then((left) => void left.dispose());
    shown = undefined;
    if (view) view.message = undefined;
  }

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (row) => (await (await tree())?.children(row)) ?? [],
    getTreeItem: async (row): Promise<vscode.TreeItem> => (await tree())?.item(row) ?? new vscode.TreeItem(''),
    getParent: (row) => row.parent,
  };

  const following = accounts.onDidChange(({ activeChanged, changed: replaced }) => {
    if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
    if (activeChanged) narrow({});
    leave();
    changed.fire(undefined);
  });

  function narrow(next: Filters): void {
    filters = next;
    const isNarrowed = Object.values(next).some((each) => each !== undefined);
    void vscode.commands.executeCommand('setContext', 'docsPlatform.organization.isFiltered', isNarrowed);
    changed.fire(undefined);
  }

  const also = (more: Filters): void => narrow({ ...filters, ...more });
  const reread = (uri: vscode.Uri): void => rewritten.fire(uri);
  const listing = () => import('./listing.ts');
  const members = () => import('./memberCommands.ts');
  const teams = () => import('./teamCommands.ts');
  const people = () => import('./teamPeople.ts');
  const specs = () => import('./specCommands.ts');
  const translations = () => import('./translationCommands.ts');
  const integrations = () => import('./integrationCommands.ts');
  const others = () => import('./otherCommands.ts');

  const commands: CommandTable = {
    'docsPlatform.organization.refresh': async () => (await listing()).refresh(parts),
    'docsPlatform.organization.loadMore': async (given) => (await listing()).loadMore(parts, given, filters),
    'docsPlatform.organization.filterMembers': async () => (await listing()).filterMembers(parts, also),
    'docsPlatform.organization.filterTeams': async () => (await listing()).filterTeams(parts, also),
    'docsPlatform.organization.filterIntegrations': async () => (await listing()).filterIntegrations(parts, also),
    'docsPlatform.organization.clearFilters': () => narrow({}),
    'docsPlatform.organization.reveal': async (at) => {
      const row = await (await tree())?.rowOf(at);
      if (row) await view?.reveal(row, { select: true, focus: true, expand: true });
    },
    'docsPlatform.organization.changeRole': async (given) => (await members()).changeRole(parts, given),
    'docsPlatform.organization.makeSso': async (given) => (await members()).makeSso(parts, given),
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
    'docsPlatform.organization.whoseDomain': async () => (await others()).whoseDomain(parts),
    'docsPlatform.organization.deleteInvite': async (given) => (await others()).deleteInvite(parts, given),
  };

  return {
    commands,
    provider: () => provider,
    register() {
      view = vscode.window.createTreeView('docsPlatform.organization', {
        treeDataProvider: provider,
        showCollapseAll: true,
      });
      const text = vscode.workspace.registerTextDocumentContentProvider(organizationScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await import('./documents.ts')).textOf(parts, uri),
      });
      return vscode.Disposable.from(view, text, following, changed, rewritten, new vscode.Disposable(leave));
    },
  };
}
