import type * as vscode from 'vscode';
import type { Accounts } from '../../services/accounts.ts';
import type { ErrorEdge } from '../../messages/errorEdge.ts';
import type { Platforms } from '../../services/platforms.ts';
import type { Prompts } from '../../prompts/prompts.ts';

/** What writing in change requests is made of. */
export interface WritingParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  /** Of the workspace: what was chosen last, and over what the text of dirty editors was written. */
  readonly state: vscode.Memento;
}
