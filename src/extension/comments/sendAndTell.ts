import * as vscode from 'vscode';
import type { DraftTarget } from '../../store/drafts.ts';
import type { SendOptions, Threads } from '../../store/threads.ts';
import type { Account } from '../account/accounts.ts';
import { asApiError, sentenceOf, type ErrorEdge } from '../commands/errorEdge.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface Sending {
  readonly account: Account;
  readonly threads: Threads;
  readonly target: DraftTarget;
  readonly text: string;
}

/**
 * Sends what was typed; true when it has arrived. When it has not, says why and offers what to do; it stands under Unsent meanwhile.
 */
export async function sendAndTell(
  { prompts, edge }: { readonly prompts: Prompts; readonly edge: ErrorEdge },
  { account, threads, target, text }: Sending,
  options: SendOptions = {},
): Promise<boolean> {
  try {
    await threads.send(target, text, options);
    return true;
  } catch (error) {
    edge.note('Sending a comment', error);
    // It may have arrived, and only what was to follow failed.
    const isUnsent = isKept(threads, target);
    const message = isUnsent
      ? vscode.l10n.t('Your comment was not sent, and is kept under Unsent. {0}', sentenceOf(error))
      : sentenceOf(error);
    offerNext(message, error, isUnsent).catch((failure: unknown) => edge.note('Sending a comment', failure));
    return !isUnsent;
  }

  async function offerNext(message: string, error: unknown, isUnsent: boolean): Promise<void> {
    const [retry, edit] = [vscode.l10n.t('Retry'), vscode.l10n.t('Edit')];
    const actions = isUnsent ? (isFinal(error) ? [edit] : [retry, edit]) : [];
    const answer = await prompts.choose({ message, severity: 'error', actions });
    if (answer === retry) {
      await sendAndTell({ prompts, edge }, { account, threads, target, text }, options);
    } else if (answer === edit) {
      await vscode.commands.executeCommand('docsPlatform.comments.editUnsent', { account: account.key, target });
    }
  }
}

/** To try it again as it is would not help. */
function isFinal(error: unknown): boolean {
  const kind = asApiError(error)?.kind;
  return kind === 'missing' || kind === 'forbidden' || kind === 'invalid';
}

/** Whether what was typed is still to be sent. */
export function isKept(threads: Threads, target: DraftTarget): boolean {
  return threads.drafts.unsent().some((draft) => JSON.stringify(draft.target) === JSON.stringify(target));
}
