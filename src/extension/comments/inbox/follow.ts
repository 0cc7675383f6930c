import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { Inbox } from '../../../store/comments/inbox.ts';
import type { News } from '../../../store/comments/inboxRecord.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { plural } from '../../ground/words/plural.ts';
import { sayingIn } from './items.ts';
import { inboxRows, type InboxRow } from './rows.ts';
import { poll } from '../../ground/services/polling.ts';
import type { CommentContext } from '../shared/context.ts';

/** New items and unsent replies of the active account. */
export interface FollowedInbox extends vscode.Disposable {
  rows(account: Account): Promise<InboxRow[]>;
  /** Whether the server has been checked for new items. */
  isChecked(account: Account): Promise<boolean>;
  /**
   * How many items need the user's attention: unsent replies and replies to the user. Review requests have a badge of
   * their own.
   */
  waiting(account: Account): Promise<number>;
  /** Checks now. */
  look(): Promise<void>;
  /** Checks at once, as a poll does. Tests don't poll; they check themselves. */
  opened(): void;
}

export function followInbox(parts: CommentContext, show: () => Promise<void>): FollowedInbox {
  const { accounts, reachability, stores, edge } = parts;
  const loads = new WeakMap<Inbox, Promise<unknown>>();
  const polling = parts.polls ? poll('Inbox', edge, (signal) => lookFor(signal)) : undefined;
  const following = vscode.Disposable.from(
    accounts.onDidChange(({ changed, activeChanged }) => {
      notify();
      if (activeChanged || changed.some(({ key }) => key === accounts.active?.key)) polling?.startOver();
    }),
    stores.onDidChange('commentDrafts', notifySoon),
    stores.onDidChange('inbox', notify),
    reachability.onDidRecover(() => polling?.now()),
  );
  polling?.now();

  function notify(): void {
    show().catch((error: unknown) => edge.note('Inbox', error));
  }

  async function loadStores(account: Account) {
    const [threads, inbox] = await Promise.all([stores(account).comments(), stores(account).inbox()]);
    let loaded = loads.get(inbox);
    if (!loaded) {
      loaded = Promise.all([threads.drafts.load(), inbox.load()]);
      loads.set(inbox, loaded);
      // If it couldn't be read, it is read again next time.
      loaded.catch(() => loads.delete(inbox));
    }
    // Rows and badge are requested at the same time: both have to wait until the inbox is loaded.
    await loaded;
    return { drafts: threads.drafts, inbox };
  }

  let notifying: NodeJS.Timeout | undefined;

  /** Drafts change with each typed letter. */
  function notifySoon(): void {
    clearTimeout(notifying);
    notifying = setTimeout(notify, 300);
  }

  /** By account. Views that are refreshed together look once, or the same news would be shown twice. */
  const looking = new Map<Account, Promise<void>>();

  async function lookFor(signal?: AbortSignal, atAll = false): Promise<void> {
    const account = accounts.active;
    if (!account) return;
    const { inbox } = await loadStores(account);
    const isNew = inbox.isNew();
    const look = async () => {
      if (atAll) return [...(await inbox.lookAtAll({ signal }))];
      const found = [...(await inbox.look({ signal }))];
      // Older items should all appear now, not over several minutes.
      while (!inbox.isChecked()) found.push(...(await inbox.look({ signal })));
      return found;
    };
    const location = { viewId: 'docsPlatform.inbox' };
    const found = await (inbox.isChecked() && !atAll ? look() : vscode.window.withProgress({ location }, look));
    // Right after signing in, older items aren't news: the view and the badge show them.
    const waiting = isNew ? [] : found.filter(({ needsAttention }) => needsAttention);
    if (waiting.length > 0) toast(parts, account, waiting);
  }

  return {
    async rows(account) {
      const { drafts, inbox } = await loadStores(account);
      return inboxRows(account.key, drafts.cached(), drafts.unsent(), inbox.cached());
    },
    isChecked: async (account) => (await loadStores(account)).inbox.isChecked(),
    async waiting(account) {
      const { drafts, inbox } = await loadStores(account);
      return (
        drafts.unsent().length +
        inbox.cached().filter(({ kind, needsAttention }) => needsAttention && kind !== 'review').length
      );
    },
    async look() {
      const account = accounts.active;
      if (!account) return;
      const running = looking.get(account) ?? lookFor(undefined, true);
      looking.set(account, running);
      try {
        await running;
      } finally {
        looking.delete(account);
        notify();
      }
    },
    opened: () => polling?.now(),
    dispose() {
      clearTimeout(notifying);
      polling?.dispose();
      following.dispose();
    },
  };
}

/** Notifies only about what needs the user's attention, and never twice about the same. */
function toast({ prompts, edge }: CommentContext, account: Account, waiting: readonly News[]): void {
  const settings = vscode.workspace.getConfiguration('docsPlatform').get<boolean>('inbox.notifications', true);
  if (!settings) return;
  const [first] = waiting;
  if (!first) return;
  const isOne = waiting.length === 1;
  const who = first.who ?? vscode.l10n.t('Someone');
  const message = isOne
    ? vscode.l10n.t('{0}: “{1}”', sayingIn(first, who), first.text || first.subject)
    : plural(vscode.l10n.t('{0} item needs your attention.|{0} items need your attention.'), waiting.length);
  const [open, reply, all] = [vscode.l10n.t('Open'), vscode.l10n.t('Reply…'), vscode.l10n.t('Show Inbox')];
  const never = vscode.l10n.t("Don't Show Again");
  const actions = isOne ? [...(first.thread === undefined ? [] : [reply]), open, never] : [all, never];
  const row: InboxRow = {
    kind: 'news',
    news: first,
    account: account.key,
    place: first.place,
    ...(first.thread !== undefined && { thread: first.thread }),
  };
  prompts
    .choose({ message, actions })
    .then(async (answer) => {
      if (answer === open) await run('inbox.open', row);
      if (answer === reply) await run('comments.reply', row);
      if (answer === all) await run('inbox.focus');
      if (answer === never) {
        await vscode.workspace
          .getConfiguration('docsPlatform')
          .update('inbox.notifications', false, vscode.ConfigurationTarget.Global);
      }
    })
    .catch((error: unknown) => edge.explain('Inbox', error));
}
