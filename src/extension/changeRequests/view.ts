import * as vscode from 'vscode';
import type { ChangeRequestPlace } from '../../store/changeRequests/changeRequests.ts';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import { onceFocused } from '../services/onceFocused.ts';
import type { SelectedRow } from '../services/selectedRow.ts';
import { createTreeView } from '../trees/view.ts';
import type { ChangeRequestTreeParts } from './children.ts';
import type { Row } from './shared/rows.ts';

export const viewId = 'docsPlatform.changeRequests';

export interface ChangeRequestView extends vscode.Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly provider: vscode.TreeDataProvider<Row>;
  reveal(place: ChangeRequestPlace): Promise<void>;
}

/** How long the badge lets what one looks at go first, in ms. */
const patience = 2000;

/** The view as VS Code knows it; what it shows is loaded when there is an account to show it of. */
export function createChangeRequestView(
  parts: Omit<ChangeRequestTreeParts, 'view' | 'changed'> & {
    readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
    readonly selected: SelectedRow;
  },
): ChangeRequestView {
  const { accounts, edge, dragAndDrop, selected } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  const tree = onFirstUse(async () =>
    (await import('./children.ts')).createChangeRequestTree({ ...parts, view, changed }),
  );
  let counting: vscode.Disposable | undefined;

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: async (row) => (await tree()).provider.getTreeItem(row),
    getChildren: async (row) => (accounts.active ? (await tree()).provider.getChildren(row) : []),
    getParent: async (row) => (await tree()).provider.getParent(row),
    resolveTreeItem: async (item, row, token) => (await tree()).provider.resolveTreeItem(item, row, token),
  };
  const view = createTreeView(
    viewId,
    {
      treeDataProvider: provider,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
      canSelectMany: true,
      dragAndDropController: dragAndDrop,
    },
    edge,
  );
  const selecting = selected.follow(view);
  const following = accounts.onDidChange(({ activeChanged, changed: replaced }) => {
    if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
    // Once it is loaded, the tree itself follows.
    if (!tree.known()) changed.fire(undefined);
    countSoon();
  });
  countSoon();

  function countSoon(): void {
    counting?.dispose();
    if (!accounts.active) return;
    counting = onceFocused(patience, () => {
      tree()
        .then((loaded) => loaded.count())
        .catch((error: unknown) => edge.note('Change requests', error));
    });
  }

  return {
    view,
    provider,
    async reveal(place) {
      await view.reveal(place, { select: true, focus: true, expand: true });
    },
    dispose() {
      counting?.dispose();
      following.dispose();
      selecting.dispose();
      disposeIfUsed(tree);
      view.dispose();
      changed.dispose();
    },
  };
}
