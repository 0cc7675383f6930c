import * as vscode from 'vscode';
import { disposeIfUsed, onFirstUse } from '../ground/commands/onFirstUse.ts';
import { accountOf } from '../ground/places/place.ts';
import { isOurs } from './askedBoxes.ts';
import { replyAddressOf } from './replies/replyFiles.ts';
import { createCommentBoxes, type CommentBoxes } from './boxes.ts';
import type { CommentContext } from './shared/context.ts';
import type { FollowedInbox } from './inbox/follow.ts';
import { completeMentions, type CommentsAt } from './shared/mentionCompletion.ts';
import { createInlineThreads, type InlineThreads } from './inlineThreads.ts';
import { poll } from '../ground/services/polling.ts';

/** What comments need while VS Code runs. Created when the first page opens or a command needs it. */
export interface CommentSession extends vscode.Disposable {
  readonly parts: CommentContext;
  readonly inline: InlineThreads;
  readonly boxes: CommentBoxes;
  /** Created and kept up to date from the first call. */
  inbox(): Promise<FollowedInbox>;
  /** Loads the visible comments again. */
  refresh(): Promise<void>;
}

export function openSession(parts: CommentContext, showInbox: () => Promise<void>): CommentSession {
  const inline = createInlineThreads({
    ...parts,
    hasText: (thread) => boxes.hasText(thread),
    onShown: (page, document) => boxes.restore(page, document),
  });
  const boxes: CommentBoxes = createCommentBoxes({ inline, edge: parts.edge });
  const completing = completeMentions(parts, commentsAt);

  /** A box whose thread isn't known yet is about a visible page. */
  async function commentsAt({ uri }: vscode.TextDocument): Promise<CommentsAt | undefined> {
    const reply = replyAddressOf(uri);
    const account = reply && accountOf(parts, reply.account);
    if (reply) return account && { account, place: reply.target.place };
    if (!isOurs(uri)) return undefined;
    const known = boxes.pageOf(uri);
    if (known) return known;
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    for (const editor of [...(activeTextEditor ? [activeTextEditor] : []), ...visibleTextEditors]) {
      const page = await inline.shown(editor.document.uri);
      if (page) return page;
    }
    return undefined;
  }

  const polling = parts.polls ? poll('Following comments', parts.edge, (signal) => inline.refresh(signal)) : undefined;
  const recovering = parts.reachability.onDidRecover(() => polling?.now());
  const inbox = onFirstUse(async () => (await import('./inbox/follow.ts')).followInbox(parts, showInbox));
  return {
    parts,
    inline,
    boxes,
    inbox,
    refresh: () => inline.refresh(),
    dispose() {
      completing.dispose();
      polling?.dispose();
      recovering.dispose();
      boxes.dispose();
      inline.dispose();
      disposeIfUsed(inbox);
    },
  };
}
