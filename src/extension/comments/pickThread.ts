import * as vscode from 'vscode';
import { summaryOf } from '../../model/comments/text.ts';
import { relativeTime } from '../../model/shared/relativeTime.ts';
import type { Thread } from '../../model/comments/threads.ts';
import type { Comments, Threads } from '../../store/comments/threads.ts';
import { has } from '../ground/contributions/given.ts';
import { neededAccount } from '../ground/places/place.ts';
import type { Account } from '../ground/services/accounts.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { plural } from '../ground/words/plural.ts';
import { openPageIn } from './shared/openPage.ts';
import { commentsIn } from '../ground/threads/commentsIn.ts';
import type { CommentSession } from './session.ts';
import { isThreadReference, type ThreadReference } from './shared/threadReference.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

export interface PickedThread {
  readonly account: Account;
  readonly threads: Threads;
  readonly comments: Comments;
  readonly thread: Thread;
}

/**
 * The thread that a command applies to: the given one, else one that the user picks among the open threads of the open
 * page and its space or change request, or of a space that they pick first.
 */
export async function pickThread(session: CommentSession, given: unknown): Promise<PickedThread | undefined> {
  const thread = await threadGiven(session, given);
  if (thread) return thread;
  const at = await commentsAround(session, commentsIn(given));
  return at && choose(at, vscode.l10n.t('Reply to Comment'));
}

/** The thread that is given, in an editor or by name. */
export async function threadGiven(session: CommentSession, given: unknown): Promise<PickedThread | undefined> {
  const placed = has(given, {}) ? session.inline.placedAt(given as never) : undefined;
  const thread = placed?.page.comments.thread(placed.id);
  if (placed && thread) return { ...placed.page, thread };
  return isThreadReference(given) ? threadNamed(session, given) : undefined;
}

export async function threadNamed({ parts }: CommentSession, named: ThreadReference): Promise<PickedThread> {
  const account = neededAccount(parts, named.account);
  const threads = await parts.stores(account).comments();
  const comments = threads.of(named.place);
  if (!comments.thread(named.thread)) await comments.load();
  const thread = comments.thread(named.thread);
  if (!thread) throw new Error(vscode.l10n.t('This comment no longer exists on the server.'));
  return { account, threads, comments, thread };
}

interface CommentsAt {
  readonly account: Account;
  readonly threads: Threads;
  readonly comments: Comments;
  /** The open page, whose threads come first. */
  readonly page: string | undefined;
}

async function commentsAround(
  session: CommentSession,
  row: ReturnType<typeof commentsIn>,
): Promise<CommentsAt | undefined> {
  const { accounts, stores } = session.parts;
  if (row && accounts.active) {
    const threads = await stores(accounts.active).comments();
    return { account: accounts.active, threads, comments: threads.of(row.place), page: row.page };
  }
  const uri = openPageIn();
  const page = uri && (await session.inline.shown(uri));
  if (page) return { account: page.account, threads: page.threads, comments: page.comments, page: page.page };
  const account = await activeAccount(session.parts);
  if (!account) return undefined;
  const [library, threads] = await Promise.all([stores(account).library(), stores(account).comments()]);
  const { spaces } = await library.availableSpaces();
  const items = spaces
    .filter(({ comments }) => comments > 0)
    .sort((one, other) => other.comments - one.comments)
    .map((space) => ({
      label: withoutIcons(space.title),
      description: plural(vscode.l10n.t('{0} open comment|{0} open comments'), space.comments),
      space: space.id,
    }));
  if (items.length === 0) throw new Error(vscode.l10n.t('No space has open comments.'));
  const chosen = await showQuickPick(items, { title: vscode.l10n.t('Select a space') });
  return chosen && { account, threads, comments: threads.of({ space: chosen.space }), page: undefined };
}

async function choose(at: CommentsAt, title: string): Promise<PickedThread | undefined> {
  const { threads: all } = await at.comments.load();
  const open = all.filter(({ isResolved, may, isPending }) => !isResolved && may.reply && !isPending);
  if (open.length === 0) throw new Error(vscode.l10n.t('There are no open comments here that you can reply to.'));
  const isHere = (thread: Thread) => at.page !== undefined && thread.page?.id === at.page;
  const ordered = [...open.filter(isHere), ...open.filter((thread) => !isHere(thread))];
  const now = Date.now();
  const items = ordered.map((thread) => ({
    label: withoutIcons(summaryOfThread(thread)),
    description: [thread.author.name, thread.postedAt && relativeTime(thread.postedAt, now, vscode.env.language)]
      .filter(Boolean)
      .map((part) => withoutIcons(String(part)))
      .join(' · '),
    detail: withoutIcons(
      [thread.page?.title, thread.quote && `“${summaryOf(thread.quote, 80)}”`].filter(Boolean).join(' › '),
    ),
    thread,
  }));
  const chosen = await showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return chosen && { ...at, thread: chosen.thread };
}

/** The first post of a thread, in one line. */
export function summaryOfThread({ body }: Thread): string {
  const text = summaryOf(body.kind === 'markdown' ? body.markdown : body.text, 80);
  return text || vscode.l10n.t('(no text)');
}
