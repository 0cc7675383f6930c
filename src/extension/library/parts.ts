import type * as vscode from 'vscode';
import type { Accounts } from '../services/accounts.ts';
import type { ActivePages } from '../addresses/activePage.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Row } from './rows.ts';
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
