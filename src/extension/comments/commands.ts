import * as vscode from 'vscode';
import { onUriIfAny, RowMissing, type Handler } from '../ground/commands/neededRow.ts';
import type { CommandTable } from '../ground/commands/table.ts';
import { shaped } from '../ground/contributions/given.ts';
import { isNewsRow, type NewsRow } from './inbox/rows.ts';
import type { InlineThreads } from './inlineThreads.ts';
import type { PickedThread } from './pickThread.ts';
import { placeGiven } from '../ground/places/place.ts';
import type { CommentSession } from './session.ts';
import { isBox, isComment, isDraftReference } from './shared/threadReference.ts';

/** The commands on comments and unsent replies. */
export function commentCommands(session: () => Promise<CommentSession>) {
  const actions = () => import('./widgetActions.ts');
  const threads = () => import('./pickThread.ts');

  /** A command of a menu that passes such an argument. Any other argument is ignored. */
  const on =
    <Given, Found>(
      isFitting: (given: unknown) => given is Given,
      find: (session: CommentSession, given: Given) => Found | undefined,
    ) =>
    (action: (session: CommentSession, found: Found) => unknown): Handler =>
    async (given) => {
      const opened = await session();
      const found = isFitting(given) ? find(opened, given) : undefined;
      if (found) await action(opened, found);
    };
  const onBox = on(isBox, (_, box) => box);
  const onComment = on(isComment, (_, comment) => comment);
  const onPost = on(isComment, ({ inline }, comment) => inline.postAt(comment));
  const onThread = on(isObject, ({ inline }, given) => threadIn(inline, given));
  const onDraft = on(isDraftReference, (_, draft) => draft);
  const onNamedThread =
    (action: (session: CommentSession, thread: PickedThread) => unknown): Handler =>
    async (given) => {
      const opened = await session();
      const thread = await (await threads()).threadGiven(opened, given);
      if (!thread) throw new RowMissing();
      await action(opened, thread);
    };
  const send = onBox(async (...of) => (await actions()).sendFromBox(...of, false));
  const addToReview: Handler = async (given) => {
    const { addDraftToReview, addToReview } = await actions();
    if (isComment(given)) await addDraftToReview(await session(), given);
    else if (isBox(given)) await addToReview(await session(), given);
  };

  return {
    // VS Code's own command, with our title and in our menus.
    'docsPlatform.comments.add': () => vscode.commands.executeCommand('workbench.action.addComment'),
    'docsPlatform.comments.begin': send,
    'docsPlatform.comments.addSingle': send,
    'docsPlatform.comments.startReview': addToReview,
    'docsPlatform.comments.addToReview': addToReview,
    'docsPlatform.comments.send': send,
    'docsPlatform.comments.sendAndResolve': onBox(async (...of) => (await actions()).sendFromBox(...of, true)),
    'docsPlatform.comments.resolve': onThread(async (_, thread) => (await actions()).setResolved(thread, true)),
    'docsPlatform.comments.reopen': onThread(async (_, thread) => (await actions()).setResolved(thread, false)),
    'docsPlatform.comments.showReplies': onThread(async ({ inline }, thread) => inline.unfold(thread)),
    'docsPlatform.comments.edit': onPost(async (...of) => (await actions()).beginEdit(...of)),
    'docsPlatform.comments.saveEdit': onComment(async (...of) => (await actions()).saveEdit(...of)),
    'docsPlatform.comments.cancelEdit': onPost(async (...of) => (await actions()).cancelEdit(...of)),
    'docsPlatform.comments.sendDraft': onComment(async (...of) => (await actions()).sendDraft(...of)),
    'docsPlatform.comments.editDraft': onComment(({ boxes }, comment) => boxes.editDraft(comment)),
    'docsPlatform.comments.discardDraft': onComment(async (...of) => (await actions()).discardDraft(...of)),
    'docsPlatform.comments.delete': onPost(async (...of) => (await actions()).deletePost(...of)),
    'docsPlatform.comments.openInBrowser': async (given) => {
      const { inline } = await session();
      const post = isComment(given) ? inline.postAt(given) : undefined;
      await (await actions()).openPostInBrowser(post, isObject(given) ? threadIn(inline, given) : undefined);
    },
    'docsPlatform.comments.refresh': async () => (await session()).refresh(),
    'docsPlatform.comments.suggest': async (given) => {
      const { isStretch, suggestChange } = await import('./suggest.ts');
      await suggestChange(await session(), isStretch(given) ? given : undefined);
    },
    'docsPlatform.comments.applySuggestion': async (given) =>
      (await import('./suggestionActions.ts')).onSuggestion(await session(), given, 'apply'),
    'docsPlatform.comments.compareSuggestion': async (given) =>
      (await import('./suggestionActions.ts')).onSuggestion(await session(), given, 'compare'),
    'docsPlatform.comments.applySuggestions': async (given) =>
      (await import('./suggestionActions.ts')).applySuggestionsOf(await session(), given),
    'docsPlatform.comments.editAsSuggestions': async (given) => {
      const { parts } = await session();
      const place = placeGiven(parts, given, () => vscode.window.activeTextEditor?.document.uri);
      await (await import('./suggestions/editAsSuggestions.ts')).editAsSuggestions(parts, place);
    },
    'docsPlatform.comments.sendSuggestions': onUriIfAny(async (uri) => {
      const { parts } = await session();
      await (await import('./suggestions/sendSuggestions.ts')).sendSuggestions(parts, uri);
    }),
    'docsPlatform.comments.discardSuggestions': onUriIfAny(async (uri) =>
      (await import('./suggestions/sendSuggestions.ts')).discardSuggestions((await session()).parts, uri),
    ),
    'docsPlatform.comments.reply': async (given) => {
      const opened = await session();
      const thread = await (await threads()).pickThread(opened, given);
      if (thread) await (await import('./quickReply.ts')).quickReply(opened, thread, false);
    },
    'docsPlatform.comments.replyAndResolve': onNamedThread(async (...of) =>
      (await import('./quickReply.ts')).quickReply(...of, true),
    ),
    'docsPlatform.comments.next': async () => (await import('./unresolved.ts')).goToUnresolved(await session(), 1),
    'docsPlatform.comments.previous': async () => (await import('./unresolved.ts')).goToUnresolved(await session(), -1),
    'docsPlatform.comments.replyInEditor': onNamedThread(async (...of) =>
      (await import('./replyInEditor.ts')).replyInEditor(...of),
    ),
    'docsPlatform.comments.editUnsent': onDraft(async (...of) =>
      (await import('./replyInEditor.ts')).editUnsent(...of),
    ),
    'docsPlatform.comments.sendReply': onUriIfAny(async (uri) =>
      (await import('./replyInEditor.ts')).sendFromEditor(await session(), uri, false),
    ),
    'docsPlatform.comments.sendReplyAndResolve': onUriIfAny(async (uri) =>
      (await import('./replyInEditor.ts')).sendFromEditor(await session(), uri, true),
    ),
    'docsPlatform.comments.retryUnsent': onDraft(async ({ parts }, draft) =>
      (await import('./inbox/actions.ts')).retryUnsent(parts, draft),
    ),
    'docsPlatform.comments.discardUnsent': onDraft(async ({ parts }, draft) =>
      (await import('./inbox/actions.ts')).discardUnsent(parts, draft),
    ),
  } satisfies CommandTable;
}

