import * as vscode from 'vscode';
import type { Handlers } from '../../../protocol/answering.ts';
import type { ThreadsProtocol } from '../../../protocol/threads.ts';

/** The answers of a view that takes no comments, such as a comparison of two versions. */
export function withoutComments(): Handlers<ThreadsProtocol> {
  const refuse = (): never => {
    throw new Error(vscode.l10n.t('This version takes no comments.'));
  };
  return {
    open: () => ({
      header: { title: '', isOutdated: false, description: '', actions: [], mayComment: false },
      threads: [],
      extent: { hasMore: false, isLoading: false },
      drafts: [],
    }),
    ...{ refresh: refuse, more: refuse, replies: refuse, resolve: refuse, reopen: refuse, react: refuse },
    ...{ delete: refuse, send: refuse, addToReview: refuse, keepDraft: refuse, discardDraft: refuse, goTo: refuse },
    ...{
      openPage: refuse,
      openInBrowser: refuse,
      applySuggestion: refuse,
      compareSuggestion: refuse,
      action: refuse,
      image: refuse,
      mentions: refuse,
    },
  };
}
