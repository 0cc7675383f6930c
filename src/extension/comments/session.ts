import type * as vscode from 'vscode';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import { createCommentBoxes, type CommentBoxes } from './boxes.ts';
import type { CommentContext } from './shared/context.ts';
import type { FollowedInbox } from './inbox/follow.ts';
import type { SuggestedTexts } from './suggestions/suggestedTexts.ts';
import { completeMentions } from './mentionCompletion.ts';
import { createInlineThreads, type InlineThreads } from './inlineThreads.ts';
import { poll } from './shared/polling.ts';

/** What comments need while VS Code runs. Created when the first page opens or a command needs it. */
export interface CommentSession extends vscode.Disposable {
  readonly parts: CommentContext;
  readonly inline: InlineThreads;
  readonly boxes: CommentBoxes;
  /** Created and kept up to date from the first call. */
  inbox(): Promise<FollowedInbox>;
  suggestedTexts(): Promise<SuggestedTexts>;
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
  const completing = completeMentions({ ...parts, boxes, inline });
  const polling = parts.polls ? poll('Following comments', parts.edge, (signal) => inline.refresh(signal)) : undefined;
  const recovering = parts.reachability.onDidRecover(() => polling?.now());
  const inbox = onFirstUse(async () => (await import('./inbox/follow.ts')).followInbox(parts, showInbox));
  const suggestedTexts = onFirstUse(async () =>
    (await import('./suggestions/suggestedTexts.ts')).createSuggestedTexts(),
  );
  return {
    parts,
    inline,
    boxes,
    inbox,
    suggestedTexts,
    refresh: () => inline.refresh(),
    dispose() {
      completing.dispose();
      polling?.dispose();
      recovering.dispose();
      boxes.dispose();
      inline.dispose();
      disposeIfUsed(inbox);
      disposeIfUsed(suggestedTexts);
    },
  };
}
