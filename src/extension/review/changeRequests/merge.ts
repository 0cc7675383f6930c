import * as vscode from 'vscode';
import { headOf, main } from '../../../model/shared/address.ts';
import { run } from '../../ground/contributions/run.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { MergeOutcome } from '../../../store/changeRequests/changeRequests.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import { ensureUnlocked } from '../../ground/prompts/ensureUnlocked.ts';
import { showInformation, showProgress, showWarning } from '../../ground/messages/show.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { changedPages, offerPages, resolveConflicts, type PageAtHand } from './conflicts.ts';
import { explained } from './explained.ts';
import {
  namesOf,
  nothingFound,
  problemsIn,
  readinessLines,
  readinessOf,
  saveAll,
  showProblems,
  showProblemsLabel,
  type Readiness,
} from './readiness.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { nameOf, pagesInWords, statusInWords } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/**
 * Asks the user with a summary of what will happen, saves unsent changes and updates first if wanted, then merges and
 * reports the result.
 */
export async function mergeChangeRequest(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  target: Target,
): Promise<void> {
  if (!(await ensureUnlocked(parts, target.account, target.at.space.id))) return;
  await mergeTarget(parts, target);
}

/** `isAgreed`: the user has already agreed, and unsent changes are saved. */
async function mergeTarget(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  { account, store, at: before }: Target,
  isAgreed = false,
) {
  const at = await explained({ account, store, at: before }, () =>
    store.refreshOne(before.space.id, before.changeRequest.id),
  );
  const target = { account, store, at };
  const name = nameOf(at.changeRequest);
  if (at.changeRequest.status === 'merged') {
    await showInformation(vscode.l10n.t('{0} is already merged.', name));
    return;
  }
  // The platform would merge it, but whoever archived it didn't want it merged.
  if (at.changeRequest.status === 'archived') {
    const reopen = vscode.l10n.t('Reopen');
    const message = vscode.l10n.t('{0} is archived. Reopen it to merge it.', name);
    const answer = await parts.prompts.choose({ message, actions: [reopen] });
    if (answer === reopen) await run('changeRequest.reopen', { ...at, account: account.key });
    return;
  }
  const title = vscode.l10n.t('Comparing {0} with main…', name);
  const [known, found] = await showProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    Promise.all([readinessOf(parts, target), isAgreed ? nothingFound : problemsIn(parts, target)]),
  );
  const readiness = { ...known, ...found };
  const step = await askToMerge(parts, target, readiness, isAgreed);
  switch (step) {
    case 'save':
      if (await saveAll(parts, target)) await mergeTarget(parts, target, true);
      else
        await showWarning(
          vscode.l10n.t("{0} wasn't merged: some of your changes are still unsent. Save them, then try again.", name),
        );
      return;
    case 'update':
      if (await updateTarget(parts, target)) await mergeTarget(parts, target);
      return;
    case 'resolve':
      return resolveConflicts(target);
    case 'problems':
      return showProblems();
    case 'merge':
      return sendMerge(parts, target, readiness);
    case undefined:
  }
}

type Step = 'save' | 'update' | 'resolve' | 'problems' | 'merge';

