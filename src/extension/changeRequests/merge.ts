import * as vscode from 'vscode';
import { titleText } from '../../model/titleText.ts';
import type { MergeOutcome, UpdateOutcome } from '../../store/changeRequests.ts';
import { sentenceOf } from '../commands/errorEdge.ts';
import { ensureUnlocked } from '../prompts/ensureUnlocked.ts';
import { showInformation, showProgress, showWarning } from '../prompts/messages.ts';
import { bothChanged, changedPages, offerPages, pagesNamed, type PageAtHand } from './conflicts.ts';
import { explained } from './explained.ts';
import type { ChangeRequestParts } from './parts.ts';
import { targetOf, type Target } from './target.ts';
import { nameOf, pagesInWords, statusInWords } from './wording.ts';

/** Asks once, naming what will happen; brings an outdated change request up to date first, if wanted; then merges and says what came of it. */
export async function mergeChangeRequest(parts: ChangeRequestParts, given: unknown): Promise<void> {
  const target = await targetOf(parts, given, {
    title: vscode.l10n.t('Merge which change request?'),
    statuses: ['open', 'draft'],
    permission: 'merge',
    none: vscode.l10n.t('There is no change request that you may merge.'),
    isTold: true,
  });
  if (!target || !(await ensureUnlocked(parts, target.account, target.at.space.id))) return;
  await mergeTarget(parts, target);
}

async function mergeTarget(parts: ChangeRequestParts, { account, store, at: before }: Target): Promise<void> {
  const at = await explained({ account, store, at: before }, () =>
    store.refreshOne(before.space.id, before.changeRequest.id),
  );
  const target = { account, store, at };
  const name = nameOf(at.changeRequest);
  if (at.changeRequest.status === 'merged') {
    await showInformation(vscode.l10n.t('{0} is merged already.', name));
    return;
  }
  // The platform would merge it: but whoever archived it meant that nobody does.
  if (at.changeRequest.status === 'archived') {
    const reopen = vscode.l10n.t('Reopen');
    const message = vscode.l10n.t('{0} is archived. Reopen it to merge it.', name);
    const answer = await parts.prompts.choose({ message, actions: [reopen] });
    if (answer === reopen)
      await vscode.commands.executeCommand('docsPlatform.changeRequest.reopen', { ...at, account: account.key });
    return;
  }
  const { outdated } = at.changeRequest;
  const [pages, conflicts] = await Promise.all([
    changedPages(parts, target),
    outdated ? bothChanged(parts, target) : Promise.resolve([]),
  ]);
  const merge = outdated ? vscode.l10n.t('Merge Anyway') : vscode.l10n.t('Merge');
  const update = vscode.l10n.t('Update First');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Merge {0} into {1}?', name, titleText(at.space.title)),
    detail: [
      pages === undefined
        ? vscode.l10n.t('Its changes become part of what readers see. This is final.')
        : vscode.l10n.t('{0} will change for readers. This is final.', pagesInWords(pages.length)),
      outdated ? vscode.l10n.t('Main has moved on since: update first to see how they go together.') : undefined,
      conflicts && conflicts.length > 0
        ? vscode.l10n.t('Changed on both sides: {0}.', pagesNamed(conflicts))
        : undefined,
    ]
      .filter(Boolean)
      .join('\n\n'),
    actions: outdated ? [update, merge] : [merge],
  });
  if (answer === update) {
    const outcome = await updateTarget(parts, target, conflicts);
    if (outcome?.result === 'update') await mergeTarget(parts, { account, store, at: outcome });
  }
  if (answer !== merge) return;
  const title = vscode.l10n.t('Merging {0}…', name);
  const outcome = await showProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    explained(target, () => store.merge(at)),
  );
  await tell(parts, target, outcome, conflicts);
}

