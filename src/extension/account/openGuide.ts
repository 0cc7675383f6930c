import * as vscode from 'vscode';
import { guideSpaceId } from '../../model/library/guideSpace.ts';
import { firstPageOf } from '../../model/pages/lookup.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { Library } from '../../store/library/library.ts';
import { pageUri } from '../ground/places/pageUri.ts';
import { run } from '../ground/contributions/run.ts';
import type { Accounts } from '../ground/services/accounts.ts';
import type { Uses } from '../ground/services/services.ts';
import { sampleAccount } from './sampleAccount.ts';

/** Opens the user guide, which is a space of the sample workspace, in the reader. The account that is shown stays. */
export async function openGuide(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<void> {
  const { accounts, prompts, stores } = parts;
  const before = accounts.active;
  const sample = sampleAccount();
  const library = await stores(sample).library();
  if (!accounts.byKey(sample.key)) await accounts.add(sample, undefined, { isInBackground: before !== undefined });
  if (await showFirstPage(accounts, library)) return;
  const reset = vscode.l10n.t('Reset Sample Workspace…');
  const answer = await prompts.choose({
    message: vscode.l10n.t("Your sample workspace doesn't have the guide. Reset the sample workspace to add it."),
    actions: [reset],
  });
  if (answer !== reset) return;
  await run('resetSample');
  if (before) await accounts.activate(before.key);
  // Otherwise the library would still have the cached result that there is no such space.
  await library.refresh();
  await library.availableSpaces();
  await showFirstPage(accounts, library);
}

/** Resolves to false if the guide isn't there: the sample workspace is older than the guide, or the user deleted it. */
async function showFirstPage(accounts: Accounts, library: Library): Promise<boolean> {
  try {
    if ((await library.space(guideSpaceId)).deletedAt !== undefined) return false;
    const page = firstPageOf(await library.pages(guideSpaceId));
    if (!page?.path) return false;
    const { key } = sampleAccount();
    await run('reader.openPage', pageUri(key, guideSpaceId, page.path));
    const place = accounts.active?.key === key && (await library.placeOf(guideSpaceId, page.id));
    if (place) await run('library.reveal', place, { focus: false });
    return true;
  } catch (error) {
    if (isKind(error, 'missing')) return false;
    throw error;
  }
}