/** One question that lists everything worth knowing, and a second one if main may lose changes. */
async function askToMerge(
  { prompts }: Uses<'prompts'>,
  { at }: Target,
  readiness: Readiness,
  isAgreed: boolean,
): Promise<Step | undefined> {
  const { pages, isEmpty, unsent, losses, problems } = readiness;
  const { outdated } = at.changeRequest;
  const name = nameOf(at.changeRequest);
  const isLossy = losses.pages.length > 0;
  const save = vscode.l10n.t('Save All and Merge');
  const without = vscode.l10n.t('Merge Without Unsent Changes');
  const update = vscode.l10n.t('Update First');
  const resolve = vscode.l10n.t('Resolve Conflicts');
  const show = showProblemsLabel();
  if (isEmpty && unsent.length === 0) {
    await showInformation(vscode.l10n.t("There is nothing to merge: {0} doesn't change any pages.", name));
    return undefined;
  }
  if (isEmpty) {
    const message = vscode.l10n.t("There is nothing to merge: {0} doesn't change any pages.", name);
    const detail = vscode.l10n.t(
      'You have unsent changes to {0}. Save them to include them in the merge.',
      namesOf(unsent),
    );
    const answer = await prompts.choose({ modal: true, severity: 'warning', message, detail, actions: [save] });
    return answer === save ? 'save' : undefined;
  }
  if (isAgreed && !outdated && !isLossy && losses.isComplete) return 'merge';
  const merge = isLossy
    ? vscode.l10n.t('Merge Anyway…')
    : outdated
      ? vscode.l10n.t('Merge Anyway')
      : vscode.l10n.t('Merge');
  const first = outdated ? [update] : isLossy ? [resolve] : [];
  const answer = await prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Merge {0} into {1}?', name, titleText(at.space.title)),
    detail: [
      !pages || pages.length === 0
        ? vscode.l10n.t('Its changes become visible to readers.')
        : vscode.l10n.t('{0} will change for readers.', pagesInWords(pages.length)),
      ...readinessLines(readiness, at),
    ].join('\n\n'),
    actions: [...(unsent.length > 0 ? [save, without] : [...first, merge]), ...(problems === undefined ? [] : [show])],
  });
  if (answer === undefined) return undefined;
  if (answer === save) return 'save';
  if (answer === update) return 'update';
  if (answer === resolve) return 'resolve';
  if (answer === show) return 'problems';
  if (!isLossy) return 'merge';
  const count = losses.pages.length;
  const discard = plural(
    vscode.l10n.t('Merge and Discard Changes in {0} Page|Merge and Discard Changes in {0} Pages'),
    count,
  );
  const second = await prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Discard changes that others published?'),
    detail: outdated
      ? vscode.l10n.t(
          'Readers may lose published changes to {0}. Update first to combine both sides.',
          pagesNamed(losses.pages),
        )
      : vscode.l10n.t('Readers lose published changes to {0}.', pagesNamed(losses.pages)),
    actions: [...first, discard],
  });
  if (second === undefined) return undefined;
  return second === discard ? 'merge' : second === update ? 'update' : 'resolve';
}

async function sendMerge(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
  { pages, losses }: Readiness,
): Promise<void> {
  const { store, at } = target;
  const name = nameOf(at.changeRequest);
  const title = vscode.l10n.t('Merging {0}…', name);
  const outcome = await showProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    explained(target, () => store.merge(at)),
  );
  // Without the server's old revisions, the pages that both sides changed are unknown.
  const ids = new Set(losses.pages.map(({ page }) => page));
  const conflicts = losses.isComplete ? (pages ?? []).filter(({ id }) => ids.has(id)) : undefined;
  await notify(parts, target, outcome, conflicts);
}

async function notify(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
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
          ? vscode.l10n.t('Merged {0} with conflicts: both sides changed the same pages. Review them.', name)
          : vscode.l10n.t(
              'Merged {0}, but the connection dropped before conflicts could be reported. Review the pages that changed on both sides.',
              name,
            );
        await offerPages(parts, { ...target, at: outcome }, message, conflicts, main);
        return;
      }
      await showInformation(vscode.l10n.t('Merged {0}.', name));
      return;
    }
    case 'overtaken':
      await showWarning(
        outcome.changeRequest.status === target.at.changeRequest.status
          ? vscode.l10n.t("Couldn't merge {0}: {1}", name, sentenceOf(outcome.error))
          : vscode.l10n.t(
              "Couldn't merge {0}: someone else already changed its status to {1}.",
              name,
              statusInWords(outcome.changeRequest.status),
            ),
      );
      return;
    case 'notMerged': {
      const again = vscode.l10n.t('Merge Again…');
      const answer = await prompts.choose({
        severity: 'error',
        message: vscode.l10n.t("The connection dropped during the merge, and {0} wasn't merged. Try again.", name),
        actions: [again],
      });
      if (answer === again) await mergeTarget(parts, { account, store, at: outcome });
      return;
    }
    case 'unknown': {
      const look = vscode.l10n.t('Check Again');
      const answer = await prompts.choose({
        severity: 'error',
        message: vscode.l10n.t(
          "The connection dropped during the merge, and we couldn't check whether {0} was merged.",
          name,
        ),
        actions: [look],
      });
      if (answer !== look) return;
      const { changeRequest } = await store.refreshOne(outcome.space.id, outcome.changeRequest.id);
      await showInformation(
        changeRequest.status === 'merged'
          ? vscode.l10n.t('Merged {0}.', nameOf(changeRequest))
          : vscode.l10n.t(
              "{0} wasn't merged. Its status is {1}.",
              nameOf(changeRequest),
              statusInWords(changeRequest.status),
            ),
      );
    }
  }
}

