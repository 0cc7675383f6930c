import * as vscode from 'vscode';
import { pageTexts, taskTexts } from './rendering.ts';

/** The texts of the panel of comment threads. `{0}` is a count where a text has several forms. */
export function threadsTexts() {
  return {
    ...panel(),
    ...filter(),
    ...changeRequest(),
    ...thread(),
    ...post(),
    ...taskTexts(),
    ...pageTexts(),
    ...box(),
    ...announced(),
  };
}

function panel() {
  return {
    title: vscode.l10n.t('Comment threads'),
    refresh: vscode.l10n.t('Refresh'),
    retry: vscode.l10n.t('Retry'),
    loading: vscode.l10n.t('Loading…'),
    loadingCount: vscode.l10n.t('Loading… {0} thread so far|Loading… {0} threads so far'),
    loadMore: vscode.l10n.t('Load More'),
    unreadable: vscode.l10n.t('This view is out of sync with the extension. Close and reopen it.'),
    couldNotLoad: vscode.l10n.t("Couldn't load the comments. {0}"),
    couldNotRefresh: vscode.l10n.t("Couldn't refresh the comments. {0}"),
    nothingOpen: vscode.l10n.t('No open comments.'),
    nothingResolved: vscode.l10n.t('No resolved comments.'),
    nothingYet: vscode.l10n.t('No comments yet.'),
    unsent: vscode.l10n.t('Unsent'),
    pendingReview: vscode.l10n.t('Pending review'),
    yourReview: vscode.l10n.t('Your review'),
    pendingCount: vscode.l10n.t('{0} pending|{0} pending'),
    pending: vscode.l10n.t('Pending'),
    you: vscode.l10n.t('You'),
  };
}

function filter() {
  return {
    filter: vscode.l10n.t('Filter'),
    statuses: vscode.l10n.t('Status'),
    open: vscode.l10n.t('Open'),
    resolved: vscode.l10n.t('Resolved'),
    all: vscode.l10n.t('All'),
    page: vscode.l10n.t('Page'),
    allPages: vscode.l10n.t('All pages'),
    thisPage: vscode.l10n.t('This page'),
    general: vscode.l10n.t('General'),
    author: vscode.l10n.t('Author'),
    allAuthors: vscode.l10n.t('All authors'),
    sort: vscode.l10n.t('Sort by'),
    newest: vscode.l10n.t('Newest first'),
    oldest: vscode.l10n.t('Oldest first'),
    byPage: vscode.l10n.t('Page order'),
    search: vscode.l10n.t('Search comments'),
    noMatch: vscode.l10n.t('No matching comments.'),
    clearFilter: vscode.l10n.t('Clear Filter'),
  };
}

function changeRequest() {
  return {
    draft: vscode.l10n.t('Draft'),
    merged: vscode.l10n.t('Merged'),
    archived: vscode.l10n.t('Archived'),
    behindMain: vscode.l10n.t('The published content has changed since this change request was last updated.'),
    approve: vscode.l10n.t('Approve…'),
    requestChanges: vscode.l10n.t('Request Changes…'),
    openChanges: vscode.l10n.t('Open Changes'),
    updateFromMain: vscode.l10n.t('Update from Main'),
    merge: vscode.l10n.t('Merge…'),
    revert: vscode.l10n.t('Revert'),
    openInBrowser: vscode.l10n.t('Open in Browser'),
    submitReview: vscode.l10n.t('Submit Review…'),
    discardReview: vscode.l10n.t('Discard Review…'),
    addComment: vscode.l10n.t('Comment…'),
  };
}

function thread() {
  return {
    onPage: vscode.l10n.t('on {0}'),
    outdated: vscode.l10n.t('Outdated'),
    review: vscode.l10n.t('Review'),
    goToText: vscode.l10n.t('Go to Commented Text'),
    textChanged: vscode.l10n.t('The commented text was changed or removed.'),
    resolvedBy: vscode.l10n.t('Resolved by {0}'),
    reopen: vscode.l10n.t('Reopen'),
    reopenThread: vscode.l10n.t('Reopen thread by {0}'),
    resolve: vscode.l10n.t('Resolve'),
    resolveThread: vscode.l10n.t('Resolve thread by {0}'),
    expandThread: vscode.l10n.t('Expand thread by {0}'),
    collapse: vscode.l10n.t('Collapse'),
    collapseThread: vscode.l10n.t('Collapse resolved thread'),
    replies: vscode.l10n.t('{0} reply|{0} replies'),
    noReplies: vscode.l10n.t('no replies'),
    moreReplies: vscode.l10n.t('Show More Replies'),
    readOnly: vscode.l10n.t('You can read this thread but not reply.'),
    threadDeleted: vscode.l10n.t(
      'Someone deleted the thread that {0} started. Your text is still here. Copy it, or send it as a new comment.',
    ),
    newCommentButton: vscode.l10n.t('New Comment'),
    sendGeneral: vscode.l10n.t('Send as General Comment'),
  };
}

