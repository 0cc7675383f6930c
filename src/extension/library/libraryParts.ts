import type * as vscode from 'vscode';
import type { Accounts } from '../account/accounts.ts';
import type { ActivePages } from '../activePage.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Row } from './libraryRow.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';

export interface LibraryParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly selected: SelectedRow;
  readonly activePages: () => Promise<ActivePages>;
  readonly edge: ErrorEdge;
  readonly state: vscode.Memento;
  readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
}
