import * as vscode from 'vscode';
import { boxText, type BoxText } from '../../model/comments/boxText.ts';
import { leadingQuote } from '../../model/comments/text.ts';
import { suggestionsIn } from '../../model/comments/suggestions.ts';
import { mayTakePart, type Body, type Post, type Thread } from '../../model/comments/threads.ts';
import type { CachedReplies } from '../../store/comments/threads.ts';
import type { ShownSuggestions } from '../ground/threads/shownSuggestions.ts';
import { plural } from '../ground/words/plural.ts';
import type { CommentedPage } from './commentedPage.ts';

/** A thread as VS Code shows it in an editor. */
export interface CommentWidget {
  readonly thread: vscode.CommentThread;
  /** Shows the thread's current state. A post that is being edited stays, even if it was deleted. */
  show(thread: Thread, replies: CachedReplies | undefined, pending?: readonly Post[]): void;
  /** Turns a post into a box with its Markdown. */
  edit(post: string, markdown: string): void;
  endEdit(post: string): void;
  isEdited(): boolean;
  /** Shows the draft of a reply instead of VS Code's own box. */
  draft(comment: vscode.Comment | undefined): void;
  postOf(comment: vscode.Comment): string | undefined;
}

export function commentWidget(
  thread: vscode.CommentThread,
  page: Pick<CommentedPage, 'pageLink' | 'mayApply' | 'shownSuggestions'>,
): CommentWidget {
  const comments = new Map<string, vscode.Comment>();
  const fingerprints = new Map<string, string>();
  let lookOfThread = '';
  let posted: readonly vscode.Comment[] = [];
  let draft: vscode.Comment | undefined;
  let canReply = false;

  function showPosts(): void {
    thread.comments = draft ? [...posted, draft] : posted;
    thread.canReply = canReply && !draft;
  }

  /** The text of the page decides what can be applied. */
  function fingerprintOf(post: Post): string {
    return JSON.stringify([post, page.shownSuggestions(post.body)]);
  }

  function commentFor(post: Post, isFirst: Thread | undefined): vscode.Comment {
    const known = comments.get(post.id);
    // VS Code identifies comments by their object: a new object would lose the text typed in its box.
    const comment = known ?? { body: '', mode: vscode.CommentMode.Preview, author: { name: post.author.name } };
    comments.set(post.id, comment);
    if (isEditing(comment)) return comment;
    const { suggestions, outdated } = page.shownSuggestions(post.body);
    const shown =
      post.body.kind === 'markdown'
        ? boxText(post.body.markdown, { pageLink: page.pageLink, suggestions, saidFirst: isFirst !== undefined })
        : undefined;
    comment.body = bodyText(post, isFirst, thread.uri, shown);
    comment.author = { name: post.author.name };
    comment.contextValue = contextOf(post, page.mayApply ? shown : undefined, outdated);
    comment.reactions = reactionsOf(post);
    const label = labelOf(post);
    if (label === undefined) delete comment.label;
    else comment.label = label;
    if (post.postedAt !== undefined) comment.timestamp = new Date(post.postedAt);
    return comment;
  }

  return {
    thread,
    show(shown, replies, pending = []) {
      const posts = [shown, ...(replies?.replies ?? []), ...pending];
      const present = new Set(posts.map(({ id }) => id));
      const isSame =
        present.size === fingerprints.size && posts.every((post) => fingerprints.get(post.id) === fingerprintOf(post));
      if (!isSame) {
        const gone = [...comments].filter(([id]) => !present.has(id));
        const edited = gone.filter(([, comment]) => isEditing(comment)).map(([, comment]) => comment);
        for (const [id, comment] of gone) if (!isEditing(comment)) comments.delete(id);
        fingerprints.clear();
        for (const post of posts) fingerprints.set(post.id, fingerprintOf(post));
        posted = [...posts.map((post, index) => commentFor(post, index === 0 ? shown : undefined)), ...edited];
        showPosts();
      }
      const look = JSON.stringify([
        shown.isResolved,
        shown.may.reply,
        labelOfThread(shown, replies),
        contextOfThread(shown, replies),
      ]);
      if (look === lookOfThread) return;
      lookOfThread = look;
      canReply = shown.may.reply && !shown.isPending;
      thread.canReply = canReply && !draft;
      thread.contextValue = contextOfThread(shown, replies);
      thread.label = labelOfThread(shown, replies);
      thread.state = shown.isResolved ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    },
    edit(post, markdown) {
      const comment = comments.get(post);
      if (!comment) return;
      comment.body = markdown;
      comment.mode = vscode.CommentMode.Editing;
      thread.comments = [...thread.comments];
    },
    endEdit(post) {
      const comment = comments.get(post);
      if (!comment) return;
      comment.mode = vscode.CommentMode.Preview;
      // Forces an update.
      fingerprints.clear();
    },
    isEdited: () => [...comments.values()].some(isEditing),
    draft(comment) {
      draft = comment;
      showPosts();
      if (comment) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    },
    postOf: (comment) => [...comments].find(([, each]) => each === comment)?.[0],
  };
}

function isEditing({ mode }: vscode.Comment): boolean {
  return mode === vscode.CommentMode.Editing;
}

/** The emoji that are offered, in the platform's form. */
const offered: readonly { readonly emoji: string; readonly label: string }[] = [
  { emoji: '1f44d', label: '👍' },
  { emoji: '2764-fe0f', label: '❤️' },
  { emoji: '1f389', label: '🎉' },
  { emoji: '1f604', label: '😄' },
  { emoji: '1f440', label: '👀' },
  { emoji: '1f680', label: '🚀' },
];