function post() {
  return {
    edited: vscode.l10n.t('edited'),
    sending: vscode.l10n.t('Sending…'),
    addReaction: vscode.l10n.t('Add Reaction'),
    addReactionTo: vscode.l10n.t('Add reaction to comment by {0}'),
    edit: vscode.l10n.t('Edit'),
    editComment: vscode.l10n.t('Edit comment'),
    editCommentBy: vscode.l10n.t('Edit comment by {0}'),
    delete: vscode.l10n.t('Delete'),
    deleteAsking: vscode.l10n.t('Delete…'),
    deleteCommentBy: vscode.l10n.t('Delete comment by {0}…'),
    openCommentBy: vscode.l10n.t('Open comment by {0} in browser'),
    reactions: vscode.l10n.t('Reactions'),
    reaction: vscode.l10n.t('{0} {1}: {2}'),
    chooseReaction: vscode.l10n.t('Choose a reaction'),
    notShowable: vscode.l10n.t("This comment can't be shown here."),
    empty: vscode.l10n.t('(empty)'),
    showAll: vscode.l10n.t('Show All {0} Characters'),
    showImage: vscode.l10n.t('Show image from {0}'),
    showImageNamed: vscode.l10n.t('Show image from {0}: {1}'),
    tryAgain: vscode.l10n.t('{0} Try again.'),
  };
}

function box() {
  return {
    mentions: vscode.l10n.t('Suggestions'),
    mentionCount: vscode.l10n.t('{0} suggestion|{0} suggestions'),
    editPending: vscode.l10n.t('Edit pending comment'),
    newComment: vscode.l10n.t('New comment'),
    pendingComment: vscode.l10n.t('Your pending comment'),
    otherComments: vscode.l10n.t(
      '{0} comment on the whole page, or on words that are gone|{0} comments on the whole page, or on words that are gone',
    ),
    showResolved: vscode.l10n.t('Show Resolved Comments ({0})'),
    hideResolved: vscode.l10n.t('Hide Resolved Comments'),
    replyTo: vscode.l10n.t('Reply to {0}'),
    replyToThread: vscode.l10n.t('Reply to a thread'),
    inMarkdown: vscode.l10n.t('{0} (Markdown)'),
    suggestedText: vscode.l10n.t('Suggested text'),
    suggestsDeletion: vscode.l10n.t('Empty: suggests deleting the text'),
    nothingSuggested: vscode.l10n.t('This is the present text. Change it to make a suggestion.'),
    sameSuggestion: vscode.l10n.t(
      'The suggested text is the same as the present one. Change it, or press the button again to send it as it is.',
    ),
    brokenSuggestion: vscode.l10n.t(
      "This suggestion can't be applied. Put a block “original” with the present text above it, and end both blocks with ```. Or press the button again to send it as it is.",
    ),
    sendKeys: vscode.l10n.t('Ctrl+Enter sends'),
    saveKeys: vscode.l10n.t('Ctrl+Enter saves'),
    reason: vscode.l10n.t('Reason (Markdown, optional)'),
    addKeys: vscode.l10n.t('Ctrl+Enter adds to the review'),
    done: vscode.l10n.t('Done'),
    discard: vscode.l10n.t('Discard'),
    cancel: vscode.l10n.t('Cancel'),
    save: vscode.l10n.t('Save'),
    comment: vscode.l10n.t('Comment'),
    reply: vscode.l10n.t('Reply'),
    replyAsking: vscode.l10n.t('Reply…'),
    replyAndResolve: vscode.l10n.t('Reply and Resolve'),
    applySuggestion: vscode.l10n.t('Apply Suggestion'),
    applySuggestionBy: vscode.l10n.t('Apply suggestion by {0}'),
    applySuggestions: vscode.l10n.t('Apply Suggestions…'),
    applySuggestionsBy: vscode.l10n.t('Apply suggestions by {0}…'),
    compareSuggestion: vscode.l10n.t('Compare'),
    compareSuggestionBy: vscode.l10n.t('Compare suggestion by {0} with the page'),
    addSingle: vscode.l10n.t('Add Single Comment'),
    startReview: vscode.l10n.t('Start Review'),
    addToReview: vscode.l10n.t('Add to Review'),
    cannotBeEmpty: vscode.l10n.t("A comment can't be empty. Enter some text, or delete the comment."),
    enterText: vscode.l10n.t('Enter some text first.'),
  };
}

/** For screen readers only. */
function announced() {
  return {
    threads: vscode.l10n.t('{0} thread|{0} threads'),
    newThreads: vscode.l10n.t('{0} new thread|{0} new threads'),
    newReply: vscode.l10n.t('New reply.'),
    addedToReview: vscode.l10n.t('Added to your review.'),
    threadResolved: vscode.l10n.t('Thread resolved.'),
    threadReopened: vscode.l10n.t('Thread reopened.'),
    reacted: vscode.l10n.t('Reaction added.'),
    unreacted: vscode.l10n.t('Reaction removed.'),
    deleted: vscode.l10n.t('Deleted.'),
    replySent: vscode.l10n.t('Reply sent.'),
    replySentAndResolved: vscode.l10n.t('Reply sent. Thread resolved.'),
    commentSaved: vscode.l10n.t('Comment saved.'),
    commentSent: vscode.l10n.t('Comment sent.'),
  };
}
