import type { CurrentUser } from '../../../store/account/currentUser.ts';
import * as vscode from 'vscode';
import type { ChangeRequestPlace, ChangeRequests } from '../../../store/changeRequests/changeRequests.ts';
import type { Inbox } from '../../../store/comments/inbox.ts';
import type { TreeHost } from '../../ground/trees/create.ts';
import { followLatest } from '../../ground/trees/followLatest.ts';
import { plural } from '../../ground/words/plural.ts';
import type { Arrangements } from './arrangements.ts';
import { isPlaceRow, type Row } from '../../ground/changeRequests/rows.ts';
import { ageOf } from '../../ground/changeRequests/wording.ts';

export const waitingPlace: ChangeRequestPlace = { kind: 'waiting', key: 'waiting' };
/** How many of the user's own change requests have their reviews loaded in advance. */
const mostOfOwn = 5;
/** In ms. */
const oldAfter = 3 * 60_000;

/** The state around the rows: the badge, the filter, and the age of rows that couldn't be refreshed. */
export interface Attention extends vscode.Disposable {
  /** Shows the cached state. */
  notify(): void;
  /** Loads and shows what needs the user's attention. */
  count(): Promise<void>;
}

export function createAttention(
  { account, view, held, arrangements, changed, isWatched }: TreeHost<Row> & { readonly arrangements: Arrangements },
  stores: {
    readonly store: () => ChangeRequests | undefined;
    /** Undefined if another account is shown in the meantime. */
    readonly open: () => Promise<ChangeRequests | undefined>;
    readonly currentUser: () => Promise<CurrentUser>;
    readonly inbox: () => Promise<Inbox>;
    readonly noted: (error: unknown) => void;
  },
): Attention {
  /** What the Inbox last found the user is asked to review. */
  let requested: readonly string[] | undefined;
  /** The age that each row shows. */
  const ages = new Map<string, string | undefined>();
  const timer = setInterval(() => {
    refreshIfOld();
    if (isWatched()) showAges();
  }, oldAfter / 3);
  const followed = followLatest<Inbox>((inbox) => {
    agree(inbox);
    return inbox.onDidChange(() => agree(inbox));
  });
  const following = vscode.Disposable.from(
    view.onDidChangeVisibility(refreshIfOld),
    vscode.window.onDidChangeWindowState(refreshIfOld),
    followed,
    { dispose: () => clearInterval(timer) },
  );

  function notify(): void {
    const store = stores.store();
    if (!store) return;
    view.badge = badgeOf(store.cachedChildren(waitingPlace)?.total ?? 0);
    view.description = Object.values(arrangements.words(account)).join(' · ') || undefined;
    const groups = [...held.values()].filter((row) => isPlaceRow(row) && row.kind !== 'changeRequest');
    for (const group of [...groups, undefined]) held.noteAge(group, store.cachedChildren(group));
  }

  function showAges(): void {
    for (const row of held.values()) {
      if (row.kind !== 'changeRequest') continue;
      const { updatedAt, createdAt } = row.changeRequest;
      const age = ageOf(updatedAt ?? createdAt);
      if (ages.has(row.key) && ages.get(row.key) !== age) changed(row);
      ages.set(row.key, age);
    }
  }

  /** The Inbox checks more often what the user is asked to review: the view then follows at once. */
  function agree(inbox: Inbox): void {
    const store = stores.store();
    if (!store?.cachedChildren(waitingPlace) || !inbox.isChecked()) return;
    const before = requested;
    requested = inbox.requested();
    const known = new Set(before ?? store.all().map(({ changeRequest }) => changeRequest.id));
    const isSame = before === undefined || before.length === requested.length;
    if (!isSame || requested.some((id) => !known.has(id))) store.refresh().catch(stores.noted);
  }

  /** Shows a user who comes back to the view, or stays there, what others have changed. */
  function refreshIfOld(): void {
    const store = stores.store();
    const asOf = store?.cachedChildren(waitingPlace)?.asOf;
    if (!store || asOf === undefined || !view.visible || !vscode.window.state.focused) return;
    if (Date.now() - asOf > oldAfter) store.refresh().catch(stores.noted);
  }

  return {
    notify,
    async count() {
      try {
        const store = await stores.open();
        if (!store) return;
        await store.children(waitingPlace);
        followed.use(await stores.inbox());
        await loadOwnReviews(store, await stores.currentUser());
      } catch (error) {
        stores.noted(error);
      }
      notify();
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
  const tooltip = plural(
    vscode.l10n.t('{0} change request needs your attention|{0} change requests need your attention'),
    waiting,
  );
  return { value: waiting, tooltip };
}

/**
 * Only its reviews tell whether one of the user's own change requests was approved or sent back. The reviews of the
 * most recently updated ones are loaded once there is time.
 */
async function loadOwnReviews(store: ChangeRequests, currentUser: CurrentUser): Promise<void> {
  const currentUserId = await currentUser.load();
  const own = store
    .all()
    .filter(({ changeRequest }) => changeRequest.status === 'open' && changeRequest.createdBy?.id === currentUserId)
    .sort((one, other) => (other.changeRequest.updatedAt ?? '').localeCompare(one.changeRequest.updatedAt ?? ''));
  for (const at of currentUserId === undefined ? [] : own.slice(0, mostOfOwn)) await store.reviews(at);
}
