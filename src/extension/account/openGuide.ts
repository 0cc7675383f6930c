import * as vscode from 'vscode';
import { guideSpaceId } from '../../model/library/guideSpace.ts';
import { firstPageOf } from '../../model/pages/lookup.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { Library } from '../../store/library/library.ts';
import { pageUri } from '../ground/places/pageUri.ts';
import { run } from '../ground/contributions/run.ts';
import type { Account } from '../ground/services/accounts.ts';
import type { Uses } from '../ground/services/services.ts';
import { completeStep } from '../ground/services/walkthrough.ts';

/** Opens the user guide, which is a space of the sample workspace, and offers to return to the previous account. */
export async function openGuide(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<void> {
  const { accounts, prompts, stores } = parts;
  const before = accounts.active;
  if (before?.kind !== 'sample') await run('openSample');
  const sample = accounts.active;
  if (sample?.kind !== 'sample') return;
  const library = await stores(sample).library();
  if (!(await showFirstPage(sample, library))) {
    const reset = vscode.l10n.t('Reset Sample Workspace…');
    const answer = await prompts.choose({
      message: vscode.l10n.t("Your sample workspace doesn't have the guide. Reset the sample workspace to add it."),
      actions: [reset],
    });
    if (answer !== reset) return;
    await run('resetSample');
    // Otherwise the library would still have the cached result that there is no such space.
    await library.refresh();
    await library.availableSpaces();
    if (!(await showFirstPage(sample, library))) return;
  }
  if (before && before.key !== sample.key) await offerWayBack(parts, before);
}

/** Resolves to false if the guide isn't there: the sample workspace is older than the guide, or the user deleted it. */
async function showFirstPage(account: Account, library: Library): Promise<boolean> {
  try {
    if ((await library.space(guideSpaceId)).deletedAt !== undefined) return false;
    const page = firstPageOf(await library.pages(guideSpaceId));
    if (!page?.path) return false;
    await vscode.commands.executeCommand('markdown.showPreview', pageUri(account.key, guideSpaceId, page.path));
    completeStep('page');
    const place = await library.placeOf(guideSpaceId, page.id);
    if (place) await run('library.reveal', place, { focus: false });
    return true;
  } catch (error) {
    if (isKind(error, 'missing')) return false;
    throw error;
  }
}

async function offerWayBack({ accounts, prompts }: Uses<'accounts' | 'prompts'>, before: Account): Promise<void> {
  const back = vscode.l10n.t('Switch Back');
  const answer = await prompts.choose({
    message: vscode.l10n.t(
      'The guide is in the sample workspace, which is open now. Switch back to {0} to see your documentation again.',
      before.label,
    ),
    actions: [back],
  });
  if (answer === back && accounts.byKey(before.key)) await accounts.activate(before.key);
}
