import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { registerReplyFiles } from './replyFiles.ts';
import type { CommentParts, CommentSession } from './session.ts';

/**
 * Comments: threads in the pages that are open, answers from the keyboard, a document for long ones, what could not be sent, and
 * what is new. All of it is made when the first page opens, or a command asks for it.
 */
export function commentFeature(parts: CommentParts): {
  commands: CommandTable;
  readonly session: () => Promise<CommentSession>;
  register(): vscode.Disposable;
} {
  let opening: Promise<CommentSession> | undefined;
  const session = (): Promise<CommentSession> =>
    (opening ??= import('./session.ts').then(({ openSession }) => openSession(parts)));
  const acts = () => import('./widgetActs.ts');

  const commands: CommandTable = {
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
  };

  /** Comments wait for a page to be opened. */
  function onFirstPage(): vscode.Disposable {
    const isPage = ({ uri }: vscode.TextDocument) => uri.scheme === 'docs-platform';
    const open = (): void => {
      waiting.dispose();
      session().catch((error: unknown) => {
        opening = undefined;
        parts.edge.note('Comments', error);
      });
    };
    const waiting = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isPage(document)) open();
    });
    if (vscode.workspace.textDocuments.some(isPage)) open();
    return waiting;
  }

  return {
    commands,
    session,
    register: () =>
      vscode.Disposable.from(onFirstPage(), registerReplyFiles(parts), {
        dispose: () => void opening?.then((opened) => void opened.dispose()).catch(() => undefined),
      }),
  };
}
