import * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../ground/commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../ground/commands/onFirstUse.ts';
import { onceFocused } from '../ground/services/onceFocused.ts';
import { createInboxView, type InboxView } from './inbox/index.ts';
import { registerReplyScheme } from './replies/replyScheme.ts';
import type { CommentContext } from './shared/context.ts';
import type { CommentSession } from './session.ts';

/**
 * Comments: threads in open pages, quick replies, reply documents, unsent replies, and the Inbox. Everything is created
 * when the first page opens or a command needs it.
 */
export function commentFeature(parts: CommentContext): {
  commands: LaterCommands;
  readonly session: () => Promise<CommentSession>;
  readonly inbox: () => InboxView;
  register(): vscode.Disposable;
} {
  const session = onFirstUse(async () => (await import('./session.ts')).openSession(parts, () => view.show()));
  const view = createInboxView({ ...parts, followed: async () => (await session()).inbox() });

  const commands = laterCommands(['comments.', 'inbox.'], async () => {
    const { commentCommands, inboxCommands } = await import('./commands.ts');
    return { ...commentCommands(session), ...inboxCommands(session) };
  });

  /** Comments are created when a page opens, the Inbox only after the first views have been shown. */
  function beginLater(): vscode.Disposable {
    const isPage = ({ uri }: vscode.TextDocument) => /^docs-platform(-edit)?$/.test(uri.scheme);
    const begin = (start: () => Promise<unknown>): void => {
      start().catch((error: unknown) => parts.edge.note('Comments', error));
    };
    const waiting = vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isPage(document)) return;
      waiting.dispose();
      begin(session);
    });
    if (vscode.workspace.textDocuments.some(isPage)) begin(session);
    let later: vscode.Disposable | undefined;
    const showLater = (): void => {
      later?.dispose();
      if (parts.polls && parts.accounts.active) later = onceFocused(patience, () => begin(() => view.show()));
    };
    showLater();
    const signingIn = parts.accounts.onDidChange(showLater);
    return vscode.Disposable.from(waiting, signingIn, { dispose: () => void later?.dispose() });
  }

  return {
    commands,
    session,
    inbox: () => view,
    register() {
      return vscode.Disposable.from(view, beginLater(), registerReplyScheme(parts), {
        dispose: () => disposeIfUsed(session),
      });
    },
  };
}

/** In ms. */
const patience = 5000;
