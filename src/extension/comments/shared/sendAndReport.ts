import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { quoteOfGone } from '../../../model/comments/deletedQuote.ts';
import { suggestionProblem } from '../../../model/comments/suggestions.ts';
import { isKind } from '../../../model/shared/failure.ts';
import { isSame } from '../../../model/shared/same.ts';
import type { Draft, DraftTarget } from '../../../store/comments/drafts.ts';
import type { SendOptions, Threads } from '../../../store/comments/threads.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { ErrorEdge } from '../../ground/messages/errorEdge.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { Prompts } from '../../ground/services/prompts.ts';

export interface Sending {
  readonly account: Account;
  readonly threads: Threads;
  readonly target: DraftTarget;
  readonly text: string;
}

/**
 * Sends typed text and returns whether it has arrived. If not, explains why and offers what to do; the text stays under
 * Unsent until then.
 */
export async function sendAndReport(
  { prompts, edge }: { readonly prompts: Prompts; readonly edge: ErrorEdge },
  { account, threads, target, text }: Sending,
  options: SendOptions = {},
): Promise<boolean> {
  if (!(await isMeant(prompts, text))) {
    await threads.drafts.keep(target, text);
    await run('comments.editUnsent', { account: account.key, target });
    return false;
  }
  try {
    await threads.send(target, text, options);
    return true;
  } catch (error) {
    edge.note('Sending a comment', error);
    // The text may have arrived, and only the next step failed.
    const isUnsent = isStored(threads, target, text);
    const message = isUnsent
      ? vscode.l10n.t("Your comment wasn't sent. It is saved under Unsent. {0}", sentenceOf(error))
      : sentenceOf(error);
    offerNext(message, error, isUnsent).catch((failure: unknown) => edge.explain('Sending a comment', failure));
    return !isUnsent;
  }

  async function offerNext(message: string, error: unknown, isUnsent: boolean): Promise<void> {
    const [retry, edit] = [vscode.l10n.t('Retry'), vscode.l10n.t('Edit')];
    const general = vscode.l10n.t('Send as General Comment');
    const onGonePage = aboutGonePage(target, error);
    const first = onGonePage ? [general] : isFinal(error) ? [] : [retry];
    const actions = isUnsent ? [...first, edit] : [];
    const answer = await prompts.choose({ message, severity: 'error', actions });
    if (answer === retry) {
      // It may have been changed, sent or discarded since the message appeared.
      const draft = await threads.drafts.get(target);
      if (!draft) throw new Error(vscode.l10n.t('This no longer exists: it was already sent or discarded.'));
      await sendAndReport({ prompts, edge }, { account, threads, target, text: draft.text }, options);
    } else if (answer === general && onGonePage) {
      const { text: now } = (await threads.drafts.get(target)) ?? { text };
      await threads.drafts.discard(target);
      await sendAndReport({ prompts, edge }, { account, threads, target: onGonePage, text: now }, { isBeside: true });
    } else if (answer === edit) {
      await run('comments.editUnsent', { account: account.key, target });
    }
  }
}

/** Whether the user wants to send a suggestion that can't be applied, or that changes nothing. */
async function isMeant(prompts: Prompts, text: string): Promise<boolean> {
  const problem = suggestionProblem(text);
  if (!problem) return true;
  const message =
    problem === 'broken'
      ? vscode.l10n.t("A suggestion in your comment can't be applied.")
      : vscode.l10n.t('The suggested text is the same as the present one.');
  const detail = vscode.l10n.t(
    'Change the lines in the block “suggestion”. The block “original” with the present lines stands above it, and a line with ``` ends each of them.',
  );
  const send = vscode.l10n.t('Send Anyway');
  return (await prompts.choose({ message, detail, modal: true, severity: 'warning', actions: [send] })) === send;
}

/** Where a comment can go whose page was deleted: to the whole space or change request. It quotes what it is about. */
function aboutGonePage(target: DraftTarget, error: unknown): DraftTarget | undefined {
  if (target.kind !== 'thread' || !isKind(error, 'missing') || error.reason.code !== 'commentedPageGone')
    return undefined;
  const { place, pending } = target;
  const quote = quoteOfGone(error.reason.title ?? '', target.quote);
  return { kind: 'thread', place, ...(quote !== undefined && { quote }), ...(pending !== undefined && { pending }) };
}

/** Trying again with the same text would fail again. */
function isFinal(error: unknown): boolean {
  return isKind(error, 'missing', 'forbidden', 'invalid');
}

/** Whether the typed text is still unsent. If it has arrived, the draft can only contain what was typed since. */
export function isStored({ drafts }: Threads, target: DraftTarget, text: string): boolean {
  const isIt = (draft: Draft): boolean => isSame(draft.target, target);
  return drafts
    .cached()
    .some((draft) => isIt(draft) && (draft.unsent !== undefined || draft.text.trim() === text.trim()));
}
