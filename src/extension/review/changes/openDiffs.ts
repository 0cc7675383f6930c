import { LRUCache } from 'lru-cache';
import * as vscode from 'vscode';
import { main, numberOf } from '../../../model/shared/address.ts';
import { run } from '../../ground/contributions/run.ts';
import { addressOf, besideAddressOf } from '../../ground/places/pageUri.ts';
import { accountOf } from '../../ground/places/place.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { ContentChange, ChangeSet } from '../../../store/content/content.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { showInformation, showWarning } from '../../ground/messages/show.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';
import type { ChangesContext, OpenedChanges } from './context.ts';
import { openDiffUris } from '../../ground/changeRequests/openDiffUris.ts';
import { allTabs, isTitled } from '../../ground/services/openDocuments.ts';
import { nameOf, statusInWords } from '../../ground/changeRequests/wording.ts';
import { plural } from '../../ground/words/plural.ts';

/**
 * Follows the change requests whose pages are open: refreshes them when the user comes back to them, and reports what
 * changed.
 */
export interface OpenDiffs {
  opened(opened: OpenedChanges): void;
  dispose(): void;
}

export function followOpenDiffs(
  parts: Omit<ChangesContext, 'opened'>,
  /** Called when the shown changes of this change request may be outdated. */
  onChanged: (at: ChangesAt) => void,
): OpenDiffs {
  const { stores, edge, decorations } = parts;
  /** Diffs of several pages, by title. Their change sets are left out, because those hold whole page trees. */
  const several = new LRUCache<string, { readonly title: string; readonly at: ChangesAt }>({ max: 50 });
  /** The change sets as last shown, by account, space and number, for open change requests only. */
  const sets = new Map<string, ChangeSet>();
  /** Revisions that were sent from this window. The user doesn't need to be notified of them. */
  const own = new LRUCache<string, true>({ max: 50 });

  /**
   * Looks at the change request of the active tab. If the cached record is over a minute old it is requested again, and
   * `notify` reports any change.
   */
  async function look(): Promise<void> {
    for (const { account: key, space, number } of openIn([vscode.window.tabGroups.activeTabGroup.activeTab])) {
      const account = accountOf(parts, key);
      if (!account) continue;
      const content = await stores(account).contents();
      await content.changeRequest(space, number);
      const set = content.cachedChanges(space, number);
      if (set) sets.set(keyOf(key, space, number), set);
    }
    const open = new Set(openIn(allTabs()).map((each) => keyOf(each.account, each.space, each.number)));
    for (const key of sets.keys()) if (!open.has(key)) sets.delete(key);
  }

  async function notify(account: Account, change: ContentChange): Promise<void> {
    if (change.kind === 'viewed' || change.kind === 'pages') return;
    const { space } = change;
    const number = change.kind === 'gone' ? change.number : change.after.number;
    const key = keyOf(account.key, space, number);
    const isOpen = openIn(allTabs()).some((each) => keyOf(each.account, each.space, each.number) === key);
    if (!isOpen) return;
    if (change.kind === 'gone') {
      await showWarning(
        vscode.l10n.t('#{0} no longer exists on the server. Open editors show its last known content.', number),
      );
      return;
    }
    const { before, after } = change;
    const at: ChangesAt = { account, space, changeRequest: after };
    onChanged(at);
    const old = sets.get(key);
    const content = await stores(account).contents();
    const set = await content.changes(space, number);
    sets.set(key, set);
    decorations.show(at, set);
    const news = old && !own.has(after.revision) ? newsIn(old, set) : undefined;
    const changeRequests = await stores(account).changeRequests();
    const sentences = [
      before.status === after.status || changeRequests.isOwnMove(space, after.id, after.status)
        ? undefined
        : vscode.l10n.t('The status of {0} changed to {1}.', nameOf(after), statusInWords(after.status)),
      news === undefined ? undefined : vscode.l10n.t('{0} changed while you had it open: {1}.', nameOf(after), news),
    ].filter((sentence) => sentence !== undefined);
    if (sentences.length === 0) return;
    const again = vscode.l10n.t('Open Changes');
    const actions = news === undefined ? [] : [again];
    const chosen = await showInformation(sentences.join(' '), ...actions);
    if (chosen === again) await run('changes.open', at);
  }

  /** The change requests that these tabs show. */
  function openIn(tabs: readonly (vscode.Tab | undefined)[]): { account: string; space: string; number: number }[] {
    return tabs.flatMap((tab) => {
      const opened = tab && [...several.values()].find(({ title }) => isTitled(tab, title));
      if (opened) {
        const { account, space, changeRequest } = opened.at;
        return [{ account: account.key, space, number: changeRequest.number }];
      }
      return openDiffUris(tab).flatMap((uri) => {
        const { account, space, version = main } = addressOf(uri) ?? besideAddressOf(uri) ?? {};
        const number = numberOf(version);
        return account === undefined || space === undefined || number === undefined ? [] : [{ account, space, number }];
      });
    });
  }

  const looking = (): void => void look().catch((error: unknown) => edge.note('Open diffs', error));
  const subscriptions = vscode.Disposable.from(
    stores.onDidChange('content', (account, change) => {
      notify(account, change).catch((error: unknown) => edge.note('Open diffs', error));
    }),
    stores.onDidChange('edits', (_, { revision }) => own.set(revision, true)),
    vscode.window.tabGroups.onDidChangeTabs(looking),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && looking()),
  );

  return {
    opened(opened) {
      const { account, space, changeRequest } = opened.at;
      several.set(opened.title, { title: opened.title, at: opened.at });
      sets.set(keyOf(account.key, space, changeRequest.number), opened.set);
    },
    dispose: () => void subscriptions.dispose(),
  };
}

/** A summary of the differences between two change sets; undefined if there are none. */
function newsIn(old: ChangeSet, now: ChangeSet): string | undefined {
  const before = new Map(old.pages.map((change) => [change.id, change]));
  const after = new Map(now.pages.map((change) => [change.id, change]));
  const more = now.pages.filter(({ id }) => !before.has(id)).length;
  const fewer = old.pages.filter(({ id }) => !after.has(id)).length;
  const again = now.pages.filter(
    (change) => before.has(change.id) && fingerprintOf(before.get(change.id)) !== fingerprintOf(change),
  ).length;
  const parts = [
    again === 0 ? undefined : plural(vscode.l10n.t('{0} page changed again|{0} pages changed again'), again),
    more === 0 ? undefined : plural(vscode.l10n.t('{0} more page|{0} more pages'), more),
    fewer === 0 ? undefined : plural(vscode.l10n.t('{0} page no longer changed|{0} pages no longer changed'), fewer),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function fingerprintOf(change: PageChange | undefined): string {
  return JSON.stringify([
    change?.before?.page,
    change?.after?.page,
    change?.before?.path,
    change?.after?.path,
    change?.after?.parent,
  ]);
}

function keyOf(account: string, space: string, number: number): string {
  return JSON.stringify([account, space, number]);
}
