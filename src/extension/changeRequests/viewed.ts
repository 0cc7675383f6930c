import * as vscode from 'vscode';
import { showStatus } from '../prompts/messages.ts';
import { changedPageGiven } from './changeTarget.ts';
import type { ChangesParts } from './changesParts.ts';
import { isChangeRow } from './changeRows.ts';

/** Marks a changed page or file as viewed, or takes the mark away; of several selected rows each. */
export async function markViewed(
  parts: ChangesParts,
  given: unknown,
  selected: unknown,
  viewed: boolean,
): Promise<void> {
  const rows = (Array.isArray(selected) ? selected : [given]).filter(isChangeRow);
  if (rows.length > 0) {
    for (const row of rows) {
      if (row.kind === 'changesNote') continue;
      const { account, space, changeRequest } = row.at;
      const content = await parts.platforms.changeRequestContent(account);
      await content.setViewed(space, changeRequest.number, new Map([[row.change.id, viewed]]));
    }
    return;
  }
  const known = await changedPageGiven(parts, given);
  if (!known)
    throw new Error(vscode.l10n.t('Choose a changed page in the Change Requests view, or open its diff first.'));
  const { at, content, set, change } = known;
  const { number } = at.changeRequest;
  await content.setViewed(at.space, number, new Map([[change.id, viewed]]));
  const count = set.pages.filter(({ id }) => content.isViewed(at.space, number, id)).length;
  showStatus(vscode.l10n.t('#{0}: {1} of {2} pages viewed.', number, count, set.pages.length), 5000);
}
