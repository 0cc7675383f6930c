import * as vscode from 'vscode';
import { registerTextDocuments } from '../ground/messages/fileSystem.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { setContext } from '../ground/contributions/run.ts';
import type { SiteFilter } from '../../store/sites/sites.ts';
import { laterCommands, type LaterCommands } from '../ground/commands/laterCommands.ts';
import { onFirstUse } from '../ground/commands/onFirstUse.ts';
import { restored } from '../ground/webviews/restored.ts';
import { createTree } from '../ground/trees/create.ts';
import type { SiteRows } from './children.ts';
import type { SitesContext } from './context.ts';
import { publishedScheme } from './publishedScheme.ts';
import type { Row } from './rows.ts';

/** The Sites view, the commands of its rows, and the documents that describe a site. */
export function sitesFeature(parts: SitesContext): {
  commands: LaterCommands;
  register(): vscode.Disposable;
  /** The rows for VS Code. */
  provider(): vscode.TreeDataProvider<Row>;
} {
  const { stores } = parts;
  /** Fires for documents of a site that have to be read again. */
  const rewritten = new vscode.EventEmitter<vscode.Uri>();
  let filter: SiteFilter | undefined;

  const tree = createTree<Row, SiteRows>({
    viewId: 'docsPlatform.sites',
    name: 'Sites',
    ...parts,
    options: { showCollapseAll: true },
    load: async () => {
      const { createSiteRows } = await import('./children.ts');
      return (host) => createSiteRows({ ...host, stores, filter: () => filter });
    },
    onOtherAccount: () => show(undefined, undefined),
  });

  function show(next: SiteFilter | undefined, inWords: string | undefined): void {
    filter = next;
    tree.view.description = inWords ?? '';
    void setContext(contextKeys.sites.isFiltered, next !== undefined);
    tree.loadAgain();
  }

  const boards = onFirstUse(async () => (await import('./boards.ts')).createBoards(parts));

  const commands = laterCommands(['sites.'], async () => {
    const { sitesCommands } = await import('./commands.ts');
    return sitesCommands(parts, {
      tree,
      boards,
      filter: () => filter,
      show,
      reread: (uri) => rewritten.fire(uri),
    });
  });

  return {
    commands,
    provider: () => tree.provider,
    register() {
      const text = registerTextDocuments(publishedScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await import('./documents.ts')).textOf(parts, uri),
      });
      const restoring = restored('docsPlatform.siteBoard', boards);
      return vscode.Disposable.from(tree, text, restoring, rewritten);
    },
  };
}
