import type * as vscode from 'vscode';
import type { Services } from '../ground/services/services.ts';
import type { Row } from './rows.ts';

export interface LibraryContext extends Services {
  readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
}
