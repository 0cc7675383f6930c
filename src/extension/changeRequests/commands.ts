import * as vscode from 'vscode';
import type { Account } from '../services/accounts.ts';
import type { CommandTable } from '../commands/table.ts';
import type { Tree } from '../trees/create.ts';
import { refreshed } from '../trees/refreshed.ts';
import type { Arrangements } from './arrangements.ts';
import type { FilterWords } from './filter.ts';
import { isAt, type Row } from './shared/rows.ts';
import { accountOf } from './shared/target.ts';
import type { Uses } from '../services/services.ts';

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

  return {
    'docsPlatform.changeRequests.refresh': async () => {
      if (!accounts.active) return;
      const current = stores(accounts.active);
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
      const account = isAt(given) && accountOf(accounts, given);
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
    'docsPlatform.changeRequest.openInBrowser': async (given) =>
      (await import('./share.ts')).shareChangeRequest(parts, given, 'openInBrowser'),
    'docsPlatform.changeRequest.copyLink': async (given) =>
      (await import('./share.ts')).shareChangeRequest(parts, given, 'copyLink'),
    'docsPlatform.changeRequest.copyNumber': async (given) =>
      (await import('./share.ts')).shareChangeRequest(parts, given, 'copyNumber'),
    'docsPlatform.changeRequest.savePdf': async (given) => (await import('./savePdf.ts')).savePdf(parts, given),
    'docsPlatform.changeRequest.rename': async (given) =>
      (await import('./status.ts')).renameChangeRequest(parts, given),
    'docsPlatform.changeRequest.openForReview': async (given) =>
      (await import('./status.ts')).moveChangeRequest(parts, given, 'open'),
    'docsPlatform.changeRequest.returnToDraft': async (given) =>
      (await import('./status.ts')).moveChangeRequest(parts, given, 'draft'),
    'docsPlatform.changeRequest.archive': async (given) =>
      (await import('./status.ts')).moveChangeRequest(parts, given, 'archive'),
    'docsPlatform.changeRequest.reopen': async (given) =>
      (await import('./status.ts')).moveChangeRequest(parts, given, 'reopen'),
    'docsPlatform.changeRequest.update': async (given) => (await import('./merge.ts')).updateFromMain(parts, given),
    'docsPlatform.changeRequest.merge': async (given) => (await import('./merge.ts')).mergeChangeRequest(parts, given),
    'docsPlatform.changeRequest.revert': async (given) =>
      (await import('./revert.ts')).revertChangeRequest(parts, given),
    'docsPlatform.changeRequest.approve': async (given) =>
      (await import('./submitReview.ts')).submitReview(parts, given, 'approved'),
    'docsPlatform.changeRequest.requestChanges': async (given) =>
      (await import('./submitReview.ts')).submitReview(parts, given, 'changes-requested'),
    'docsPlatform.changeRequest.submitReview': async (given) =>
      (await import('./submitReview.ts')).submitReview(parts, given, undefined),
    'docsPlatform.changeRequest.discardReview': async (given) =>
      (await import('./submitReview.ts')).discardReview(parts, given),
    'docsPlatform.changeRequest.requestReviewers': async (given) =>
      (await import('./reviews.ts')).requestReviewers(parts, given),
    'docsPlatform.changeRequest.withdrawReviewer': async (given) =>
      (await import('./reviews.ts')).withdrawReviewer(parts, given),
    'docsPlatform.changeRequest.showReviews': async (given) => (await import('./reviews.ts')).showReviews(parts, given),
  } satisfies CommandTable;
}
