import type { Range, Uri } from 'vscode';
import type { InboxRow } from './inbox/rows.ts';
import type { ReplyAddress } from './replies/replyFiles.ts';
import type { SuggestionReference } from './shared/threadReference.ts';
import { call, type Commands } from '../ground/contributions/command.ts';
import {
  all,
  any,
  canBeCommented,
  hasAccount,
  hasComments,
  hasFocus,
  hasTextFocus,
  inPreview,
  inView,
  is,
  isSet,
  not,
  onComment,
  onNewThread,
  onOwnDraft,
  onPage,
  onPageOfChangeRequest,
  onReply,
  onReplyToThread,
  onSentComment,
  onSuggestedEdit,
  onThread,
} from '../ground/contributions/conditions.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { at } from '../ground/contributions/menus.ts';
import { onRow } from '../ground/contributions/rows.ts';
import type { SignaturesOf } from '../ground/contributions/run.ts';

export const contributions = {
  'comments.send': { title: 'Reply', menus: { threadContext: { 'inline@1': all(onThread('reply'), hasComments) } } },
  'comments.sendAndResolve': {
    title: 'Reply and Resolve',
    menus: { threadContext: { 'inline@2': onThread('open', 'reply') } },
  },
  'comments.resolve': {
    title: 'Resolve Comment',
    icon: 'pass',
    menus: { threadTitle: { 'navigation@3': onThread('open', 'resolve') } },
  },
  'comments.reopen': {
    title: 'Reopen Comment',
    icon: 'issue-reopened',
    menus: { threadTitle: { 'navigation@3': onThread('resolved', 'resolve') } },
  },
  'comments.showReplies': {
    title: 'Show Replies',
    icon: 'comment-discussion',
    menus: { threadTitle: { 'navigation@1': onThread('folded') } },
  },
  'comments.edit': { title: 'Edit Comment', icon: 'edit', menus: { commentTitle: { 'inline@1': onComment('edit') } } },
  'comments.saveEdit': { title: 'Save', menus: { commentContext: { 'inline@1': onSentComment } } },
  'comments.cancelEdit': { title: 'Cancel', menus: { commentContext: { 'inline@2': onSentComment } } },
  'comments.sendDraft': {
    title: 'Send',
    icon: 'send',
    menus: { commentTitle: { 'inline@1': onOwnDraft }, commentContext: { 'inline@1': onOwnDraft } },
  },
  'comments.editDraft': { title: 'Edit', icon: 'edit', menus: { commentTitle: { 'inline@2': onOwnDraft } } },
  'comments.discardDraft': {
    title: 'Discard',
    icon: 'trash',
    menus: { commentTitle: { 'inline@3': onOwnDraft }, commentContext: { 'inline@2': onOwnDraft } },
  },
  'comments.delete': {
    title: 'Delete Comment…',
    icon: 'trash',
    menus: { commentTitle: { '2_danger@1': onComment('delete') } },
  },
  'comments.openInBrowser': {
    title: 'Open Comment in Browser',
    icon: 'link-external',
    menus: { threadTitle: { '2_open@1': onThread('browser') }, commentTitle: { '1_open@1': onComment('browser') } },
  },
  'comments.refresh': {
    call: call<(page?: Uri) => void>(),
    title: 'Refresh Comments',
    icon: 'refresh',
    menus: { editorTitle: { '2_docsPlatform@1': onPage } },
  },
  'comments.reply': {
    call: call<(row: InboxRow) => void>(),
    title: 'Reply to Comment…',
    icon: 'reply',
    palette: hasAccount,
    menus: {
      row: {
        '2_write@1': [onRow('library', 'page', { is: 'document' }), onRow('inbox', 'news', { has: 'thread' })],
        'inline@1': onRow('inbox', 'news', { has: 'thread' }),
      },
      more: { '1_write@1': onRow('changeRequests', 'changeRequest', { may: 'comment' }) },
    },
  },
  'comments.replyAndResolve': {
    title: 'Reply and Resolve…',
    icon: 'pass',
    menus: { row: { '2_write@2': onRow('inbox', 'news', { has: 'thread' }) } },
  },
  'comments.next': {
    title: 'Go to Next Open Comment',
    icon: 'arrow-down',
    palette: any(onPage, inPreview),
    keybinding: { key: 'alt+f9', when: all(onPage, hasFocus) },
    menus: { editorTitle: { '2_docsPlatform@2': onPage } },
  },
  'comments.previous': {
    title: 'Go to Previous Open Comment',
    icon: 'arrow-up',
    menus: { editorTitle: { '2_docsPlatform@3': onPage } },
    keybinding: { key: 'shift+alt+f9', when: all(onPage, hasFocus) },
  },
  'comments.replyInEditor': {
    title: 'Reply in Editor',
    icon: 'markdown',
    menus: {
      row: { '2_write@3': onRow('inbox', 'news', { has: 'thread' }) },
      threadTitle: { 'navigation@2': onThread('reply') },
    },
  },
  'comments.editUnsent': {
    call: call<(reply: ReplyAddress) => void>(),
    title: 'Edit Unsent Comment',
    icon: 'edit',
    menus: { row: { '1_open@2': onRow('inbox', 'draft', { lacks: 'pending' }) } },
  },
  'comments.sendReply': {
    title: 'Send Reply',
    icon: 'send',
    keybinding: { key: 'ctrl+enter', mac: 'cmd+enter', when: all(onReply, hasTextFocus) },
    menus: { editorTitle: { 'navigation@1': onReply } },
  },
  'comments.sendReplyAndResolve': {
    title: 'Send Reply and Resolve',
    menus: { editorTitle: { '1_docsPlatform@1': onReplyToThread } },
  },
  'comments.retryUnsent': {
    title: 'Retry Sending',
    icon: 'refresh',
    menus: { row: at(['1_open@1', 'inline@1'], onRow('inbox', 'draft', { is: 'unsent' })) },
  },
  'comments.discardUnsent': {
    title: 'Discard Unsent Comment…',
    icon: 'trash',
    menus: { row: at(['9_danger@1', 'inline@2'], onRow('inbox', 'draft')) },
  },
  'inbox.open': { call: call<(row: InboxRow) => void>(), title: 'Open from Inbox' },
  'inbox.markRead': {
    title: 'Mark as Read',
    icon: 'check',
    menus: { row: at(['4_change@1', 'inline@2'], onRow('inbox', 'news')) },
  },
  'inbox.markAllRead': {
    title: 'Mark All Inbox Items as Read',
    icon: 'check-all',
    menus: { viewTitle: { 'navigation@1': all(inView('inbox'), hasAccount) } },
  },
  'inbox.refresh': {
    call: call<(options?: { readonly isQuiet: boolean }) => Promise<void>>(),
    title: 'Refresh Inbox',
    icon: 'refresh',
    menus: { viewTitle: { 'navigation@2': all(inView('inbox'), hasAccount) } },
  },
  'comments.begin': {
    title: 'Add Comment',
    menus: { threadContext: { 'inline@1': all(onNewThread, not(isSet(contextKeys.comments.review))) } },
  },
  'comments.add': {
    title: 'Add Comment',
    menus: { editorContext: { '0_docsPlatform@1': all(onPage, canBeCommented) } },
  },
  'comments.suggest': {
    call: call<(lines: { readonly uri: Uri; readonly range: Range }) => void>(),
    title: 'Suggest Change',
    icon: 'request-changes',
    palette: onPageOfChangeRequest,
    menus: { editorContext: { '0_docsPlatform@3': all(onPageOfChangeRequest, canBeCommented) } },
  },
  'comments.applySuggestion': {
    call: call<(post: SuggestionReference) => void>(),
    title: 'Apply Suggestion',
    icon: 'check',
    menus: { commentTitle: { 'inline@0': onComment('suggestion') } },
  },
  'comments.compareSuggestion': {
    call: call<(post: SuggestionReference) => void>(),
    title: 'Compare',
    icon: 'diff',
    menus: { commentTitle: { 'inline@0': onComment('outdated') } },
  },
  'comments.applySuggestions': {
    title: 'Apply All Suggestions…',
    menus: {
      more: { '1_write@2': onRow('changeRequests', 'changeRequest', { is: ['draft', 'open'], may: 'edit' }) },
      editorTitle: { '2_docsPlatform@4': onPageOfChangeRequest },
    },
  },
  'comments.editAsSuggestions': {
    call: call<(page?: Uri) => void>(),
    title: 'Edit as Suggestions',
    icon: 'request-changes',
    menus: {
      row: {
        '2_write@2': any(
          onRow('changeRequests', 'page', { is: 'document' }),
          onRow('changeRequests', 'changedPage', { is: ['added', 'modified', 'renamed'], lacks: 'edit' }),
        ),
      },
      editorTitle: { '2_docsPlatform@5': onPageOfChangeRequest },
    },
  },
  'comments.sendSuggestions': {
    call: call<(copy: Uri) => void>(),
    title: 'Send Suggestions…',
    icon: 'send',
    keybinding: { key: 'ctrl+enter', mac: 'cmd+enter', when: all(onSuggestedEdit, hasTextFocus) },
    menus: { editorTitle: { 'navigation@1': onSuggestedEdit } },
  },
  'comments.discardSuggestions': {
    call: call<(copy: Uri) => void>(),
    title: 'Discard Suggestions…',
    icon: 'trash',
    menus: { editorTitle: { 'navigation@2': onSuggestedEdit } },
  },
  'comments.addSingle': {
    title: 'Add Single Comment',
    menus: { threadContext: { 'inline@1': all(onNewThread, isSet(contextKeys.comments.review)) } },
  },
  'comments.startReview': {
    title: 'Start Review',
    menus: {
      threadContext: {
        'inline@2': all(onNewThread, is(contextKeys.comments.review, 'none')),
        'inline@3': all(onThread('reply'), hasComments, is(contextKeys.comments.review, 'none')),
      },
      commentContext: { 'inline@3': all(onOwnDraft, is(contextKeys.comments.review, 'none')) },
    },
  },
  'comments.addToReview': {
    title: 'Add to Review',
    menus: {
      threadContext: {
        'inline@0': [
          all(onNewThread, is(contextKeys.comments.review, 'pending')),
          all(onThread('reply'), hasComments, is(contextKeys.comments.review, 'pending')),
        ],
      },
      commentContext: { 'inline@0': all(onOwnDraft, is(contextKeys.comments.review, 'pending')) },
    },
  },
} as const satisfies Commands;

declare module '../ground/contributions/run.ts' {
  interface Signatures extends SignaturesOf<typeof contributions> {}
}