/** The commands on inbox items. */
export function inboxCommands(session: () => Promise<CommentSession>) {
  const markRead = async (row: NewsRow | undefined) =>
    (await import('./inbox/actions.ts')).markRead((await session()).parts, row);
  return {
    'docsPlatform.inbox.open': async (given) =>
      isNewsRow(given) ? (await import('./inbox/actions.ts')).openNews((await session()).parts, given) : undefined,
    'docsPlatform.inbox.markRead': async (given) =>
      given === undefined || isNewsRow(given) ? markRead(given) : undefined,
    'docsPlatform.inbox.markAllRead': async () => markRead(undefined),
    'docsPlatform.inbox.refresh': async (given) => {
      const current = await session();
      const looking = (await current.inbox()).look();
      // The user has refreshed another view, which shows a part of it.
      if (isQuietly(given)) await looking.catch((error: unknown) => current.parts.edge.note('Inbox', error));
      else await looking;
    },
  } satisfies CommandTable;
}

const isObject = shaped<object>({});
const isQuietly = shaped<{ readonly isQuiet: true }>({ isQuiet: 'present' });

/** The thread of a box or of a thread's menu. */
function threadIn(inline: InlineThreads, given: object) {
  return inline.placedAt((isBox(given) ? given.thread : given) as vscode.CommentThread);
}
