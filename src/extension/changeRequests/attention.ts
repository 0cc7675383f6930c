import type { CurrentUser } from '../../store/account/currentUser.ts';
import * as vscode from 'vscode';
import type { ChangeRequestPlace, ChangeRequests } from '../../store/changeRequests/changeRequests.ts';
import type { TreeHost } from '../trees/create.ts';
import { plural } from '../words/plural.ts';
import type { Arrangements } from './arrangements.ts';
import { isPlaceRow, type Row } from './shared/rows.ts';

export const waitingPlace: ChangeRequestPlace = { kind: 'waiting', key: 'waiting' };
/** How many of one's own change requests are looked at for reviews unasked. */
const mostOfMine = 5;
/** In ms. */
const oldAfter = 3 * 60_000;

/** What is said around the rows: the badge, the filter, and how old is what could not be refreshed. */
export interface Attention extends vscode.Disposable {
  /** Shows what is known. */
  tell(): void;
  /** Asks what waits on the user, and shows it. */
  count(): Promise<void>;
}

export function createAttention(
  { account, view, held, arrangements }: TreeHost<Row> & { readonly arrangements: Arrangements },
  stores: {
    readonly store: () => ChangeRequests | undefined;
    /** Undefined when another account is shown by then. */
    readonly open: () => Promise<ChangeRequests | undefined>;
    readonly currentUser: () => Promise<CurrentUser>;
    readonly noted: (error: unknown) => void;
  },
): Attention {
  const following = vscode.Disposable.from(
    view.onDidChangeVisibility(refreshIfOld),
    vscode.window.onDidChangeWindowState(refreshIfOld),
  );

  function tell(): void {
    const store = stores.store();
    if (!store) return;
    view.badge = badgeOf(store.knownChildren(waitingPlace)?.places.length ?? 0);
    view.description = arrangements.describe(account);
    const groups = [...held.values()].filter((row) => isPlaceRow(row) && row.kind !== 'changeRequest');
    for (const group of [...groups, undefined]) held.noteAge(group, store.knownChildren(group));
  }

  /** Whoever comes back to the view sees what others did meanwhile. */
  function refreshIfOld(): void {
    const store = stores.store();
    const asOf = store?.knownChildren(waitingPlace)?.asOf;
    if (!store || asOf === undefined || !view.visible || !vscode.window.state.focused) return;
    if (Date.now() - asOf > oldAfter) store.refresh().catch(stores.noted);
  }

  return {
    tell,
    async count() {
      try {
        const store = await stores.open();
        if (!store) return;
        await store.children(waitingPlace);
        await lookAtMine(store, await stores.currentUser());
      } catch (error) {
        stores.noted(error);
      }
      tell();
    },
    dispose() {
      following.dispose();
      view.badge = undefined;
      view.description = undefined;
    },
  };
}

function badgeOf(waiting: number): vscode.ViewBadge | undefined {
  if (waiting === 0) return undefined;
  const tooltip = plural(vscode.l10n.t('{0} change request waits on you|{0} change requests wait on you'), waiting);
  return { value: waiting, tooltip };
}

/**
 * Of what is mine, whether it was approved or sent back is told by the reviews only: those of the few that were touched last are
 * asked for, once there is time for it.
 */
async function lookAtMine(store: ChangeRequests, currentUser: CurrentUser): Promise<void> {
  const me = await currentUser.load();
  const mine = store
    .all()
    .filter(({ changeRequest }) => changeRequest.status === 'open' && changeRequest.createdBy?.id === me)
    .sort((one, other) => (other.changeRequest.updatedAt ?? '').localeCompare(one.changeRequest.updatedAt ?? ''));
  for (const at of me === undefined ? [] : mine.slice(0, mostOfMine)) await store.reviews(at);
}
