import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import type { SelectedRow } from '../services/selectedRow.ts';
import { createArrangements } from './arrangements.ts';
import type { ChangeRows } from './shared/changeRows.ts';
import { createChangeRequestView, type ChangeRequestView } from './view.ts';
import type { Row } from './shared/rows.ts';
import type { Services } from '../services/services.ts';

/** The Change Requests view, and what can be done to change requests there, from the palette and in editors. */
export function changeRequestFeature(
  parts: Services & {
    readonly state: vscode.Memento;
    readonly changeRows: ChangeRows;
    readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
    readonly selected: SelectedRow;
  },
): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** Once registered. */
  tree(): ChangeRequestView | undefined;
} {
  const { accounts } = parts;
  const arrangements = createArrangements(parts.state);
  let tree: ChangeRequestView | undefined;

  const commands = laterCommands(
    'docsPlatform',
    [
      'changeRequests.refresh',
      'changeRequests.loadMore',
      'changeRequests.groupBySpace',
      'changeRequests.groupByStatus',
      'changeRequests.filter',
      'changeRequests.clearFilter',
      'changeRequests.goTo',
      'changeRequests.reveal',
      'changeRequests.create',
      'changeRequests.sayWhoIAm',
      'changeRequest.openInBrowser',
      'changeRequest.copyLink',
      'changeRequest.copyNumber',
      'changeRequest.savePdf',
      'changeRequest.rename',
      'changeRequest.openForReview',
      'changeRequest.backToDraft',
      'changeRequest.archive',
      'changeRequest.reopen',
      'changeRequest.update',
      'changeRequest.merge',
      'changeRequest.revert',
      'changeRequest.approve',
      'changeRequest.requestChanges',
      'changeRequest.submitReview',
      'changeRequest.discardReview',
      'changeRequest.requestReviewers',
      'changeRequest.withdrawReviewer',
      'changeRequest.showReviews',
    ],
    async () => {
      const { changeRequestCommands } = await import('./commands.ts');
      return changeRequestCommands(parts, { arrangements, tree: () => tree });
    },
  );

  return {
    commands,
    tree: () => tree,
    register() {
      const made = createChangeRequestView({ ...parts, arrangements });
      tree = made;
      return vscode.Disposable.from(
        made,
        accounts.onDidChange(({ removed }) => {
          for (const account of removed) void arrangements.forget(account);
        }),
      );
    },
  };
}
