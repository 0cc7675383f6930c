import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { Arrangement, ChangeRequestFilter, Status } from '../../store/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';
import { withoutIcons } from '../words/plainText.ts';
import { membersOf, personItem } from './reviews.ts';
import { groupName, personName } from './shared/wording.ts';
import type { Uses } from '../services/services.ts';

export interface Filtered {
  readonly filter: ChangeRequestFilter;
  /** What the filter shows, in words. */
  readonly words: string | undefined;
}

type By = 'statuses' | 'creator' | 'contributor' | 'space' | 'nothing';

/** Asks how to filter the view. */
export async function askFilter(
  parts: Uses<'stores'>,
  account: Account,
  { filter }: Arrangement,
): Promise<Filtered | undefined> {
  const items: (vscode.QuickPickItem & { by: By })[] = [
    { label: vscode.l10n.t('Status…'), by: 'statuses' },
    { label: vscode.l10n.t('Author…'), by: 'creator' },
    { label: vscode.l10n.t('Contributor…'), by: 'contributor' },
    { label: vscode.l10n.t('Space…'), by: 'space' },
    ...(Object.values(filter).some((value) => value !== undefined)
      ? [{ label: vscode.l10n.t('No filter'), by: 'nothing' as const }]
      : []),
  ];
  const by = (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Filter Change Requests') }))?.by;
  switch (by) {
    case undefined:
      return undefined;
    case 'nothing':
      return { filter: {}, words: undefined };
    case 'statuses':
      return byStatus(filter);
    case 'creator':
    case 'contributor':
      return byPerson(parts, account, by);
    case 'space':
      return bySpace(parts, account);
  }
}

async function byStatus({ statuses }: ChangeRequestFilter): Promise<Filtered | undefined> {
  const all: readonly Status[] = ['open', 'draft', 'merged', 'archived'];
  const items = all.map((status) => ({
    label: groupName(status),
    picked: statuses?.includes(status) ?? true,
    status,
  }));
  const title = vscode.l10n.t('Select the statuses to show');
  const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true });
  const found = chosen && [chosen].flat().map(({ status }) => status);
  if (!found) return undefined;
  if (found.length === 0 || found.length === all.length) return { filter: {}, words: undefined };
  return { filter: { statuses: found }, words: found.map(groupName).join(', ') };
}

async function byPerson(
  parts: Uses<'stores'>,
  account: Account,
  by: 'creator' | 'contributor',
): Promise<Filtered | undefined> {
  const library = await parts.stores(account).library();
  const organizations = await library.organizations();
  const ids = organizations.map(({ id }) => id);
  const people = await membersOf(parts, account, ids);
  const title = by === 'creator' ? vscode.l10n.t('Select an author') : vscode.l10n.t('Select a contributor');
  const chosen = await vscode.window.showQuickPick(people.map(personItem), { title, matchOnDescription: true });
  if (!chosen) return undefined;
  const name = personName(chosen.user);
  return {
    filter: { [by]: chosen.user.id },
    words: by === 'creator' ? vscode.l10n.t('author: {0}', name) : vscode.l10n.t('contributor: {0}', name),
  };
}

async function bySpace({ stores }: Uses<'stores'>, account: Account): Promise<Filtered | undefined> {
  const { spaces } = await (await stores(account).library()).availableSpaces();
  const items = spaces
    .filter((space) => space.changeRequests > 0)
    .map((space) => ({ label: withoutIcons(titleText(space.title)), space }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Select a space') });
  if (!chosen) return undefined;
  return {
    filter: { space: chosen.space.id },
    words: vscode.l10n.t('in {0}', titleText(chosen.space.title)),
  };
}
