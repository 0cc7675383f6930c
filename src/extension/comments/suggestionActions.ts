import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { has, shaped } from '../ground/contributions/given.ts';
import { pageGiven } from '../ground/places/changeRequestRows.ts';
import { showInformation } from '../ground/messages/show.ts';
import { applyAll, suggestingIn, type Suggesting, type SuggestionsAt } from './applySuggestions.ts';
import { compareOutdated, offerComparison } from './outdatedSuggestions.ts';
import { openPageIn } from './shared/openPage.ts';
import { threadNamed } from './pickThread.ts';
import { commentsIn } from '../ground/threads/commentsIn.ts';
import { postOf } from './shownThreads.ts';
import type { CommentSession } from './session.ts';
import { confirmSuggestions, needsReview } from './confirmSuggestions.ts';
import { isComment, isThreadReference, type SuggestionReference } from './shared/threadReference.ts';

/** Applies the suggestions of a comment, or opens an outdated one beside its page. */
export async function onSuggestion(
  session: CommentSession,
  given: unknown,
  action: 'apply' | 'compare',
): Promise<void> {
  const { suggesting, at } = await suggestingGiven(session, given);
  await (action === 'apply' ? apply(session, at, [suggesting]) : compareOutdated(session, at, suggesting));
}

/** Applies the open suggestions of a change request or one of its pages, after a question beside a diff of them. */
export async function applySuggestionsOf(session: CommentSession, given: unknown): Promise<void> {
  const at = await suggestedGiven(session, given);
  if (!at) {
    throw new Error(vscode.l10n.t('Open a page of a change request first, or select a change request in the view.'));
  }
  const all = await openSuggestions(at);
  const count = all.reduce((sum, { suggestions }) => sum + suggestions.length, 0);
  if (count === 0) {
    await showInformation(vscode.l10n.t('#{0} has no open suggestions here.', at.number));
    return;
  }
  await apply(session, at, all, 'always');
}

/** Several suggestions, and those that hide something, are applied after a question. */
async function apply(
  session: CommentSession,
  at: SuggestionsAt,
  all: readonly Suggesting[],
  asks: 'always' | 'ifNeeded' = 'ifNeeded',
): Promise<void> {
  const fresh = all.filter(({ post }) => !running.has(post.id));
  if (fresh.length === 0) return;
  for (const { post } of fresh) running.add(post.id);
  try {
    const isAsked = asks === 'always' || needsReview(fresh.flatMap(({ suggestions }) => suggestions));
    if (isAsked && !(await confirmSuggestions(session, at, fresh))) return;
    offerComparison(session, at, await applyAll(session, at, fresh));
  } finally {
    for (const { post } of fresh) running.delete(post.id);
  }
}

/** The posts whose suggestions are being applied. After a double click, the second attempt would find them outdated. */
const running = new Set<string>();

/** The suggestions of a comment in an editor, or of a thread or reply that a panel names. */
async function suggestingGiven(
  session: CommentSession,
  given: unknown,
): Promise<{ readonly suggesting: Suggesting; readonly at: SuggestionsAt }> {
  const found = isThreadReference(given)
    ? await postNamed(session, given)
    : isComment(given)
      ? postShown(session, given)
      : undefined;
  const suggesting = found && suggestingIn(found.thread, found.post);
  if (!suggesting) throw new Error(vscode.l10n.t('This comment has no suggestion for a page.'));
  const { body } = suggesting.post;
  if (has(given, { body: 'string' }) && body.kind === 'markdown' && body.markdown !== given['body']) {
    throw new Error(vscode.l10n.t('This comment was edited in the meantime. Read it, and try again.'));
  }
  const { account, comments } = found;
  return { suggesting, at: { account, comments, number: await numberOf(session, found) } };
}

interface AtPage extends SuggestionsAt {
  /** Undefined for the whole change request. */
  readonly page: string | undefined;
}

type Found = Pick<SuggestionsAt, 'account' | 'comments'> & Pick<Suggesting, 'thread' | 'post'>;

async function postNamed(session: CommentSession, named: SuggestionReference): Promise<Found | undefined> {
  const { account, comments, thread } = await threadNamed(session, named);
  const { reply } = named;
  if (typeof reply !== 'string') return { account, comments, thread, post: thread };
  const { replies } = await comments.replies(thread.id);
  const post = replies.find(({ id }) => id === reply);
  return post && { account, comments, thread, post };
}

function postShown(session: CommentSession, comment: vscode.Comment): Found | undefined {
  const at = session.inline.postAt(comment);
  if (!at) return undefined;
  const { account, comments } = at.placed.page;
  const [thread, post] = [comments.thread(at.thread), postOf(at)];
  return thread && post && { account, comments, thread, post };
}

async function numberOf(session: CommentSession, { account, comments }: Found): Promise<number> {
  const { space, changeRequest } = comments.place;
  if (changeRequest === undefined) {
    throw new Error(vscode.l10n.t('Suggestions can be applied in change requests only.'));
  }
  const changeRequests = await session.parts.stores(account).changeRequests();
  return (await changeRequests.find(space, changeRequest)).changeRequest.number;
}

async function suggestedGiven(session: CommentSession, given: unknown): Promise<AtPage | undefined> {
  const { accounts, stores } = session.parts;
  const row = pageGiven(given);
  if (row) {
    const threads = await stores(row.account).comments();
    const place = { space: row.space, changeRequest: row.changeRequest.id };
    return { account: row.account, comments: threads.of(place), number: row.changeRequest.number, page: row.page };
  }
  const place = isChangeRequestRow(given) ? commentsIn(given)?.place : undefined;
  if (place && accounts.active) {
    const account = accounts.active;
    const comments = (await stores(account).comments()).of(place);
    return { account, comments, number: (given as ChangeRequestRow).changeRequest.number, page: undefined };
  }
  const uri = openPageIn();
  const page = uri && (await session.inline.shown(uri));
  return page?.number === undefined ? undefined : { ...page, number: page.number };
}

/** Oldest first, so that of overlapping suggestions the first one is applied. */
async function openSuggestions({ comments, page }: AtPage): Promise<readonly Suggesting[]> {
  await comments.load();
  // What others have changed or resolved since must not be applied.
  await comments.refresh();
  let known = comments.cached();
  while (known.hasMore) known = await comments.more();
  const threads = known.threads
    .filter(({ isResolved, page: about }) => !isResolved && about && (page === undefined || about.id === page))
    .toReversed();
  await comments.unfold(threads.flatMap(({ id, replyCount }) => (replyCount > 0 ? [id] : [])));
  return threads.flatMap((thread) =>
    [thread, ...(comments.cachedReplies(thread.id)?.replies ?? [])].flatMap((post) => suggestingIn(thread, post) ?? []),
  );
}

interface ChangeRequestRow {
  readonly changeRequest: ChangeRequest;
}

const isChangeRequestRow = shaped<ChangeRequestRow>({ space: 'present', changeRequest: 'object' });
