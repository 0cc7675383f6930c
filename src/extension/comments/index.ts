import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { createInboxView, type InboxView } from './inboxView.ts';
import { registerReplyScheme } from './replyScheme.ts';
import type { CommentParts } from './commentParts.ts';
import type { CommentSession } from './session.ts';

/**
 * Comments: threads in the pages that are open, answers from the keyboard, a document for long ones, what could not be sent, and
 * what is new. All of it is made when the first page opens, or a command asks for it.
 */
export function commentFeature(parts: CommentParts): {
  commands: CommandTable;
  readonly session: () => Promise<CommentSession>;
  /** Once it is registered. */
  readonly inbox: () => InboxView | undefined;
  register(): vscode.Disposable;
} {
  let opening: Promise<CommentSession> | undefined;
  const session = (): Promise<CommentSession> =>
    (opening ??= import('./session.ts').then(({ openSession }) => openSession(parts, async () => view?.show())));
  const acts = () => import('./widgetActs.ts');
  let view: InboxView | undefined;

  const commands: CommandTable = {
    'docsPlatform.comments.begin': async (given) => (await acts()).sendFromBox(await session(), given, false),
    'docsPlatform.comments.send': async (given) => (await acts()).sendFromBox(await session(), given, false),
    'docsPlatform.comments.sendAndResolve': async (given) => (await acts()).sendFromBox(await session(), given, true),
    'docsPlatform.comments.resolve': async (given) => (await acts()).setResolved(await session(), given, true),
    'docsPlatform.comments.reopen': async (given) => (await acts()).setResolved(await session(), given, false),
    'docsPlatform.comments.showReplies': async (given) => (await acts()).unfold(await session(), given),
    'docsPlatform.comments.edit': async (given) => (await acts()).beginEdit(await session(), given),
    'docsPlatform.comments.saveEdit': async (given) => (await acts()).saveEdit(await session(), given),
    'docsPlatform.comments.cancelEdit': async (given) => (await acts()).cancelEdit(await session(), given),
    'docsPlatform.comments.delete': async (given) => (await acts()).deletePost(await session(), given),
    'docsPlatform.comments.openInBrowser': async (given) => (await acts()).openPostInBrowser(await session(), given),
    'docsPlatform.comments.refresh': async () => (await session()).refresh(),
    'docsPlatform.comments.reply': async (given) =>
      (await import('./quickReply.ts')).quickReply(await session(), given, false),
    'docsPlatform.comments.replyAndResolve': async (given) =>
      (await import('./quickReply.ts')).quickReply(await session(), given, true),
    'docsPlatform.comments.next': async () => (await import('./unresolved.ts')).goToUnresolved(await session(), 1),
    'docsPlatform.comments.previous': async () => (await import('./unresolved.ts')).goToUnresolved(await session(), -1),
    'docsPlatform.comments.replyInEditor': async (given) =>
      (await import('./replyInEditor.ts')).replyInEditor(await session(), given),
    'docsPlatform.comments.editUnsent': async (given) =>
      (await import('./replyInEditor.ts')).editUnsent(await session(), given),
    'docsPlatform.comments.sendReply': async (given) =>
      (await import('./replyInEditor.ts')).sendFromEditor(await session(), given, false),
    'docsPlatform.comments.sendReplyAndResolve': async (given) =>
      (await import('./replyInEditor.ts')).sendFromEditor(await session(), given, true),
    'docsPlatform.comments.retryUnsent': async (given) =>
      (await import('./inboxActs.ts')).retryUnsent(await session(), given),
    'docsPlatform.comments.discardUnsent': async (given) =>
      (await import('./inboxActs.ts')).discardUnsent(await session(), given),
    'docsPlatform.inbox.open': async (given) => (await import('./inboxActs.ts')).openNews(await session(), given),
    'docsPlatform.inbox.markRead': async (given) => (await import('./inboxActs.ts')).markRead(await session(), given),
    'docsPlatform.inbox.markAllRead': async () => (await import('./inboxActs.ts')).markRead(await session(), undefined),
    'docsPlatform.inbox.refresh': async () => (await (await session()).inbox()).look(),
  };

  /** Comments wait for a page to be opened, the Inbox until what one looks at first has been shown. */
  function onFirstUse(): vscode.Disposable {
    const isPage = ({ uri }: vscode.TextDocument) => uri.scheme === 'docs-platform';
    const begin = (start: () => Promise<unknown>): void => {
      start().catch((error: unknown) => parts.edge.note('Comments', error));
    };
    const waiting = vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isPage(document)) return;
      waiting.dispose();
      begin(session);
    });
    if (vscode.workspace.textDocuments.some(isPage)) begin(session);
    const later = setTimeout(() => {
      if (parts.polls && parts.accounts.active) begin(async () => view?.show());
    }, patience);
    return vscode.Disposable.from(waiting, { dispose: () => clearTimeout(later) });
  }

  return {
    commands,
    session,
    inbox: () => view,
    register() {
      view = createInboxView({ accounts: parts.accounts, session });
      return vscode.Disposable.from(view, onFirstUse(), registerReplyScheme(parts), {
        dispose: () => void opening?.then((opened) => void opened.dispose()).catch(() => undefined),
      });
    },
  };
}

/** In ms. */
const patience = 5000;
