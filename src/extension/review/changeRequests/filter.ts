import * as vscode from 'vscode';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestFilter, Status } from '../../../store/changeRequests/changeRequests.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { pickValue } from '../../ground/prompts/pickValue.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { membersOf, personItem } from './reviews.ts';
import { groupName, personName } from '../../ground/changeRequests/wording.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** What a filter shows, in words, by its fields. */
export type FilterWords = Partial<Record<keyof ChangeRequestFilter, string>>;

export interface Filtered {
  readonly filter: ChangeRequestFilter;
  readonly words: FilterWords;
}

/** The value of one field, and what it shows. Without both, the field matches all. */
interface Chosen {
  readonly value?: string | readonly Status[];
  readonly words?: string;
}

/** Asks for one field of the view's filter. The others stay. */
export async function askFilter(
  parts: Uses<'stores'>,
  account: Account,
  { filter, words }: Filtered,
): Promise<Filtered | undefined> {
  const items = [
    { label: vscode.l10n.t('Status…'), by: 'statuses' },
    { label: vscode.l10n.t('Author…'), by: 'creator' },
    { label: vscode.l10n.t('Contributor…'), by: 'contributor' },
    { label: vscode.l10n.t('Space…'), by: 'space' },
  ] as const;
  const isSet = Object.values(filter).some((value) => value !== undefined);
  const picked = await showQuickPick(
    [
      ...items.map((item) => ({ ...item, description: words[item.by] ?? '' })),
      ...(isSet ? [{ label: vscode.l10n.t('No filter'), by: 'nothing' as const }] : []),
    ],
    { title: vscode.l10n.t('Filter Change Requests') },
  );
  if (!picked) return undefined;
  const { by } = picked;
  if (by === 'nothing') return { filter: {}, words: {} };
  const chosen = await choose(parts, account, by, filter);
  if (!chosen) return undefined;
  return {
    filter: { ...filter, [by]: chosen.value },
    words: Object.fromEntries(
      Object.entries({ ...words, [by]: chosen.words }).filter(([, text]) => text !== undefined),
    ),
  };
}

async function choose(
  parts: Uses<'stores'>,
  account: Account,
  by: keyof ChangeRequestFilter,
  filter: ChangeRequestFilter,
): Promise<Chosen | undefined> {
  switch (by) {
    case 'statuses':
      return byStatus(filter);
    case 'creator':
    case 'contributor':
      return byPerson(parts, account, by, filter[by]);
    case 'space':
      return bySpace(parts, account, filter.space);
  }
}

async function byStatus({ statuses }: ChangeRequestFilter): Promise<Chosen | undefined> {
  const all: readonly Status[] = ['open', 'draft', 'merged', 'archived'];
  const items = all.map((status) => ({
    label: groupName(status),
    picked: statuses?.includes(status) ?? true,
    status,
  }));
  const title = vscode.l10n.t('Select the statuses to show');
  const chosen = await showQuickPick(items, { title, canPickMany: true });
  const found = chosen && [chosen].flat().map(({ status }) => status);
  if (!found) return undefined;
  if (found.length === 0 || found.length === all.length) return {};
  return { value: found, words: found.map(groupName).join(', ') };
}

async function byPerson(
  parts: Uses<'stores'>,
  account: Account,
  by: 'creator' | 'contributor',
  present: string | undefined,
): Promise<Chosen | undefined> {
  const library = await parts.stores(account).library();
  const organizations = await library.organizations();
  const ids = organizations.map(({ id }) => id);
  const people = (await membersOf(parts, account, ids)).map((user) => {
    const name = personName(user);
    const words = by === 'creator' ? vscode.l10n.t('author: {0}', name) : vscode.l10n.t('contributor: {0}', name);
    return { ...personItem(user), value: user.id, words };
  });
  const any = by === 'creator' ? vscode.l10n.t('Any author') : vscode.l10n.t('Any contributor');
  const title = by === 'creator' ? vscode.l10n.t('Select an author') : vscode.l10n.t('Select a contributor');
  const items: readonly (vscode.QuickPickItem & Chosen)[] = [{ label: any }, ...people];
  return pickValue(items, ({ value }) => value === present, { title, matchOnDescription: true });
}

async function bySpace(
  { stores }: Uses<'stores'>,
  account: Account,
  present: string | undefined,
): Promise<Chosen | undefined> {
  const { spaces } = await (await stores(account).library()).availableSpaces();
  const items: readonly (vscode.QuickPickItem & Chosen)[] = [
    { label: vscode.l10n.t('Any space') },
    ...spaces
      .filter((space) => space.changeRequests > 0 || space.id === present)
      .map((space) => {
        const title = titleText(space.title);
        return { label: withoutIcons(title), value: space.id, words: vscode.l10n.t('in {0}', title) };
      }),
  ];
  return pickValue(items, ({ value }) => value === present, { title: vscode.l10n.t('Select a space') });
}
