import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import type { CommentSession } from './session.ts';

/** The commands on comments and unsent replies. */
export function commentCommands(session: () => Promise<CommentSession>) {
  const actions = () => import('./widgetActions.ts');
  return {
    // VS Code's own command, with our title and in our menus.
    'docsPlatform.comments.add': () => vscode.commands.executeCommand('workbench.action.addComment'),
    'docsPlatform.comments.begin': async (given) => (await actions()).sendFromBox(await session(), given, false),
    'docsPlatform.comments.addSingle': async (given) => (await actions()).sendFromBox(await session(), given, false),
    'docsPlatform.comments.startReview': async (given) => (await actions()).addToReview(await session(), given),
    'docsPlatform.comments.addToReview': async (given) => (await actions()).addToReview(await session(), given),
    'docsPlatform.comments.send': async (given) => (await actions()).sendFromBox(await session(), given, false),
    'docsPlatform.comments.sendAndResolve': async (given) =>
      (await actions()).sendFromBox(await session(), given, true),
    'docsPlatform.comments.resolve': async (given) => (await actions()).setResolved(await session(), given, true),
    'docsPlatform.comments.reopen': async (given) => (await actions()).setResolved(await session(), given, false),
    'docsPlatform.comments.showReplies': async (given) => (await actions()).unfold(await session(), given),
    'docsPlatform.comments.edit': async (given) => (await actions()).beginEdit(await session(), given),
    'docsPlatform.comments.saveEdit': async (given) => (await actions()).saveEdit(await session(), given),
    'docsPlatform.comments.cancelEdit': async (given) => (await actions()).cancelEdit(await session(), given),
    'docsPlatform.comments.sendDraft': async (given) => (await actions()).sendDraft(await session(), given),
    'docsPlatform.comments.editDraft': async (given) => (await actions()).editDraft(await session(), given),
    'docsPlatform.comments.discardDraft': async (given) => (await actions()).discardDraft(await session(), given),
    'docsPlatform.comments.delete': async (given) => (await actions()).deletePost(await session(), given),
    'docsPlatform.comments.openInBrowser': async (given) => (await actions()).openPostInBrowser(await session(), given),
    'docsPlatform.comments.refresh': async () => (await session()).refresh(),
    'docsPlatform.comments.suggest': async (given) =>
      (await import('./suggest.ts')).suggestChange(await session(), given),
    'docsPlatform.comments.applySuggestion': async (given) =>
      (await import('./suggestionActions.ts')).applySuggestion(await session(), given),
    'docsPlatform.comments.compareSuggestion': async (given) =>
      (await import('./suggestionActions.ts')).compareSuggestion(await session(), given),
    'docsPlatform.comments.applySuggestions': async (given) =>
      (await import('./suggestionActions.ts')).applySuggestionsOf(await session(), given),
    'docsPlatform.comments.editAsSuggestions': async (given) =>
      (await import('./suggestions/editAsSuggestions.ts')).editAsSuggestions((await session()).parts, given),
    'docsPlatform.comments.sendSuggestions': async (given) => {
      const { parts, ...opened } = await session();
      const suggestedTexts = () => opened.suggestedTexts();
      await (await import('./suggestions/sendSuggestions.ts')).sendSuggestions({ ...parts, suggestedTexts }, given);
    },
    'docsPlatform.comments.discardSuggestions': async (given) =>
      (await import('./suggestions/sendSuggestions.ts')).discardSuggestions((await session()).parts, given),
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
      (await import('./inbox/actions.ts')).retryUnsent((await session()).parts, given),
    'docsPlatform.comments.discardUnsent': async (given) =>
      (await import('./inbox/actions.ts')).discardUnsent((await session()).parts, given),
  } satisfies CommandTable;
}

/** The commands on inbox items. */
export function inboxCommands(session: () => Promise<CommentSession>) {
  return {
    'docsPlatform.inbox.open': async (given) =>
      (await import('./inbox/actions.ts')).openNews((await session()).parts, given),
    'docsPlatform.inbox.markRead': async (given) =>
      (await import('./inbox/actions.ts')).markRead((await session()).parts, given),
    'docsPlatform.inbox.markAllRead': async () =>
      (await import('./inbox/actions.ts')).markRead((await session()).parts, undefined),
    'docsPlatform.inbox.refresh': async () => (await (await session()).inbox()).look(),
  } satisfies CommandTable;
}
