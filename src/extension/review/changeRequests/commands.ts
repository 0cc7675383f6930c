import * as vscode from 'vscode';
import type { Account } from '../../ground/services/accounts.ts';
import type { Handler } from '../../ground/commands/neededRow.ts';
import { run } from '../../ground/contributions/run.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { Tree } from '../../ground/trees/create.ts';
import { refreshed } from '../../ground/trees/refreshed.ts';
import type { Arrangements } from './arrangements.ts';
import type { FilterWords } from './filter.ts';
import { isAt, type Row } from '../../ground/changeRequests/rows.ts';
import type { Share } from './share.ts';
import { accountOfRow, targetOf, type Target } from '../../ground/changeRequests/target.ts';
import type { Move } from './status.ts';
import { wanted } from './wanted.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The commands of the Change Requests view and its rows, also in the palette and in editors. */
export function changeRequestCommands(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores'>,
  {
    arrangements,
    tree,
  }: { readonly arrangements: Arrangements; readonly tree: Pick<Tree<Row, never>, 'reveal' | 'loadAgain'> },
) {
  const { accounts, stores } = parts;
  const inView = <Result>(action: () => Promise<Result>): Thenable<Result> =>
    vscode.window.withProgress({ location: { viewId: 'docsPlatform.changeRequests' } }, action);

  async function group(grouping: 'status' | 'space'): Promise<void> {
    const account = accounts.active;
    if (!account) return;
    const { filter } = arrangements.of(account);
    await arrange(account, { grouping, filter }, arrangements.words(account));
  }

  async function arrange(
    account: Account,
    arrangement: ReturnType<typeof arrangements.of>,
    words: FilterWords,
  ): Promise<void> {
    await arrangements.set(account, arrangement, words);
    (await stores(account).changeRequests()).arrange(arrangement);
  }

  const on =
    (name: keyof typeof wanted, action: (target: Target) => unknown): Handler =>
    async (given) => {
      const target = await targetOf(parts, given, wanted[name]());
      if (target) await action(target);
    };
  const share = (what: Share) =>
    on('share', async (target) => (await import('./share.ts')).shareChangeRequest(target, what));
  const move = (to: Move) =>
    on(to, async (target) => (await import('./status.ts')).moveChangeRequest(parts, target, to));

  return {
    'docsPlatform.changeRequests.refresh': async () => {
      if (!accounts.active) return;
      const current = stores(accounts.active);
      // What is requested from the user, and its news, are shown in both views.
      void run('inbox.refresh', { isQuiet: true });
      await refreshed(tree, () => inView(async () => (await current.changeRequests()).refresh()));
    },
    'docsPlatform.changeRequests.loadMore': async (given) => {
      const row = given as Row | undefined;
      if (row?.kind !== 'more' || !accounts.active) return;
      const store = await stores(accounts.active).changeRequests();
      await inView(() => store.more(row.parent));
    },
    'docsPlatform.changeRequests.groupBySpace': () => group('space'),
    'docsPlatform.changeRequests.groupByStatus': () => group('status'),
    'docsPlatform.changeRequests.filter': async () => {
      const account = accounts.active;
      if (!account) return;
      const { askFilter } = await import('./filter.ts');
      const arrangement = arrangements.of(account);
      const { filter } = arrangement;
      const filtered = await askFilter(parts, account, { filter, words: arrangements.words(account) });
      if (filtered) await arrange(account, { ...arrangement, filter: filtered.filter }, filtered.words);
    },
    'docsPlatform.changeRequests.clearFilter': async () => {
      if (accounts.active) await arrange(accounts.active, { ...arrangements.of(accounts.active), filter: {} }, {});
    },
    'docsPlatform.changeRequests.goTo': async () => (await import('./goTo.ts')).goToChangeRequest(parts),
    'docsPlatform.changeRequests.reveal': async (given) => {
      const account = isAt(given) && accountOfRow(parts, given);
      if (!isAt(given) || !account) return;
      if (accounts.active?.key !== account.key) await accounts.activate(account.key);
      const store = await stores(account).changeRequests();
      let place = await store.placeOf(given);
      if (!place) {
        // The filter hides the change request.
        await arrange(account, { ...store.arrangement, filter: {} }, {});
        place = await store.placeOf(given);
      }
      await tree.reveal(place);
    },
    'docsPlatform.changeRequests.create': async (given, options) =>
      (await import('./create.ts')).createChangeRequest(parts, given, options),
    'docsPlatform.changeRequests.chooseUser': async () => (await import('./reviews.ts')).chooseUser(parts),
    'docsPlatform.changeRequest.openInBrowser': share('openInBrowser'),
    'docsPlatform.changeRequest.copyLink': share('copyLink'),
    'docsPlatform.changeRequest.copyNumber': share('copyNumber'),
    'docsPlatform.changeRequest.savePdf': async (given) => (await import('./savePdf.ts')).savePdf(parts, given),
    'docsPlatform.changeRequest.rename': on('rename', async (target) =>
      (await import('./status.ts')).renameChangeRequest(parts, target),
    ),
    'docsPlatform.changeRequest.openForReview': move('open'),
    'docsPlatform.changeRequest.returnToDraft': move('draft'),
    'docsPlatform.changeRequest.archive': move('archive'),
    'docsPlatform.changeRequest.reopen': move('reopen'),
    'docsPlatform.changeRequest.update': on('update', async (target) =>
      (await import('./merge.ts')).updateFromMain(parts, target),
    ),
    'docsPlatform.changeRequest.merge': on('merge', async (target) =>
      (await import('./merge.ts')).mergeChangeRequest(parts, target),
    ),
    'docsPlatform.changeRequest.revert': on('revert', async (target) =>
      (await import('./revert.ts')).revertChangeRequest(parts, target),
    ),
    'docsPlatform.changeRequest.approve': on('approve', async (target) =>
      (await import('./submitReview.ts')).submitReview(parts, target, 'approved'),
    ),
    'docsPlatform.changeRequest.requestChanges': on('requestChanges', async (target) =>
      (await import('./submitReview.ts')).submitReview(parts, target, 'changes-requested'),
    ),
    'docsPlatform.changeRequest.submitReview': on('submitReview', async (target) =>
      (await import('./submitReview.ts')).submitReview(parts, target, undefined),
    ),
    'docsPlatform.changeRequest.discardReview': on('discardReview', async (target) =>
      (await import('./submitReview.ts')).discardReview(parts, target),
    ),
    'docsPlatform.changeRequest.requestReviewers': on('requestReviewers', async (target) =>
      (await import('./reviews.ts')).requestReviewers(parts, target),
    ),
    'docsPlatform.changeRequest.withdrawReviewer': async (given) => {
      const { isReviewRow, withdrawReviewer } = await import('./reviews.ts');
      const row = isReviewRow(given) ? given : undefined;
      await on('withdrawReviewer', (target) => withdrawReviewer(target, row))(row ? row.parent.parent : given);
    },
    'docsPlatform.changeRequest.showReviews': on('share', async (target) =>
      (await import('./reviews.ts')).showReviews(parts, target),
    ),
  } satisfies CommandTable;
}
