import * as vscode from 'vscode';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import { pickMention } from './shared/pickMention.ts';
import { summaryOfThread, type PickedThread } from './pickThread.ts';
import { isStored } from './shared/sendAndReport.ts';
import type { CommentSession } from './session.ts';

/** Replies to a thread with one line of text. The typed text is stored, even if the box is dismissed. */
export async function quickReply(
  session: CommentSession,
  { account, threads, comments, thread }: PickedThread,
  resolve: boolean,
): Promise<void> {
  const title = resolve ? vscode.l10n.t('Reply and Resolve') : vscode.l10n.t('Reply to Comment');
  if (!thread.may.reply) throw new Error(vscode.l10n.t("You don't have permission to reply to this comment."));
  const { prompts, edge } = session.parts;
  const target: DraftTarget = { kind: 'reply', place: comments.place, thread: thread.id };
  const before = await threads.drafts.get(target);
  await prompts.ask({
    title: vscode.l10n.t('{0}: {1}', title, thread.author.name),
    prompt: summaryOfThread(thread),
    placeholder: resolve
      ? vscode.l10n.t('Reply in Markdown. Press Enter to send it and resolve the thread.')
      : vscode.l10n.t('Reply in Markdown. Press Enter to send it.'),
    ...(before && { value: before.text }),
    changed: (text) => {
      threads.drafts.keep(target, text).catch((error: unknown) => edge.note('Keeping a draft', error));
    },
    picks: (text) => pickMention(session.parts, { account, place: comments.place }, text),
    accept: async (text, signal) => {
      if (text.trim() === '') return { problem: vscode.l10n.t('Enter some text, or press Escape.') };
      try {
        const value = await threads.send(target, text, { resolve });
        if (signal.aborted) {
          const sent = vscode.l10n.t(
            'Your reply was sent as it was when you pressed Enter. Text you typed afterward is saved as a draft.',
          );
          void prompts.choose({ message: sent, actions: [] });
        }
        return { value };
      } catch (error) {
        if (isStored(threads, target, text)) throw error;
        // The reply has arrived; keeping the box open would send it again.
        edge.explain('Resolving a comment', error);
        return { value: thread.id };
      }
    },
  });
}
