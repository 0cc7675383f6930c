import * as vscode from 'vscode';
import { registerTextDocuments } from '../ground/messages/fileSystem.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { setContext } from '../ground/contributions/run.ts';
import { laterCommands, type LaterCommands } from '../ground/commands/laterCommands.ts';
import { createTree } from '../ground/trees/create.ts';
import type { OrganizationRows } from './children.ts';
import type { Filters } from './filters.ts';
import type { Row } from './rows.ts';
import { organizationScheme } from './scheme.ts';
import type { Uses } from '../ground/services/services.ts';

/** The Organization view: the members of an organization, and what it has besides spaces and sites. */
export function organizationFeature(
  parts: Uses<'accounts' | 'reachability' | 'prompts' | 'edge' | 'selected' | 'state' | 'stores'>,
): {
  commands: LaterCommands;
  register(): vscode.Disposable;
  /** The rows for VS Code. */
  provider(): vscode.TreeDataProvider<Row>;
} {
  const { stores, edge } = parts;
  /** Fires for documents that have to be read again. */
  const rewritten = new vscode.EventEmitter<vscode.Uri>();
  let filters: Filters = {};

  const tree = createTree<Row, OrganizationRows>({
    viewId: 'docsPlatform.organization',
    name: 'Organization',
    ...parts,
    options: { showCollapseAll: true },
    load: async () => {
      const { createOrganizationRows } = await import('./children.ts');
      return (host) => createOrganizationRows({ ...host, stores, edge, filters: () => filters });
    },
    onOtherAccount: () => narrow({}),
  });

  function narrow(next: Filters): void {
    filters = next;
    const isNarrowed = Object.values(next).some((each) => each !== undefined);
    void setContext(contextKeys.organization.isFiltered, isNarrowed);
    tree.loadAgain();
  }

  const commands = laterCommands(['organization.'], async () => {
    const { organizationCommands } = await import('./commands.ts');
    return organizationCommands(parts, {
      tree,
      filters: () => filters,
      narrow,
      reread: (uri) => rewritten.fire(uri),
    });
  });

  return {
    commands,
    provider: () => tree.provider,
    register() {
      const text = registerTextDocuments(organizationScheme, {
        onDidChange: rewritten.event,
        provideTextDocumentContent: async (uri) => (await import('./documents.ts')).textOf(parts, uri),
      });
      return vscode.Disposable.from(tree, text, rewritten);
    },
  };
}
