import * as vscode from 'vscode';
import { shaped } from '../../ground/contributions/given.ts';
import type { User } from '../../../contract/organizations/users.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { explained } from './explained.ts';
import { isReadyForReview } from './readiness.ts';
import type { ReviewRow } from '../../ground/changeRequests/rows.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { commentOf } from './items.ts';
import { awaited } from '../../ground/changeRequests/awaitedReviews.ts';
import {
  nameOf,
  personName,
  requestedInWords,
  shortNameOf,
  verdictInWords,
} from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Asks members for a review. */
export async function requestReviewers(parts: Uses<'prompts' | 'edge' | 'stores'>, target: Target): Promise<void> {
  const { account, store, at } = target;
  const state = await store.reviews(at);
  if (!state) throw new Error(noReviews());
  const readiness = await isReadyForReview(parts, target, {
    question: vscode.l10n.t('Request a review of {0}?', nameOf(at.changeRequest)),
    saveAll: vscode.l10n.t('Save All and Request'),
    without: vscode.l10n.t('Request Without Unsent Changes'),
    anyway: vscode.l10n.t('Request Anyway'),
  });
  if (!readiness) return;
  const asked = new Set(state.requested?.map(({ user }) => user?.id));
  asked.add(at.changeRequest.createdBy?.id);
  const people = (await membersOf(parts, account, [at.space.organization])).filter(({ id }) => !asked.has(id));
  const chosen = await showQuickPick(people.map(personItem), {
    title: vscode.l10n.t('Select reviewers for {0}', shortNameOf(at.changeRequest)),
    canPickMany: true,
    matchOnDescription: true,
  });
  // A pick that allows one entry instead of several returns it without an array.
  const users = [chosen ?? []].flat().map(({ user }) => user.id);
  if (users.length > 0) await explained(target, () => store.requestReviewers(at, users));
}

/** Withdraws the request to a reviewer: the row's, or one that the user picks. */
export async function withdrawReviewer(target: Target, row: ReviewRow | undefined): Promise<void> {
  const { store, at } = target;
  const user = row ? row.requested?.user : await pickAwaited(target);
  if (user) await explained(target, () => store.withdrawReviewer(at, user.id));
}

async function pickAwaited({ store, at }: Target): Promise<User | undefined> {
  const state = await store.reviews(at);
  const users = state ? awaited(state).flatMap(({ user }) => user ?? []) : [];
  if (users.length === 0) {
    const name = nameOf(at.changeRequest);
    await showInformation(vscode.l10n.t('No one has been asked to review {0}.', name));
    return undefined;
  }
  const title = vscode.l10n.t('Select a reviewer to remove');
  return (await showQuickPick(users.map(personItem), { title }))?.user;
}

/** Shows who has reviewed it, who was asked to, and who created it. */
export async function showReviews(parts: Uses<'prompts' | 'edge' | 'stores'>, target: Target): Promise<void> {
  const { store, at, account } = target;
  const user = await parts.stores(account).currentUser();
  const [state, currentUserId] = await Promise.all([store.reviews(at), user.load()]);
  if (!state) throw new Error(noReviews());
  const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const items: vscode.QuickPickItem[] = [
    separator(vscode.l10n.t('Reviews')),
    ...state.reviews.map((review) => ({
      label: withoutIcons(personName(review.reviewer)),
      description: verdictInWords(review.status),
      ...(commentOf(review.comment) && { detail: withoutIcons(commentOf(review.comment) ?? '') }),
    })),
    ...awaited(state).map(({ user }) => ({
      label: withoutIcons(personName(user)),
      description: requestedInWords(user, currentUserId),
    })),
    separator(vscode.l10n.t('Contributors')),
    ...(state.contributors ?? []).map(({ user }) => ({ label: withoutIcons(personName(user)) })),
  ];
  await showQuickPick(items, { title: nameOf(at.changeRequest), matchOnDetail: true });
}

/** Lets users choose who they are if the server doesn't report it. */
export async function chooseUser(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await parts.stores(account).library();
  const organizations = await library.organizations();
  const people = await membersOf(
    parts,
    account,
    organizations.map(({ id }) => id),
  );
  const title = vscode.l10n.t("This server can't identify you. Choose your user.");
  const chosen = await showQuickPick(people.map(personItem), { title, matchOnDescription: true });
  if (!chosen) return;
  const currentUser = await parts.stores(account).currentUser();
  await currentUser.choose(chosen.user.id);
}

/** The members of organizations, by name. */
export async function membersOf(
  { stores }: Uses<'stores'>,
  account: Account,
  organizations: readonly string[],
): Promise<User[]> {
  const store = await stores(account).organizations();
  const membersIn = async (organizationId: string): Promise<User[]> => {
    const members = store.members(organizationId);
    // The list is cached for as long as the window is open, and someone may have joined since.
    await members.refresh();
    return (await members.all()).map(({ id, user }) => user ?? { id });
  };
  const users = (await Promise.all(organizations.map(membersIn))).flat();
  const distinct = new Map(users.map((user) => [user.id, user]));
  return [...distinct.values()].sort((one, other) => personName(one).localeCompare(personName(other)));
}

export function personItem(user: User): vscode.QuickPickItem & { readonly user: User } {
  return { label: withoutIcons(personName(user)), description: withoutIcons(user.email ?? ''), user };
}

export const isReviewRow = shaped<ReviewRow>({ kind: ['review'] });

function noReviews(): string {
  return vscode.l10n.t("This server doesn't support reviews. Use comments instead.");
}
