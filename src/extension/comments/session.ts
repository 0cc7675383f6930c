import type * as vscode from 'vscode';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import { createCommentBoxes, type CommentBoxes } from './boxes.ts';
import type { CommentParts } from './shared/parts.ts';
import type { FollowedInbox } from './inbox/follow.ts';
import { createInlineThreads, type InlineThreads } from './inlineThreads.ts';
import { poll } from './shared/polling.ts';

/** What comments need while VS Code runs; made when the first page opens, or a command asks for it. */
export interface CommentSession extends vscode.Disposable {
  readonly parts: CommentParts;
  readonly inline: InlineThreads;
  readonly boxes: CommentBoxes;
  /** Followed from the first time that it is asked for. */
  inbox(): Promise<FollowedInbox>;
  /** Asks anew for the comments in sight. */
  refresh(): Promise<void>;
}

export function openSession(parts: CommentParts, showInbox: () => Promise<void>): CommentSession {
  const inline = createInlineThreads({
    ...parts,
    hasText: (thread) => boxes.hasText(thread),
    onShown: (page, document) => boxes.restore(page, document),
  });
  const boxes: CommentBoxes = createCommentBoxes({ inline, edge: parts.edge });
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
      polling?.dispose();
      recovering.dispose();
      boxes.dispose();
      inline.dispose();
      disposeIfUsed(inbox);
    },
  };
}