async function tell(
  parts: ChangeRequestParts,
  target: Target,
  outcome: MergeOutcome,
  conflicts: readonly PageAtHand[] | undefined,
): Promise<void> {
  const { prompts } = parts;
  const { account, store } = target;
  const name = nameOf(outcome.changeRequest);
  switch (outcome.kind) {
    case 'merged': {
      const mayHaveHadConflicts = outcome.hadConflicts === undefined && conflicts?.length !== 0;
      if (outcome.hadConflicts || mayHaveHadConflicts) {
        const message = outcome.hadConflicts
          ? vscode.l10n.t('{0} is merged, with conflicts: both sides had changed the same pages. Read them over.', name)
          : vscode.l10n.t(
              '{0} is merged, but the connection broke: whether both sides had changed the same pages was not told. Read them over.',
              name,
            );
        await offerPages(parts, { ...target, at: outcome }, message, conflicts, undefined);
        return;
      }
      await showInformation(vscode.l10n.t('{0} is merged.', name));
      return;
    }
    case 'overtaken':
      await showWarning(
        outcome.changeRequest.status === target.at.changeRequest.status
          ? vscode.l10n.t('Could not merge {0}: {1}', name, sentenceOf(outcome.error))
          : vscode.l10n.t(
              'Couldn’t merge {0}: someone else already changed its status to {1}.',
              name,
              statusInWords(outcome.changeRequest.status),
            ),
      );
      return;
    case 'notMerged': {
      const again = vscode.l10n.t('Merge Again…');
      const answer = await prompts.choose({
        severity: 'error',
        message: vscode.l10n.t(
          'The connection broke while {0} was being merged. It was looked up: it is not merged.',
          name,
        ),
        actions: [again],
      });
      if (answer === again) await mergeTarget(parts, { account, store, at: outcome });
      return;
    }
    case 'unknown': {
      const look = vscode.l10n.t('Look Again');
      const answer = await prompts.choose({
        severity: 'error',
        message: vscode.l10n.t(
          'The connection broke while {0} was being merged, and whether it is merged could not be looked up.',
          name,
        ),
        actions: [look],
      });
      if (answer !== look) return;
      const { changeRequest } = await store.refreshOne(outcome.space.id, outcome.changeRequest.id);
      await showInformation(vscode.l10n.t('{0} is {1}.', nameOf(changeRequest), statusInWords(changeRequest.status)));
    }
  }
}

/** Lays a change request over what is new in main. */
export async function updateFromMain(parts: ChangeRequestParts, given: unknown): Promise<void> {
  const target = await targetOf(parts, given, {
    title: vscode.l10n.t('Update which change request from main?'),
    statuses: ['open', 'draft', 'archived'],
    permission: 'edit',
    none: vscode.l10n.t('There is no change request that you may update.'),
  });
  if (!target || !(await ensureUnlocked(parts, target.account, target.at.space.id))) return;
  const outcome = await updateTarget(parts, target, await bothChanged(parts, target));
  if (outcome?.result !== 'update') return;
  const message = target.at.changeRequest.outdated
    ? vscode.l10n.t('{0} has all that is new in main.', nameOf(outcome.changeRequest))
    : vscode.l10n.t('{0} was up to date already.', nameOf(outcome.changeRequest));
  await showInformation(message);
}

/** Tells of conflicts itself. */
async function updateTarget(
  parts: ChangeRequestParts,
  target: Target,
  conflicts: readonly PageAtHand[] | undefined,
): Promise<UpdateOutcome | undefined> {
  const { store, at } = target;
  const title = vscode.l10n.t('Updating {0} from main…', nameOf(at.changeRequest));
  const outcome = await showProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    explained(target, () => store.updateFromMain(at)),
  );
  if (outcome.result === 'unconfirmed' && conflicts?.length === 0) return { ...outcome, result: 'update' };
  if (outcome.result !== 'update') {
    const message =
      outcome.result === 'conflicts'
        ? vscode.l10n.t(
            '{0} is updated from main, with conflicts: both sides had changed the same pages. Read them over before you merge.',
            nameOf(outcome.changeRequest),
          )
        : vscode.l10n.t(
            '{0} is updated from main, but the connection broke: whether both sides had changed the same pages was not told. Read them over before you merge.',
            nameOf(outcome.changeRequest),
          );
    await offerPages(parts, { ...target, at: outcome }, message, conflicts, {
      kind: 'changeRequest',
      number: outcome.changeRequest.number,
    });
  }
  return outcome;
}
