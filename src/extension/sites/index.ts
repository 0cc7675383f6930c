import * as vscode from 'vscode';
import type { SiteFilter } from '../../store/sites.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { onFirstUse } from '../commands/onFirstUse.ts';
import { keepExpandedRows, type ExpandedRows } from '../expandedRows.ts';
import type { SiteParts } from './siteParts.ts';
import { publishedScheme } from './publishedScheme.ts';
import type { Row } from './siteRows.ts';
import type { SitesTree } from './sitesTree.ts';

/** The Sites view, what its rows offer, and the documents that tell of a site. */
export function sitesFeature(parts: SiteParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** Once registered: the rows, as VS Code asks for them. */
  provider(): vscode.TreeDataProvider<Row>;
} {
  const { accounts, platforms, edge } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  /** Documents of a site that are to be read again. */
  const rewritten = new vscode.EventEmitter<vscode.Uri>();
  let view: vscode.TreeView<Row> | undefined;
  let expanded: ExpandedRows | undefined;
  let shown: { readonly account: string; readonly tree: Promise<SitesTree> } | undefined;
  let filter: SiteFilter | undefined;

  /** The tree of the active account. What it is made of is loaded when the view is opened. */
  async function tree(): Promise<SitesTree | undefined> {
    const account = accounts.active;
    if (!account) return undefined;
    if (shown?.account === account.key) return shown.tree;
    leave();
    const made = import('./sitesTree.ts').then(({ createSitesTree }) =>
      createSitesTree({
        platforms,
        edge,
        account,
        filter: () => filter,
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
    async getTreeItem(row) {
      const item = (await tree())?.item(row) ?? new vscode.TreeItem('');
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      if (item.collapsibleState === Collapsed && expanded?.has(rowId(row))) item.collapsibleState = Expanded;
      return item;
    },
    getParent: (row) => row.parent,
  };

  const rowId = (row: Row): string => `${accounts.active?.key ?? ''}/${row.key}`;

  const following = accounts.onDidChange(({ activeChanged, changed: replaced }) => {
    if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
    leave();
    changed.fire(undefined);
  });

  function show(next: SiteFilter | undefined, inWords: string | undefined): void {
    filter = next;
    if (view) view.description = inWords ?? '';
    void vscode.commands.executeCommand('setContext', 'docsPlatform.sites.isFiltered', next !== undefined);
    changed.fire(undefined);
  }

  const boards = onFirstUse(async () => (await import('./boards.ts')).createBoards(parts));

  const commands = laterCommands(
    'docsPlatform.sites',
    [
      'refresh',
      'loadMore',
      'filter',
      'clearFilter',
      'reveal',
      'openBoard',
      'create',
      'rename',
      'changeVisibility',
      'changeBasename',
      'changeProxy',
      'chooseDefaultSection',
      'chooseDefaultSpace',
      'switchAdaptiveContent',
      'switchAgents',
      'publish',
      'unpublish',
      'delete',
      'open',
      'copyAddress',
      'whereIsSpace',
      'createShareLink',
      'renameShareLink',
      'switchShareLink',
      'copyShareLink',
      'deleteShareLink',
      'enterShareKey',
      'forgetShareKey',
      'showPublished',
      'showCustomization',
      'showAudience',
    ],
    async () => {
      const { sitesCommands } = await import('./commands.ts');
      return sitesCommands(parts, {
        view: () => view,
        tree,
        boards,
        filter: () => filter,
        show,
        loadAgain: () => changed.fire(undefined),
        reread: (uri) => rewritten.fire(uri),
      });
    },
  );

  return {
    commands,
    provider: () => provider,
    register() {
      view = vscode.window.createTreeView('docsPlatform.sites', { treeDataProvider: provider, showCollapseAll: true });
      expanded = keepExpandedRows(view, rowId, parts.state, 'sites.expanded');
      const text = vscode.workspace.registerTextDocumentContentProvider(publishedScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await import('./siteDocuments.ts')).textOf(parts, uri),
      });
      const restoring = vscode.window.registerWebviewPanelSerializer('docsPlatform.siteBoard', {
        deserializeWebviewPanel: async (panel, state) => (await boards()).restore(panel, state),
      });
      return vscode.Disposable.from(
        view,
        expanded,
        text,
        restoring,
        following,
        changed,
        rewritten,
        new vscode.Disposable(leave),
      );
    },
  };
}