/** The emoji as the platform names it: in the form that others have used here, else as it is offered. */
export function emojiNamed(label: string, post: Post | undefined): string {
  return (
    (post?.reactions.find((each) => each.label === label) ?? offered.find((each) => each.label === label))?.emoji ??
    label
  );
}

function reactionsOf(post: Post): vscode.CommentReaction[] {
  const given = post.reactions.map(({ label, count, isOwn }) => ({
    label,
    count,
    authorHasReacted: isOwn,
    iconPath: '',
  }));
  if (!mayTakePart(post)) return given;
  const others = offered.filter(({ label }) => !given.some((each) => each.label === label));
  return [...given, ...others.map(({ label }) => ({ label, count: 0, authorHasReacted: false, iconPath: '' }))];
}

/**
 * Treats the text as hostile: no trust, no HTML, no icons. The text comes first because VS Code's list of comments
 * shows only the beginning.
 */
function bodyText(
  { body, address }: Post,
  first: Thread | undefined,
  page: vscode.Uri,
  text: BoxText | undefined,
): vscode.MarkdownString {
  const shown = new vscode.MarkdownString();
  shown.baseUri = page;
  shown.isTrusted = false;
  shown.supportHtml = false;
  shown.supportThemeIcons = false;
  const isQuoted = first?.quote !== undefined && !(body.kind === 'markdown' && leadingQuote(body.markdown));
  appendBody(shown, body, address, text);
  if (isQuoted && first.page?.isOutdated) shown.appendMarkdown(`\n\n> ${escaped(first.quote ?? '')}`);
  if (first?.review !== undefined) shown.appendMarkdown(`\n\n*${vscode.l10n.t('Part of a review')}*`);
  return shown;
}

function appendBody(
  shown: vscode.MarkdownString,
  body: Body,
  address: string | undefined,
  text: BoxText | undefined,
): void {
  if (body.kind === 'document') {
    if (body.text) shown.appendText(body.text);
    else shown.appendMarkdown(`*${vscode.l10n.t('You can only view this comment in the browser.')}*`);
    return;
  }
  const { parts, isCut } = text ?? { parts: [], isCut: false };
  for (const [at, part] of parts.entries()) {
    if (at > 0) shown.appendMarkdown('\n\n');
    if (part.kind === 'plain') shown.appendText(part.text);
    else if (part.kind === 'markdown') shown.appendMarkdown(part.text);
    else shown.appendMarkdown(`*${vscode.l10n.t('Changed words:')}* ${part.text}`);
  }
  if (isCut) {
    const where = address === undefined ? '' : ` ${vscode.l10n.t('Open it in the browser to read the rest.')}`;
    shown.appendMarkdown(`\n\n*${vscode.l10n.t('This comment is too long to show in full.')}${where}*`);
  }
}

function escaped(text: string): string {
  const shown = new vscode.MarkdownString();
  shown.appendText(text.replace(/\s+/g, ' '));
  return shown.value;
}

/** The context value that menus match, as `commentThread =~ /…/` and `comment =~ /…/`. */
function contextOfThread(thread: Thread, replies: CachedReplies | undefined): string {
  if (thread.inReview) return 'thread;inReview';
  const marks = ['thread', thread.isResolved ? 'resolved' : 'open'];
  if (thread.isPending) return 'thread;pending';
  if (thread.may.reply) marks.push('reply');
  if (mayTakePart(thread)) marks.push('resolve');
  if (thread.address) marks.push('browser');
  if (!replies || replies.hasMore) marks.push('folded');
  return marks.join(';');
}

/** Suggestions can be applied if all of them are shown. Outdated ones can be compared. */
function contextOf(post: Post, shown: BoxText | undefined, outdated: ShownSuggestions['outdated']): string {
  if (post.isPending) return 'post;pending';
  if (post.inReview) return 'post;inReview;edit;delete';
  const marks = ['post'];
  if (post.may.edit && post.body.kind === 'markdown') marks.push('edit');
  if (post.may.delete) marks.push('delete');
  if (post.address) marks.push('browser');
  const count = post.body.kind === 'markdown' ? suggestionsIn(post.body.markdown).length : 0;
  if (shown && count > 0) {
    if (shown.suggestions.length === count && outdated !== 'all') marks.push('suggestion');
    if (outdated) marks.push('outdated');
  }
  return marks.join(';');
}

function labelOf(post: Post): string | undefined {
  if (post.isPending) return vscode.l10n.t('Sending…');
  if (post.inReview) {
    const { problem } = post.inReview;
    return problem === undefined ? vscode.l10n.t('Pending') : vscode.l10n.t('Pending: {0}', problem);
  }
  return post.editedAt === undefined ? undefined : vscode.l10n.t('edited');
}

function labelOfThread(thread: Thread, replies: CachedReplies | undefined): string {
  if (thread.inReview) return vscode.l10n.t('Pending until you submit your review');
  const parts: string[] = [];
  if (thread.page?.isOutdated) parts.push(vscode.l10n.t('Outdated'));
  if (thread.isResolved) {
    const who = thread.resolvedBy?.name;
    parts.push(who === undefined ? vscode.l10n.t('Resolved') : vscode.l10n.t('Resolved by {0}', who));
  }
  if (!replies && thread.replyCount > 0) {
    parts.push(plural(vscode.l10n.t('{0} reply|{0} replies'), thread.replyCount));
  }
  return parts.length > 0 ? parts.join(' · ') : vscode.l10n.t('Comment by {0}', thread.author.name);
}
