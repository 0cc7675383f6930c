import * as vscode from 'vscode';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { needsReviewOf, verdictOf } from '../../../model/changeRequests/reviewState.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Header, HeaderAction } from '../../../protocol/threads.ts';
import type { ChangeRequestAt, ChangeRequests } from '../../../store/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';
import type { Services } from '../services/services.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import { isAllowed, isUnderWay, offeredActions, primaryAction, type ReviewProgress } from './offeredActions.ts';

/** A space or change request whose threads a view shows. */
export interface ThreadsAt {
  readonly parts: Services;
  readonly account: Account;
  readonly space: string;
  readonly changeRequest: string | undefined;
}

/** The commands of the change requests feature; they take `{ space, changeRequest, account }`. */
const commandOf = {
  approve: 'docsPlatform.changeRequest.approve',
  requestChanges: 'docsPlatform.changeRequest.requestChanges',
  submitReview: 'docsPlatform.changeRequest.submitReview',
  discardReview: 'docsPlatform.changeRequest.discardReview',
  openChanges: 'docsPlatform.changes.open',
  updateFromMain: 'docsPlatform.changeRequest.update',
  merge: 'docsPlatform.changeRequest.merge',
  revert: 'docsPlatform.changeRequest.revert',
} as const;

/** Loaded each time, so that users who have the panel open see that someone else merged it. */
export async function headerOf(at: ThreadsAt): Promise<Header> {
  const { parts, account, space } = at;
  if (at.changeRequest === undefined) {
    const known = await (await parts.stores(account).library()).space(space);
    const actions: HeaderAction[] = browserAddressOf(known.urls) === undefined ? [] : ['openInBrowser'];
    return {
      title: vscode.l10n.t('Comments'),
      isOutdated: false,
      description: vscode.l10n.t('on {0}', titleText(known.title)),
      actions,
      mayComment: isAllowed(known, 'comment'),
    };
  }
  const store = await parts.stores(account).changeRequests();
  const found = await store.refreshOne(space, at.changeRequest);
  const { changeRequest } = found;
  const progress = isUnderWay(found) ? await progressOf(at, store, found) : noProgress;
  const actions = await actionsOf(found, progress);
  const primary = primaryAction(actions, progress);
  const author = changeRequest.createdBy?.displayName;
  const into = vscode.l10n.t('into {0}', titleText(found.space.title));
  return {
    title: `#${changeRequest.number} ${titleText(changeRequest.subject)}`,
    status: changeRequest.status,
    isOutdated: changeRequest.outdated === true && isUnderWay(found),
    description: [author ? titleText(author) : undefined, into].filter(Boolean).join(' · '),
    actions,
    ...(primary && { primary }),
    mayComment: isAllowed(found.space, 'comment'),
    mayReview: isUnderWay(found) && isAllowed(found.space, 'comment'),
    mayApply: isUnderWay(found) && isAllowed(found.space, 'edit'),
  };
}

export async function runAction(at: ThreadsAt, action: HeaderAction): Promise<void> {
  const found = at.changeRequest === undefined ? undefined : await changeRequestAt(at, at.changeRequest);
  if (action !== 'openInBrowser') {
    if (found) await vscode.commands.executeCommand(commandOf[action], { ...found, account: at.account.key });
    return;
  }
  const { urls } = found?.changeRequest ?? (await (await at.parts.stores(at.account).library()).space(at.space));
  const address = browserAddressOf(urls);
  if (address) await openInBrowser(address);
}

async function changeRequestAt({ parts, account, space }: ThreadsAt, id: string): Promise<ChangeRequestAt> {
  const changeRequests = await parts.stores(account).changeRequests();
  return changeRequests.find(space, id);
}

const noProgress: ReviewProgress = { isRequested: false, isApproved: false };

/** If reviews can't be loaded, the rest is still shown. */
async function progressOf(
  { parts, account }: ThreadsAt,
  store: ChangeRequests,
  found: ChangeRequestAt,
): Promise<ReviewProgress> {
  try {
    const user = await parts.stores(account).currentUser();
    const [state, currentUserId] = await Promise.all([store.reviews(found), user.load()]);
    if (!state) return noProgress;
    const { revision } = found.changeRequest;
    return {
      isRequested: needsReviewOf(currentUserId, state, revision),
      isApproved: verdictOf(state.reviews, revision) === 'approved',
    };
  } catch (error) {
    parts.edge.note('Comment threads', error);
    return noProgress;
  }
}

/** The actions whose commands exist. */
async function actionsOf(found: ChangeRequestAt, progress: ReviewProgress): Promise<HeaderAction[]> {
  const known = new Set(await vscode.commands.getCommands(true));
  return offeredActions(found, progress).filter((action) => action === 'openInBrowser' || known.has(commandOf[action]));
}
