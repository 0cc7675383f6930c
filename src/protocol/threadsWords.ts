import { wordsSchema, type TextsOf } from './words.ts';

/** The texts of the panel of comment threads. `extension/words/threads.ts` has them in English. */
export const ThreadsWords = wordsSchema([
  ...['title', 'filter', 'refresh', 'retry', 'loading', 'loadingCount', 'loadMore', 'unreadable', 'couldNotLoad'],
  ...['couldNotRefresh', 'newThreads', 'newReply', 'threads', 'nothingOpen', 'nothingResolved', 'nothingYet'],
  ...['noMatch', 'clearFilter', 'statuses', 'open', 'resolved', 'all', 'draft', 'merged', 'archived', 'outdated'],
  ...['behindMain', 'approve', 'requestChanges', 'openChanges', 'updateFromMain', 'merge', 'revert', 'openInBrowser'],
  ...['submitReview', 'discardReview', 'addComment', 'page', 'allPages', 'thisPage', 'general', 'author', 'allAuthors'],
  ...['sort', 'newest', 'oldest', 'byPage', 'search', 'onPage', 'review', 'goToText', 'textChanged', 'resolvedBy'],
  ...['reopen', 'reopenThread', 'resolve', 'resolveThread', 'expandThread', 'collapse', 'collapseThread', 'replies'],
  ...['noReplies', 'moreReplies', 'readOnly', 'threadDeleted', 'newCommentButton', 'edited', 'sending', 'addReaction'],
  ...['addReactionTo', 'edit', 'editComment', 'editCommentBy', 'delete', 'deleteAsking', 'deleteCommentBy'],
  ...['openCommentBy', 'reactions', 'reaction', 'chooseReaction', 'notShowable', 'empty', 'showAll', 'showImage'],
  ...['showImageNamed', 'tryAgain', 'unsent', 'pendingReview', 'yourReview', 'pendingCount', 'pending', 'you'],
  ...[
    'editPending',
    'newComment',
    'replyTo',
    'replyToThread',
    'inMarkdown',
    'sendKeys',
    'addKeys',
    'done',
    'discard',
    'cancel',
  ],
  ...['save', 'comment', 'reply', 'replyAsking', 'replyAndResolve', 'addSingle', 'startReview', 'addToReview'],
  ...['cannotBeEmpty', 'enterText', 'addedToReview', 'threadResolved', 'threadReopened', 'reacted', 'unreacted'],
  ...['deleted', 'replySent', 'replySentAndResolved', 'commentSaved', 'commentSent'],
  ...['applySuggestion', 'applySuggestionBy', 'completedTask', 'incompleteTask', 'copy', 'copied', 'enlarge'],
  ...['pendingComment', 'otherComments', 'suggestedText', 'suggestsDeletion', 'nothingSuggested', 'sameSuggestion'],
  ...['brokenSuggestion', 'showResolved', 'hideResolved', 'saveKeys', 'reason', 'mentions', 'mentionCount'],
] as const);
export type ThreadsTexts = TextsOf<typeof ThreadsWords>;
