import * as vscode from 'vscode';
import type { SiteFilter } from '../../store/sites.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import { keepExpandedRows, type ExpandedRows } from '../expandedRows.ts';
import type { Boards } from './boards.ts';
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

  let opening: Promise<Boards> | undefined;
  const boards = (): Promise<Boards> =>
    (opening ??= import('./boards.ts').then(({ createBoards }) => createBoards(parts)));

  const listing = () => import('./listing.ts');
  const settings = () => import('./siteSettings.ts');
  const links = () => import('./shareLinkCommands.ts');
  const finding = () => import('./finding.ts');
  const documents = () => import('./siteDocuments.ts');

  const commands: CommandTable = {
    'docsPlatform.sites.refresh': async () => {
      await (await listing()).refresh(parts);
      // Rows that could not be loaded are tried again, too.
      changed.fire(undefined);
    },
    'docsPlatform.sites.loadMore': async (given) => (await listing()).loadMore(parts, given, filter),
    'docsPlatform.sites.filter': async () => (await listing()).chooseFilter(parts, show),
    'docsPlatform.sites.clearFilter': () => show(undefined, undefined),
    'docsPlatform.sites.reveal': async (at, partId) => {
      const row = await (await tree())?.rowOf(at as never, partId as never);
      if (row) await view?.reveal(row, { select: true, focus: true, expand: true });
    },
    'docsPlatform.sites.openBoard': async (given) => (await boards()).open(given),
    'docsPlatform.sites.create': async () => (await import('./createSite.ts')).createSite(parts),
    'docsPlatform.sites.rename': async (given) => (await settings()).rename(parts, given),
    'docsPlatform.sites.changeVisibility': async (given) => (await settings()).changeVisibility(parts, given),
    'docsPlatform.sites.changeBasename': async (given) => (await settings()).changeBasename(parts, given),
    'docsPlatform.sites.changeProxy': async (given) => (await settings()).changeProxy(parts, given),
    'docsPlatform.sites.chooseDefaultSection': async (given) => (await settings()).chooseDefaultSection(parts, given),
    'docsPlatform.sites.chooseDefaultSpace': async (given) => (await settings()).chooseDefaultSpace(parts, given),
    'docsPlatform.sites.switchAdaptiveContent': async (given) => (await settings()).switchAdaptiveContent(parts, given),
    'docsPlatform.sites.switchAgents': async (given) => (await settings()).switchAgents(parts, given),
    'docsPlatform.sites.publish': async (given) => (await settings()).publish(parts, given),
    'docsPlatform.sites.unpublish': async (given) => (await settings()).unpublish(parts, given),
    'docsPlatform.sites.delete': async (given) => (await settings()).deleteSite(parts, given),
    'docsPlatform.sites.open': async (given) => (await finding()).openPublished(parts, given),
    'docsPlatform.sites.copyAddress': async (given) => (await finding()).copyAddress(parts, given),
    'docsPlatform.sites.whereIsSpace': async (given) => (await finding()).whereIsSpace(parts, given),
    'docsPlatform.sites.createShareLink': async (given) => (await links()).create(parts, given),
    'docsPlatform.sites.renameShareLink': async (given) => (await links()).rename(parts, given),
    'docsPlatform.sites.switchShareLink': async (given) => (await links()).switchOnOrOff(parts, given),
    'docsPlatform.sites.copyShareLink': async (given) => (await links()).copy(parts, given),
    'docsPlatform.sites.deleteShareLink': async (given) => (await links()).remove(parts, given),
    'docsPlatform.sites.enterShareKey': async (given) => (await links()).enterKey(parts, given),
    'docsPlatform.sites.forgetShareKey': async (given) => (await links()).forgetKey(parts, given),
    'docsPlatform.sites.showPublished': async (given) =>
      (await documents()).showPublished(parts, given, (uri) => rewritten.fire(uri)),
    'docsPlatform.sites.showCustomization': async (given) => (await documents()).showCustomization(parts, given),
    'docsPlatform.sites.showAudience': async (given) => (await documents()).showAudience(parts, given),
  };

  return {
    commands,
    provider: () => provider,
    register() {
      view = vscode.window.createTreeView('docsPlatform.sites', { treeDataProvider: provider, showCollapseAll: true });
      expanded = keepExpandedRows(view, rowId, parts.state, 'sites.expanded');
      const text = vscode.workspace.registerTextDocumentContentProvider(publishedScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await documents()).textOf(parts, uri),
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
