import * as vscode from 'vscode';
import { applySuggestions, type Outdated } from '../../model/comments/appliedSuggestions.ts';
import { suggestionsIn, type Suggestion } from '../../model/comments/suggestions.ts';
import { mayTakePart, type Post, type Thread } from '../../model/comments/threads.ts';
import { instead, isKind } from '../../model/shared/failure.ts';
import type { PageEdit } from '../../store/editing/edits.ts';
import type { Comments } from '../../store/comments/threads.ts';
import type { EditSession } from '../ground/sessions/openPages.ts';
import { warnOfOverwritten } from '../ground/sessions/overwritten.ts';
import { sessionAt } from '../ground/sessions/sessions.ts';
import { showStatus } from '../ground/messages/show.ts';
import { ensureUnlocked } from '../ground/prompts/ensureUnlocked.ts';
import type { Account } from '../ground/services/accounts.ts';
import { plural } from '../ground/words/plural.ts';
import type { CommentSession } from './session.ts';

/** A comment or reply with suggestions. */
export interface Suggesting {
  readonly thread: Thread;
  readonly post: Post;
  readonly suggestions: readonly Suggestion[];
}

/** The change request where suggestions are applied. */
export interface SuggestionsAt {
  readonly account: Account;
  readonly comments: Comments;
  /** The number of the change request. */
  readonly number: number;
}

/** A suggestion that wasn't applied. */
export interface NotApplied {
  readonly page: string;
  readonly post: Post;
  readonly suggestion: Suggestion;
  readonly why: Outdated;
}

/** The post as one with suggestions; undefined if it has none or isn't about a page. */
export function suggestingIn(thread: Thread, post: Post): Suggesting | undefined {
  const suggestions = post.body.kind === 'markdown' ? suggestionsIn(post.body.markdown) : [];
  return thread.page && suggestions.length > 0 && !post.isPending && !post.inReview
    ? { thread, post, suggestions }
    : undefined;
}

/**
 * Applies all suggestions as one revision, and resolves the threads whose suggestions were all applied. Returns those
 * that weren't applied.
 */
export async function applyAll(
  session: CommentSession,
  { account, comments, number }: SuggestionsAt,
  all: readonly Suggesting[],
): Promise<readonly NotApplied[]> {
  const { parts } = session;
  const { space } = comments.place;
  if (!(await ensureUnlocked(parts, account, space))) return [];
  const version = { kind: 'changeRequest', number } as const;
  const editing = await sessionAt(parts, { account: account.key, space, version });
  const left = await send(session, editing, all);
  const count = all.reduce((sum, { suggestions }) => sum + suggestions.length, 0) - left.length;
  if (count > 0) {
    const words = plural(
      vscode.l10n.t('Applied {0} suggestion to #{1}.|Applied {0} suggestions to #{1}.'),
      count,
      number,
    );
    showStatus(words, 5000);
  }
  const posts = new Set(left.map(({ post }) => post));
  await resolveThreads(
    session,
    comments,
    all.filter(({ post }) => !posts.has(post)),
  );
  return left;
}

/** A page as it is in the change request, and with suggestions. */
export interface PlannedPage {
  readonly page: string;
  readonly markdown: string;
  readonly text: string;
}

/** What applying would change now, and what it would leave out. */
export interface Plan {
  readonly pages: readonly PlannedPage[];
  readonly left: readonly NotApplied[];
}

export async function planOf(editing: EditSession, all: readonly Suggesting[]): Promise<Plan> {
  await editing.content.refresh(editing.space, editing.number);
  const left: NotApplied[] = [];
  const pages: PlannedPage[] = [];
  for (const [page, posts] of Map.groupBy(all, ({ thread }) => thread.page?.id ?? '')) {
    const wanted = posts.flatMap(({ post, suggestions }) => suggestions.map((suggestion) => ({ post, suggestion })));
    const markdown = await markdownOf(editing, page);
    const { text, outdated } = applySuggestions(
      markdown ?? '',
      wanted.map(({ suggestion }) => suggestion),
    );
    wanted.forEach((each, index) => {
      const why = markdown === undefined ? 'missing' : outdated[index];
      if (why) left.push({ ...each, page, why });
    });
    if (markdown !== undefined && text !== markdown) pages.push({ page, markdown, text });
  }
  return { pages, left };
}

/** Returns the suggestions that couldn't be applied. If someone saves at the same moment, everything is compared again. */
async function send(
  session: CommentSession,
  editing: EditSession,
  all: readonly Suggesting[],
  isAgain = false,
): Promise<readonly NotApplied[]> {
  const { space, number, edits } = editing;
  const { pages, left } = await planOf(editing, all);
  const changes = pages.map(({ page, markdown, text }): PageEdit => ({
    kind: 'write',
    page,
    text,
    base: markdown,
    format: 'markdown',
  }));
  if (changes.length === 0) return left;
  try {
    await edits.send({ space, number }, changes, {
      inBatches: true,
      readsBack: false,
      onOverwritten: warnOfOverwritten(session.parts, editing),
    });
    return left;
  } catch (error) {
    if (isAgain || !isKind(error, 'conflict')) throw error;
    return send(session, editing, all, true);
  }
}

/** Undefined if the page was deleted. */
async function markdownOf({ content, space, number }: EditSession, page: string): Promise<string | undefined> {
  const found = await content.reading(space, number, page).catch(instead(undefined, 'missing'));
  return found?.reading.markdown;
}

/** A thread that can't be resolved doesn't keep the user from reading which suggestions weren't applied. */
async function resolveThreads(
  { parts }: CommentSession,
  comments: Comments,
  applied: readonly Suggesting[],
): Promise<void> {
  if (!vscode.workspace.getConfiguration('docsPlatform').get('comments.resolveApplied', true)) return;
  try {
    for (const { thread } of applied) {
      if (mayTakePart(thread) && comments.thread(thread.id)?.isResolved === false) await comments.resolve(thread.id);
    }
  } catch (error) {
    parts.edge.explain('docsPlatform.comments.resolve', error);
  }
}
