import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { showStatus } from '../../ground/messages/show.ts';
import { explained } from './explained.ts';
import { isReadyForReview, notChecked } from './readiness.ts';
import { askSubject } from '../../ground/prompts/subject.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { nameOf, shortNameOf } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Asks for another subject, starting from the current one. */
export async function renameChangeRequest(parts: Uses<'prompts' | 'edge' | 'stores'>, target: Target): Promise<void> {
  const { store, at } = target;
  await askSubject(parts.prompts, {
    title: vscode.l10n.t('Rename {0}', shortNameOf(at.changeRequest)),
    value: at.changeRequest.subject,
    send: (subject) => explained(target, () => store.rename(at, subject)),
  });
}

export type Move = 'open' | 'draft' | 'archive' | 'reopen';

/** Opens a draft for review, returns an open one to draft, archives one, or reopens an archived one. */
export async function moveChangeRequest(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
  move: Move,
): Promise<void> {
  const { store, at } = target;
  const before = at.changeRequest.status;
  const status = move === 'reopen' ? 'open' : move === 'archive' ? 'archived' : move;
  const readiness = move === 'open' ? await readyToOpen(parts, target) : 'ready';
  if (!readiness) return;
  await explained(target, () => store.setStatus(at, status));
  if (readiness === 'unchecked') {
    await offerCheck(parts, target);
    return;
  }
  if (move !== 'archive') {
    showStatus(doneInWords(move, at.changeRequest.number), 4000);
    return;
  }
  await offerUndo(parts, target, before === 'draft' ? 'draft' : 'open');
}

async function readyToOpen(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
): ReturnType<typeof isReadyForReview> {
  return isReadyForReview(parts, target, {
    question: vscode.l10n.t('Open {0} for review?', nameOf(target.at.changeRequest)),
    saveAll: vscode.l10n.t('Save All and Open'),
    without: vscode.l10n.t('Open Without Unsent Changes'),
    anyway: vscode.l10n.t('Open Anyway'),
    despiteProblems: vscode.l10n.t('Open for Review'),
  });
}

/** It was opened without a finished check. */
async function offerCheck({ prompts }: Uses<'prompts'>, { account, at }: Target): Promise<void> {
  const check = vscode.l10n.t('Check for Problems');
  const answer = await prompts.choose({
    message: `${doneInWords('open', at.changeRequest.number)} ${notChecked()}`,
    actions: [check],
  });
  if (answer === check) await run('changeRequest.check', { ...at, account: account.key });
}

async function offerUndo({ prompts }: Uses<'prompts'>, target: Target, before: 'draft' | 'open'): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const { store, at } = target;
  const answer = await prompts.choose({
    message: vscode.l10n.t('Archived {0}.', nameOf(at.changeRequest)),
    actions: [undo],
  });
  if (answer === undo) await explained(target, () => store.setStatus(at, before));
}

function doneInWords(move: Exclude<Move, 'archive'>, number: number): string {
  switch (move) {
    case 'open':
      return vscode.l10n.t('#{0} is open for review.', number);
    case 'draft':
      return vscode.l10n.t('#{0} is now a draft.', number);
    case 'reopen':
      return vscode.l10n.t('Reopened #{0}.', number);
  }
}
