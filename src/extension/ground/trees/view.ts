import * as vscode from 'vscode';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { isMissingCode, missingCodeText } from '../messages/missingCode.ts';

/** Creates a tree view. If code that its rows need is missing, two rows explain that and offer to reload the window. */
export function createTreeView<Row>(
  viewId: string,
  options: vscode.TreeViewOptions<Row>,
  edge: ErrorEdge,
): vscode.TreeView<Row> {
  const { treeDataProvider: rows } = options;
  const ownItems = new WeakMap<object, vscode.TreeItem>();

  /** Commands that get this row as the selected one treat it as a message. */
  function ownRow(key: string, item: vscode.TreeItem): Row {
    const row = { kind: 'note', key, text: '', failed: true };
    ownItems.set(row, item);
    return row as Row;
  }

  return vscode.window.createTreeView(viewId, {
    ...options,
    treeDataProvider: {
      ...rows,
      async getChildren(row) {
        try {
          return await rows.getChildren(row);
        } catch (error) {
          if (!isMissingCode(error)) throw error;
          edge.note(viewId, error);
          return [ownRow('missing', missingItem()), ownRow('reload', reloadItem())];
        }
      },
      getTreeItem: (row) => ownItems.get(row as object) ?? rows.getTreeItem(row),
    },
  });
}

function missingItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Part of this extension is missing'));
  item.description = vscode.l10n.t('updated or removed while this window was open');
  item.iconPath = new vscode.ThemeIcon('warning');
  item.tooltip = missingCodeText();
  return item;
}

function reloadItem(): vscode.TreeItem {
  const title = vscode.l10n.t('Reload Window');
  const item = new vscode.TreeItem(title);
  item.iconPath = new vscode.ThemeIcon('refresh');
  item.command = { command: 'workbench.action.reloadWindow', title };
  return item;
}
