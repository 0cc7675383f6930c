import type * as vscode from 'vscode';
import type { Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';

/** What the Organization view and its commands need of the rest. */
export interface OrganizationParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly selected: SelectedRow;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  readonly state: vscode.Memento;
}
