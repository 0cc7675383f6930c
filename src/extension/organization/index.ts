import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { laterCommands } from '../commands/laterCommands.ts';
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

  const commands = laterCommands(
    'docsPlatform.organization',
    [
      'refresh',
      'loadMore',
      'filterMembers',
      'filterTeams',
      'filterIntegrations',
      'clearFilters',
      'reveal',
      'changeRole',
      'makeSso',
      'removeMember',
      'showMemberships',
      'createTeam',
      'renameTeam',
      'deleteTeam',
      'addToTeam',
      'removeFromTeam',
      'changeTeamRole',
      'createSpec',
      'updateSpec',
      'openVersion',
      'copyVersionAddress',
      'deleteSpec',
      'createTranslation',
      'renameTranslation',
      'deleteTranslation',
      'showIntegration',
      'publishIntegration',
      'unpublishIntegration',
      'whoseDomain',
      'deleteInvite',
    ],
    async () => {
      const { organizationCommands } = await import('./commands.ts');
      return organizationCommands(parts, {
        view: () => view,
        tree,
        filters: () => filters,
        narrow,
        reread: (uri) => rewritten.fire(uri),
      });
    },
  );

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
