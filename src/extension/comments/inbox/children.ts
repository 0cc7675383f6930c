import * as vscode from 'vscode';
import { isMissingCode } from '../../ground/messages/missingCode.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { AccountRows, TreeHost } from '../../ground/trees/create.ts';
import type { FollowedInbox } from './follow.ts';
import { inboxItem } from './items.ts';
import type { InboxRow } from './rows.ts';

/** The inbox items of one account. */
export function createInboxRows({
  account,
  say,
  changed,
  isWatched,
  followed,
}: TreeHost<InboxRow> & { readonly followed: () => Promise<FollowedInbox> }): AccountRows<InboxRow> {
  // Rows say how long ago something was.
  const timer = setInterval(() => isWatched() && changed(undefined), 60_000);
  return {
    async children(parent) {
      if (parent) return parent.kind === 'group' ? [...parent.rows] : [];
      try {
        const inbox = await followed();
        const rows = await inbox.rows(account);
        // Without a message above the rows, VS Code says that there are none.
        say(rows.length > 0 || (await inbox.isChecked(account)) ? undefined : vscode.l10n.t('Not checked yet.'));
        return rows;
      } catch (error) {
        say(isMissingCode(error) ? undefined : vscode.l10n.t("Couldn't load the Inbox: {0}", sentenceOf(error)));
        throw error;
      }
    },
    item: (row) => inboxItem(row, Date.now()),
    // New items are loaded by the poll.
    retry: async () => undefined,
    dispose: () => clearInterval(timer),
  };
}
