import * as vscode from 'vscode';
import { showStatus } from '../../ground/messages/show.ts';
import { changedPageGiven } from './target.ts';
import type { ChangesContext } from './context.ts';
import { isChangeRow } from '../../ground/changeRequests/changeRows.ts';
import { plural } from '../../ground/words/plural.ts';

/** Marks changed pages or files as viewed or not viewed: the given row, or all selected rows. */
export async function markViewed(
  parts: ChangesContext,
  given: unknown,
  selected: unknown,
  viewed: boolean,
): Promise<void> {
  const rows = (Array.isArray(selected) ? selected : [given]).filter(isChangeRow);
  if (rows.length > 0) {
    const marked = rows.filter((row) => row.kind !== 'changesNote');
    const keyOf = ({ at: { account, space, changeRequest } }: (typeof marked)[number]): string =>
      JSON.stringify([account.key, space, changeRequest.number]);
    for (const [first, ...others] of Map.groupBy(marked, keyOf).values()) {
      if (!first) continue;
      const { account, space, changeRequest } = first.at;
      const content = await parts.stores(account).contents();
      const marks = new Map([first, ...others].map(({ change }) => [change.id, viewed]));
      await content.setViewed(space, changeRequest.number, marks);
    }
    return;
  }
  const { at, content, set, change } = await changedPageGiven(parts, given);
  const { number } = at.changeRequest;
  await content.setViewed(at.space, number, new Map([[change.id, viewed]]));
  const count = set.pages.filter(({ id }) => content.isViewed(at.space, number, id)).length;
  showStatus(
    plural(
      vscode.l10n.t('#{1}: {2} of {0} page viewed|#{1}: {2} of {0} pages viewed'),
      set.pages.length,
      number,
      count,
    ),
    5000,
  );
}
