import * as vscode from 'vscode';
import type { Verdict } from '../../../store/comments/pendingReviews.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { showStatus } from '../../ground/messages/show.ts';
import { isOffered } from '../../ground/changeRequests/contextValue.ts';
import { explained } from './explained.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { nameOf, pendingInWords, shortNameOf } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** The kind of a review; `comment` gives no verdict. */
type Kind = Verdict['status'] | 'comment';

/**
 * Submits the pending comments of a change request with a summary and a verdict, which is asked for unless it is given.
 * Typed text is stored until the server has it.
 */
export async function submitReview(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
  verdict: Verdict['status'] | undefined,
): Promise<void> {
  const { account, at } = target;
  const threads = await parts.stores(account).comments();
  const { drafts, reviews } = threads;
  await drafts.load();
  const place = { space: at.space.id, changeRequest: at.changeRequest.id };
  const count = reviews.comments(place).length;
  const kind = verdict ?? (await pickKind(target, count));
  if (!kind) return;
  const summary = reviews.summary(place);
  const stored = await drafts.get(summary);

  const isSent = await parts.prompts.ask({
    title: titleFor(kind, shortNameOf(at.changeRequest)),
    prompt: promptFor(kind, count),
    ...(stored && { value: stored.text }),
    changed(text) {
      drafts.keep(summary, text).catch((error: unknown) => parts.edge.note('Keeping a review', error));
    },
    isAction: true,
    async accept(text) {
      const isEmpty = text.trim() === '' && reviews.comments(place).length === 0;
      if (isEmpty && kind === 'comment') return { problem: vscode.l10n.t('Enter some text first.') };
      if (isEmpty && kind !== 'approved') return { problem: vscode.l10n.t('Describe what should change.') };
      await drafts.keep(summary, text);
      const giving = kind === 'comment' ? undefined : await verdictOf(target, kind);
      const { sent, failed } = await explained(target, () => reviews.submit(place, text, giving));
      const [first] = failed;
      if (!first) return { value: true };
      const reason = sentenceOf(first.error);
      return {
        problem: plural(
          vscode.l10n.t(
            "{1} of {0} comment was sent. The rest are still pending, and your review isn't submitted yet. {2}|{1} of {0} comments were sent. The rest are still pending, and your review isn't submitted yet. {2}",
          ),
          sent + failed.length,
          sent,
          reason,
        ),
      };
    },
  });
  if (isSent) showStatus(doneInWords(kind, shortNameOf(at.changeRequest)), 4000);
}

/** Discards the pending comments and the summary, after a question. */
export async function discardReview(parts: Uses<'prompts' | 'edge' | 'stores'>, target: Target): Promise<void> {
  const { account, at } = target;
  const { drafts, reviews } = await parts.stores(account).comments();
  await drafts.load();
  const place = { space: at.space.id, changeRequest: at.changeRequest.id };
  const count = reviews.comments(place).length;
  const summary = await drafts.get(reviews.summary(place));
  if (count === 0 && !summary) {
    throw new Error(vscode.l10n.t('You have no pending review of {0}.', nameOf(at.changeRequest)));
  }
  const discard = vscode.l10n.t('Discard Review');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Discard your review of {0}?', nameOf(at.changeRequest)),
    detail:
      count === 0
        ? vscode.l10n.t('Its summary will be lost. Nobody else has seen it.')
        : summary
          ? vscode.l10n.t('{0} and the summary will be lost. Nobody else has seen them.', pendingInWords(count))
          : vscode.l10n.t('{0} will be lost. Nobody else has seen what you wrote.', pendingInWords(count)),
    actions: [discard],
  });
  if (answer === discard) await reviews.discard(place);
}

/** Loads the earlier reviews, so that this one can be recognized among them. */
async function verdictOf({ store, at }: Target, status: Verdict['status']): Promise<Verdict> {
  const state = await store.reviews(at);
  return {
    status,
    before: state?.reviews.map(({ id }) => id) ?? [],
    give: (comment, earlier) => store.review(at, status, comment, earlier),
  };
}

async function pickKind(target: Target, count: number): Promise<Kind | undefined> {
  const { store, at } = target;
  const isOpen = at.changeRequest.status === 'open' || at.changeRequest.status === 'draft';
  const hasVerdicts = isOpen && isOffered(at, 'review') && (await store.reviews(at)) !== undefined;
  if (!hasVerdicts) return 'comment';
  const items: (vscode.QuickPickItem & { readonly verdict: Kind })[] = [
    { label: `$(pass) ${vscode.l10n.t('Approve')}`, verdict: 'approved' },
    { label: `$(request-changes) ${vscode.l10n.t('Request Changes')}`, verdict: 'changes-requested' },
    {
      label: `$(comment) ${vscode.l10n.t('Comment')}`,
      description: vscode.l10n.t('without approving or requesting changes'),
      verdict: 'comment',
    },
  ];
  const title = vscode.l10n.t('Submit Review of {0}', nameOf(at.changeRequest));
  const placeHolder = count === 0 ? vscode.l10n.t('No pending comments') : pendingInWords(count);
  return (await showQuickPick(items, { title, placeHolder }))?.verdict;
}

function titleFor(kind: Kind, name: string): string {
  switch (kind) {
    case 'approved':
      return vscode.l10n.t('Approve {0}', name);
    case 'changes-requested':
      return vscode.l10n.t('Request Changes on {0}', name);
    case 'comment':
      return vscode.l10n.t('Comment on {0}', name);
  }
}

function promptFor(kind: Kind, count: number): string {
  const first = kind === 'approved' ? vscode.l10n.t('Optional comment (Markdown). Press Enter to approve.') : undefined;
  const words =
    first ??
    (kind === 'comment'
      ? vscode.l10n.t('Optional summary (Markdown). Press Enter to send.')
      : vscode.l10n.t('Describe what should change (Markdown). Press Enter to send.'));
  return count === 0 ? words : vscode.l10n.t('{0} This also sends {1}.', words, pendingInWords(count));
}

function doneInWords(kind: Kind, name: string): string {
  switch (kind) {
    case 'approved':
      return vscode.l10n.t('Approved {0}.', name);
    case 'changes-requested':
      return vscode.l10n.t('Requested changes on {0}.', name);
    case 'comment':
      return vscode.l10n.t('Submitted your review of {0}.', name);
  }
}
