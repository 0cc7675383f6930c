import * as vscode from 'vscode';
import type { SiteFilter } from '../../store/sites/sites.ts';
import type { CommandTable } from '../commands/table.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { onFirstUse } from '../commands/onFirstUse.ts';
import { createAccountTree } from '../trees/accountTree.ts';
import type { SiteParts } from './parts.ts';
import { publishedScheme } from './publishedScheme.ts';
import type { Row } from './rows.ts';
import type { SitesTree } from './tree.ts';

/** The Sites view, what its rows offer, and the documents that tell of a site. */
export function sitesFeature(parts: SiteParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** The rows, as VS Code asks for them. */
  provider(): vscode.TreeDataProvider<Row>;
} {
  const { accounts, platforms, selected, edge, state } = parts;
  /** Documents of a site that are to be read again. */
  const rewritten = new vscode.EventEmitter<vscode.Uri>();
  let filter: SiteFilter | undefined;

  const tree = createAccountTree<Row, SitesTree>({
    viewId: 'docsPlatform.sites',
    accounts,
    platforms,
    selected,
    edge,
    state,
    load: async (host) => {
      const { createSitesTree } = await import('./tree.ts');
      return createSitesTree({ ...host, platforms, edge, filter: () => filter });
    },
    onOtherAccount: () => show(undefined, undefined),
  });

  function show(next: SiteFilter | undefined, inWords: string | undefined): void {
    filter = next;
    const view = tree.view();
    if (view) view.description = inWords ?? '';
    void vscode.commands.executeCommand('setContext', 'docsPlatform.sites.isFiltered', next !== undefined);
    tree.loadAgain();
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
        tree,
        boards,
        filter: () => filter,
        show,
        reread: (uri) => rewritten.fire(uri),
      });
    },
  );

  return {
    commands,
    provider: () => tree.provider,
    register() {
      const text = vscode.workspace.registerTextDocumentContentProvider(publishedScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await import('./documents.ts')).textOf(parts, uri),
      });
      const restoring = vscode.window.registerWebviewPanelSerializer('docsPlatform.siteBoard', {
        deserializeWebviewPanel: async (panel, state) => (await boards()).restore(panel, state),
      });
      return vscode.Disposable.from(tree.register(), text, restoring, rewritten);
    },
  };
}
