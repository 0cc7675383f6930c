import * as vscode from 'vscode';
import type { Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { createInlineThreads, type InlineThreads } from './inlineThreads.ts';
import { poll } from './polling.ts';

export interface CommentParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  readonly state: vscode.Memento;
}

/** What comments need while VS Code runs; made when the first page opens, or a command asks for it. */
export interface CommentSession extends vscode.Disposable {
  readonly parts: CommentParts;
  readonly inline: InlineThreads;
  /** Asks anew for the comments in sight. */
  refresh(): Promise<void>;
}

export function openSession(parts: CommentParts): CommentSession {
  const inline = createInlineThreads(parts);
  const polling = poll('Following comments', parts.edge, (signal) => inline.refresh(signal));
  return {
    parts,
    inline,
    refresh: () => inline.refresh(),
    dispose: () => void vscode.Disposable.from(polling, inline).dispose(),
  };
}
