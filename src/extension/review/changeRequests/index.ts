import * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { createTree, type Tree } from '../../ground/trees/create.ts';
import type { SelectedRow } from '../../ground/services/selectedRow.ts';
import { createArrangements } from './arrangements.ts';
import type { ChangeRequestTreeRows } from './children.ts';
import { countSoon } from './countSoon.ts';
import type { ChangeRows } from '../../ground/changeRequests/changeRows.ts';
import type { Row } from '../../ground/changeRequests/rows.ts';
import type { Services } from '../../ground/services/services.ts';

/** The Change Requests view and the commands on change requests, in the view, the palette and editors. */
export function changeRequestFeature(
  parts: Services & {
    readonly state: vscode.Memento;
    readonly changeRows: ChangeRows;
    readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
    readonly selected: SelectedRow;
  },
): {
  commands: LaterCommands;
  register(): vscode.Disposable;
  tree(): Tree<Row, ChangeRequestTreeRows>;
} {
  const { accounts, stores, edge, changeRows } = parts;
  const arrangements = createArrangements(parts.state);
  const name = 'Change requests';
  const tree = createTree<Row, ChangeRequestTreeRows>({
    viewId: 'docsPlatform.changeRequests',
    name,
    ...parts,
    options: {
      showCollapseAll: true,
      manageCheckboxStateManually: true,
      canSelectMany: true,
      dragAndDropController: parts.dragAndDrop,
    },
    load: async () => {
      const { createChangeRequestRows } = await import('./children.ts');
      return (host) => createChangeRequestRows({ ...host, stores, edge, arrangements, changeRows });
    },
    tooltip: async (rows, row, signal) => rows.tooltip(row, signal),
  });

  const commands = laterCommands(['changeRequests.', 'changeRequest.'], async () => {
    const { changeRequestCommands } = await import('./commands.ts');
    return changeRequestCommands(parts, { arrangements, tree });
  });

  return {
    commands,
    tree: () => tree,
    register: () =>
      vscode.Disposable.from(
        tree,
        countSoon(accounts, () => {
          tree
            .rows()
            .then((rows) => rows?.count())
            .catch((error: unknown) => edge.note(name, error));
        }),
        accounts.onDidChange(({ removed }) => {
          for (const account of removed) void arrangements.forget(account);
        }),
      ),
  };
}