/** Updates a change request with the latest changes of main. */
export async function updateFromMain(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  target: Target,
): Promise<void> {
  if (!(await ensureUnlocked(parts, target.account, target.at.space.id))) return;
  const updated = await updateTarget(parts, target);
  if (!updated) return;
  const name = nameOf(target.at.changeRequest);
  const message = updated.wasOutdated
    ? vscode.l10n.t('{0} now includes the latest changes from main.', name)
    : vscode.l10n.t('{0} was already up to date.', name);
  await showInformation(message);
}

/** Reports conflicts itself, and then resolves to undefined. Text that was merged cleanly isn't reported. */
async function updateTarget(
  parts: Uses<'prompts' | 'edge' | 'stores'>,
  target: Target,
): Promise<{ readonly wasOutdated: boolean } | undefined> {
  const { stores, edge, prompts } = parts;
  const { account, store, at } = target;
  const title = vscode.l10n.t('Updating {0} from main…', nameOf(at.changeRequest));
  const { before, outcome, conflicts } = await showProgress(
    { location: vscode.ProgressLocation.Notification, title },
    async () => {
      // The record has to be current, so that the later comparison uses what the server is about to update.
      const content = await stores(account).contents();
      const before = await explained(target, () => content.refresh(at.space.id, at.changeRequest.number));
      const outcome = await explained(target, () => store.updateFromMain(at));
      try {
        const conflicts = await (await stores(account).conflicts()).compareUpdate(at.space.id, before);
        return { before, outcome, conflicts };
      } catch (error) {
        edge.note('Conflicts', error);
        return { before, outcome, conflicts: 'failed' as const };
      }
    },
  );
  const updated = { ...target, at: outcome };
  const name = nameOf(outcome.changeRequest);
  if (conflicts !== 'failed' && conflicts && conflicts.length > 0) {
    const resolve = vscode.l10n.t('Resolve Conflicts');
    const answer = await prompts.choose({
      severity: 'warning',
      message: vscode.l10n.t(
        'Updated {0}, but it lacks some changes to {1} from main. Resolve the conflicts before you merge.',
        name,
        pagesNamed(conflicts),
      ),
      actions: [resolve],
    });
    if (answer === resolve) await resolveConflicts(updated);
    return undefined;
  }
  if (conflicts !== 'failed' && (outcome.result === 'update' || conflicts)) return { wasOutdated: before.outdated };
  const message =
    conflicts === 'failed' && outcome.result !== 'conflicts'
      ? vscode.l10n.t(
          "Updated {0} from main, but couldn't compare the two: both may have changed the same pages. Review them before you merge.",
          name,
        )
      : outcome.result === 'conflicts'
        ? vscode.l10n.t(
            'Updated {0} from main with conflicts: both sides changed the same pages. Review them before you merge.',
            name,
          )
        : vscode.l10n.t(
            'Updated {0} from main, but the connection dropped before conflicts could be reported. Review the pages before you merge.',
            name,
          );
  const version = headOf(outcome.changeRequest.number);
  await offerPages(parts, updated, message, await changedPages(parts, updated), version);
  return undefined;
}
