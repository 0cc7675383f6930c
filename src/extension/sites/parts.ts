import type * as vscode from 'vscode';
import type { Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { ShareKeys } from './shareKeys.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';

/** What the commands of sites are made of. */
export interface SiteParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly selected: SelectedRow;
  readonly prompts: Prompts;
  readonly edge: ErrorEdge;
  readonly shareKeys: ShareKeys;
  readonly extensionUri: vscode.Uri;
  readonly state: vscode.Memento;
}
