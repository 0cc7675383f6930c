import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { SkippedPage } from '../../../model/changeRequests/reversal.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { Reversal } from '../../../store/editing/reversals.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { ensureUnlocked } from '../../ground/prompts/ensureUnlocked.ts';
import { showInformation, showProgress } from '../../ground/messages/show.ts';
import { explained } from './explained.ts';
import { longestSubject } from '../../ground/prompts/subject.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { nameOf, statusInWords } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { beginningOf } from '../../../model/shared/trimmed.ts';

/** Creates a change request that undoes a merged one, and shows it for review. Later changes by others stay. */
export async function revertChangeRequest(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  target: Target,
): Promise<void> {
  if (!(await ensureUnlocked(parts, target.account, target.at.space.id))) return;
  const at = await explained(target, () => target.store.refreshOne(target.at.space.id, target.at.changeRequest.id));
  const name = nameOf(at.changeRequest);
  if (at.changeRequest.status !== 'merged') {
    const status = statusInWords(at.changeRequest.status);
    await showInformation(
      vscode.l10n.t('The status of {0} is {1}. Only merged change requests can be reverted.', name, status),
    );
    return;
  }
  const title = vscode.l10n.t('Reverting {0}…', name);
  const location = vscode.ProgressLocation.Notification;
  const reverted = await showProgress({ location, title }, () => revert(parts, { ...target, at }));
  if (!reverted.made) {
    await showInformation(
      [vscode.l10n.t('{0} has nothing left to revert.', name), ...storedInWords(reverted.reversal)].join(' '),
    );
    return;
  }
  await show(parts, target, at, reverted.made, reverted.reversal);
}

interface Reverted {
  /** Undefined if there is nothing to undo. */
  readonly made: ChangeRequestAt | undefined;
  readonly reversal: Reversal;
}

async function revert({ stores }: Uses<'stores'>, { account, store, at }: Target): Promise<Reverted> {
  const { space, changeRequest } = at;
  const edits = await stores(account).edits();
  if (edits.isOffered() === false) {
    throw new Error(
      vscode.l10n.t(
        "You can't edit change requests on this server from here. Revert {0} in the browser.",
        nameOf(changeRequest),
      ),
    );
  }
  const merged = { space: space.id, changeRequest };
  const library = await stores(account).library();
  await library.refresh({ kind: 'space', key: space.id, space });
  const { revision } = await library.space(space.id);
  // Plan first, so that nothing is created if the change request can't be undone.
  const planned = await edits.reversals.of(merged, { kind: 'revision', revision });
  if (planned.isEmpty) return { made: undefined, reversal: planned };

  const made = await store.create(space, { subject: subjectFor(changeRequest) });
  const { number } = made.changeRequest;
  try {
    const reversal = await edits.reversals.of(merged, { kind: 'changeRequest', number });
    await edits.reversals.send({ space: space.id, number }, reversal);
    const present = await store.refreshOne(space.id, made.changeRequest.id);
    return { made: present, reversal };
  } catch (error) {
    throw new Error(
      vscode.l10n.t(
        "Couldn't revert all of {0}: {1} #{2} may contain part of the revert. Archive #{2} before you try again.",
        nameOf(changeRequest),
        sentenceOf(error),
        number,
      ),
      { cause: error },
    );
  }
}

function subjectFor(changeRequest: Parameters<typeof nameOf>[0]): string {
  const subject = vscode.l10n.t('Revert {0}', nameOf(changeRequest));
  return beginningOf(subject, longestSubject);
}

async function show(
  { prompts }: Uses<'prompts'>,
  { account }: Target,
  { changeRequest }: ChangeRequestAt,
  made: ChangeRequestAt,
  reversal: Reversal,
): Promise<void> {
  const given = { ...made, account: account.key };
  await run('changeRequests.reveal', given);
  await run('changes.open', given);
  const openForReview = vscode.l10n.t('Open for Review');
  const answer = await prompts.choose({
    severity: reversal.skipped.length > 0 ? 'warning' : 'information',
    message: [
      vscode.l10n.t(
        '#{0} reverts {1}. Review its changes, then open it for review.',
        made.changeRequest.number,
        nameOf(changeRequest),
      ),
      ...insertedInWords(reversal),
      ...storedInWords(reversal),
    ].join(' '),
    actions: [openForReview],
  });
  if (answer === openForReview) await run('changeRequest.openForReview', given);
}

function insertedInWords({ placed }: Reversal): string[] {
  const titles = placed.flatMap(({ inserts }) => inserts.map(({ title }) => title));
  if (titles.length === 0) return [];
  return [vscode.l10n.t('Deleted pages are restored as new pages, without their comments: {0}.', listed(titles))];
}

function storedInWords({ skipped }: Reversal): string[] {
  return (['changed', 'deleted', 'subpages', 'unsupported'] as const).flatMap((why) => {
    const titles = skipped.filter((page) => page.why === why).map(({ title }) => title);
    return titles.length > 0 ? [reasonInWords(why, listed(titles))] : [];
  });
}

function reasonInWords(why: SkippedPage['why'], titles: string): string {
  switch (why) {
    case 'changed':
      return vscode.l10n.t('Not reverted because someone changed the same parts later: {0}.', titles);
    case 'deleted':
      return vscode.l10n.t('Not reverted because they were deleted later: {0}.', titles);
    case 'subpages':
      return vscode.l10n.t('Not deleted because they have other subpages: {0}.', titles);
    case 'unsupported':
      return vscode.l10n.t("Some changes, such as to groups, links, or icons, can't be reverted here: {0}.", titles);
  }
}

function listed(titles: readonly string[]): string {
  return pagesNamed(titles.map((title) => ({ title: titleText(title) })));
}
