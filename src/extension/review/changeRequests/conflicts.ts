import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { Version } from '../../../model/shared/address.ts';
import { uriOf } from '../../ground/places/pageUri.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import type { Uses } from '../../ground/services/services.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** A page that a change request changes. */
export interface PageAtHand {
  readonly id: string;
  readonly title: string;
  /** Undefined if the page was deleted. */
  readonly path: string | undefined;
}

/** The changed pages, or undefined if they are unknown. They are only additional information, so errors are ignored. */
export async function changedPages(
  { stores, edge }: Uses<'edge' | 'stores'>,
  { account, at }: Target,
): Promise<PageAtHand[] | undefined> {
  try {
    const content = await stores(account).contents();
    content.learn(at.space.id, [at.changeRequest]);
    const { pages, isComparable } = await content.changes(at.space.id, at.changeRequest.number);
    if (!isComparable) return undefined;
    return pages.map(({ id, before, after }) => {
      const title = titleText(after?.title ?? before?.title);
      return { id, title, path: after?.path };
    });
  } catch (error) {
    edge.note('Changed pages', error);
    return undefined;
  }
}

/** Reports conflicts, names the pages if known, and opens one that the user picks. */
export async function offerPages(
  { prompts }: Uses<'prompts'>,
  { account, at }: Target,
  message: string,
  pages: readonly PageAtHand[] | undefined,
  version: Version,
): Promise<void> {
  const show = vscode.l10n.t('Show Pages');
  const readable = pages?.filter(({ path }) => path !== undefined) ?? [];
  const answer = await prompts.choose({
    severity: 'warning',
    message: pages && pages.length > 0 ? `${message} ${pagesNamed(pages)}` : message,
    actions: readable.length > 0 ? [show] : [],
  });
  if (answer !== show) return;
  const items = readable.map(({ title, path }) => ({ label: withoutIcons(title), description: path ?? '', path }));
  const title = vscode.l10n.t('Select a page to open');
  const chosen = items.length === 1 ? items[0] : await showQuickPick(items, { title });
  if (chosen?.path === undefined) return;
  const uri = uriOf({ account: account.key, space: at.space.id, version, path: chosen.path });
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** Makes the editors show the conflicts of the only page that has some, or of one that the user picks. */
export async function resolveConflicts({ account, at: { space, changeRequest } }: Target): Promise<void> {
  const at = { account, space: space.id, changeRequest };
  await run('editing.resolveConflicts', { at });
}
