import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { titleText } from '../../model/titleText.ts';
import type { ChangeRequestAt, ChangeRequests } from '../../store/changeRequests.ts';
import type { Account } from '../account/accounts.ts';
import { nameOf } from '../prompts/changeRequestName.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { WritingParts } from './writingParts.ts';

/** The number of a change request of the space that the user picks or makes. Rejects with a sentence when the user may not edit the space. */
export async function pickNumber(
  parts: WritingParts,
  { account, space: id }: { readonly account: Account; readonly space: string },
): Promise<number | undefined> {
  const space = await (await parts.platforms.library(account)).space(id);
  if (space.permissions?.edit === false) {
    throw new Error(
      vscode.l10n.t(
        'Your account may not edit “{0}”. Ask an administrator of the organization for the right.',
        titleText(space.title),
      ),
    );
  }
  const title = vscode.l10n.t('Edit in which change request of {0}?', titleText(space.title));
  return (await pickChangeRequest(parts, account, space, title))?.changeRequest.number;
}

/** The change request to write in: one of mine that is not over yet, the last one first, or a new one. */
async function pickChangeRequest(
  parts: WritingParts,
  account: Account,
  space: Space,
  title: string,
): Promise<ChangeRequestAt | undefined> {
  const { platforms, state } = parts;
  const store = await platforms.changeRequests(account);
  const mine = await mineIn(store, space);
  const name = `writing.last/${account.key}/${space.id}`;
  const last = state.get<string>(name);
  const sorted = mine.toSorted(
    (one, other) => Number(other.changeRequest.id === last) - Number(one.changeRequest.id === last),
  );
  const items: Item[] = [
    ...sorted.map((at) => itemOf(at, at.changeRequest.id === last)),
    { label: vscode.l10n.t('New Change Request…'), iconPath: new vscode.ThemeIcon('add'), at: undefined },
  ];
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (!chosen) return undefined;
  const at = chosen.at ?? (await created(account, space, parts));
  if (at) await state.update(name, at.changeRequest.id);
  return at;
}

type Item = vscode.QuickPickItem & { readonly at: ChangeRequestAt | undefined };

function itemOf(at: ChangeRequestAt, isLast: boolean): Item {
  const { status, outdated } = at.changeRequest;
  const marks = [
    isLast ? vscode.l10n.t('where you wrote last') : undefined,
    status === 'draft' ? vscode.l10n.t('a draft') : undefined,
    outdated ? vscode.l10n.t('outdated') : undefined,
  ];
  return {
    label: withoutIcons(nameOf(at.changeRequest)),
    description: marks.filter(Boolean).join(' · '),
    iconPath: new vscode.ThemeIcon(status === 'draft' ? 'git-pull-request-draft' : 'git-pull-request'),
    at,
  };
}

/** Where the server does not tell who I am, all of them. */
async function mineIn(store: ChangeRequests, space: Space): Promise<ChangeRequestAt[]> {
  const me = await store.me();
  const found = await store.having(['draft', 'open'], space);
  return found
    .filter(({ changeRequest: { createdBy } }) => me === undefined || createdBy?.id === me)
    .toSorted((one, other) => other.changeRequest.number - one.changeRequest.number);
}

async function created(
  account: Account,
  space: Space,
  { accounts }: WritingParts,
): Promise<ChangeRequestAt | undefined> {
  // It is made for the account that is shown.
  if (accounts.active?.key !== account.key) await accounts.activate(account.key);
  return vscode.commands.executeCommand('docsPlatform.changeRequests.create', { space }, { isToBeWritten: true });
}
