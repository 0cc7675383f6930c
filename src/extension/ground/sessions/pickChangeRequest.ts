import * as vscode from 'vscode';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';
import { nameOf } from '../words/changeRequestName.ts';
import { withoutIcons } from '../words/plainText.ts';
import { askSubject } from '../prompts/subject.ts';
import type { Stores, Uses } from '../services/services.ts';
import { showQuickPick } from '../services/quickPick.ts';

/** A change request that is created after all other questions are answered, so that Escape leaves none behind. */
export interface PlannedChangeRequest {
  readonly subject: string;
  /** Creates it and returns its number. Further calls return the same number. */
  readonly create: () => Promise<number>;
}

interface SpaceAt {
  readonly account: Account;
  /** The id of the space. */
  readonly space: string;
}

/**
 * The number of a change request of the space, which the user picks or creates. Rejects with a readable error if the
 * user may not edit the space.
 */
export async function pickNumber(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  at: SpaceAt,
): Promise<number | undefined> {
  const space = await editableSpace(parts, at);
  const title = vscode.l10n.t('Select a change request in {0} to edit', titleText(space.title));
  const chosen = await pickChangeRequest(parts, at.account, space, title);
  if (chosen !== 'new') return chosen;
  return askSubject(parts.prompts, {
    title: titleOfNew(space),
    send: (subject) => create(parts, at.account, space, subject),
  });
}

/** The same for an action with more questions. `question` names the space, and `value` is the suggested subject of a new one. */
export async function pickNumberOrPlan(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  at: SpaceAt,
  question: (space: string) => string,
  value?: string,
): Promise<number | PlannedChangeRequest | undefined> {
  const space = await editableSpace(parts, at);
  const chosen = await pickChangeRequest(parts, at.account, space, question(titleText(space.title)));
  if (chosen !== 'new') return chosen;
  const subject = await askSubject(parts.prompts, {
    title: titleOfNew(space),
    ...(value !== undefined && { value }),
    send: async (typed) => typed,
  });
  if (subject === undefined) return undefined;
  let made: number | undefined;
  return { subject, create: async () => (made ??= await create(parts, at.account, space, subject)) };
}

function titleOfNew({ title }: Space): string {
  return vscode.l10n.t('Create Change Request in {0}', titleText(title));
}

async function editableSpace({ stores }: Uses<'stores'>, { account, space: id }: SpaceAt): Promise<Space> {
  const space = await (await stores(account).library()).space(id);
  if (space.permissions?.edit !== false) return space;
  throw new Error(
    vscode.l10n.t(
      "You don't have permission to edit “{0}”. Ask an administrator of the organization.",
      titleText(space.title),
    ),
  );
}

/**
 * The number of one of the current user's unfinished change requests, the last used one first; `new` without a question
 * if there are none.
 */
async function pickChangeRequest(
  { stores, state }: Uses<'state' | 'stores'>,
  account: Account,
  space: Space,
  title: string,
): Promise<number | 'new' | undefined> {
  const own = await ownIn(stores(account), space);
  if (own.length === 0) return 'new';
  const last = state.get<string>(nameOfLast(account, space));
  const sorted = own.toSorted(
    (one, other) => Number(other.changeRequest.id === last) - Number(one.changeRequest.id === last),
  );
  const items: Item[] = [
    ...sorted.map((at) => itemOf(at, at.changeRequest.id === last)),
    { label: vscode.l10n.t('Create Change Request…'), iconPath: new vscode.ThemeIcon('add'), at: undefined },
  ];
  const chosen = await showQuickPick(items, { title, matchOnDescription: true });
  if (!chosen) return undefined;
  if (!chosen.at) return 'new';
  const { id, number } = chosen.at.changeRequest;
  await state.update(nameOfLast(account, space), id);
  return number;
}

function nameOfLast({ key }: Account, { id }: Space): string {
  return `writing.last/${key}/${id}`;
}

type Item = vscode.QuickPickItem & { readonly at: ChangeRequestAt | undefined };

function itemOf(at: ChangeRequestAt, isLast: boolean): Item {
  const { status, outdated } = at.changeRequest;
  const marks = [
    isLast ? vscode.l10n.t('last edited here') : undefined,
    status === 'draft' ? vscode.l10n.t('draft') : undefined,
    outdated ? vscode.l10n.t('outdated') : undefined,
  ];
  return {
    label: withoutIcons(nameOf(at.changeRequest)),
    description: marks.filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(status === 'draft' ? 'git-pull-request-draft' : 'git-pull-request'),
    at,
  };
}

/** If the server doesn't report the current user, these are everyone's. */
async function ownIn(stores: Stores, space: Space): Promise<ChangeRequestAt[]> {
  const currentUserId = await (await stores.currentUser()).load();
  const found = await (await stores.changeRequests()).having(['draft', 'open'], space);
  return found
    .filter(({ changeRequest: { createdBy } }) => currentUserId === undefined || createdBy?.id === currentUserId)
    .toSorted((one, other) => other.changeRequest.number - one.changeRequest.number);
}

async function create(
  { accounts, stores, state }: Uses<'accounts' | 'state' | 'stores'>,
  account: Account,
  space: Space,
  subject: string,
): Promise<number> {
  // The view shows the change requests of the active account.
  if (accounts.active?.key !== account.key) await accounts.activate(account.key);
  const { changeRequest } = await (await stores(account).changeRequests()).create(space, { subject });
  await state.update(nameOfLast(account, space), changeRequest.id);
  return changeRequest.number;
}
