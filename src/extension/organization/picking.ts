import * as vscode from 'vscode';
import type { Member } from '../../contract/organizations/member.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Team } from '../../contract/organizations/teams.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { OrganizationList, Organizations } from '../../store/organizations/organizations.ts';
import type { Account } from '../ground/services/accounts.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { showInformation, showStatus } from '../ground/messages/show.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { may, type OrganizationRow } from './rows.ts';
import { nameOf, roleInWords } from './words.ts';
import type { Problem } from '../ground/services/prompts.ts';
import type { Uses } from '../ground/services/services.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** The organization that a command acts in. */
export interface InOrganization {
  readonly account: Account;
  readonly organizations: Organizations;
  readonly organization: Organization;
}

/** The row's organization, else the only one where the account has the permission, else one that the user picks. */
export async function pickOrganization(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
  title: string,
  right: string,
): Promise<InOrganization | undefined> {
  if (row) return inOrganization(parts, row.organization);
  const account = await activeAccount(parts);
  if (!account) return undefined;
  const all = await (await parts.stores(account).library()).organizations();
  const fitting = all.filter((organization) => may(organization, right));
  if (fitting.length === 0) {
    await say(
      vscode.l10n.t("You don't have permission to do this in any of your organizations. Ask an administrator."),
    );
    return undefined;
  }
  const organization = await pickOf(
    fitting.map((each) => ({ label: titleText(each.title), value: each })),
    title,
  );
  return organization && inOrganization(parts, organization);
}

/** What a command of a row needs beside it. */
export async function inOrganization(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  organization: Organization,
): Promise<InOrganization | undefined> {
  const account = await activeAccount(parts);
  return account && { account, organizations: await parts.stores(account).organizations(), organization };
}

export interface PickedTeam extends InOrganization {
  readonly team: Team;
  readonly at: { readonly organizationId: string; readonly teamId: string };
}

export function withTeam(at: InOrganization, team: Team): PickedTeam {
  return { ...at, team, at: { organizationId: at.organization.id, teamId: team.id } };
}

export interface Entry<Value> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly value: Value;
}

/**
 * Picks one of the entries. If there is only one, it is used without a question. Text by others never becomes an icon.
 */
export async function pickOf<Value>(entries: readonly Entry<Value>[], title: string): Promise<Value | undefined> {
  if (entries.length === 1) return entries[0]?.value;
  const chosen = await showQuickPick(entries.map(shown), {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.value;
}

export function shown<Value>({ label, description, detail, value }: Entry<Value>) {
  return {
    label: withoutIcons(label),
    description: withoutIcons(description ?? ''),
    ...(detail && { detail: withoutIcons(detail) }),
    value,
  };
}

/** Picks an item of a platform list of any length. Shows a message if the list is empty. */
export async function pickListed<Item>(
  list: OrganizationList<Item>,
  title: string,
  nothing: string,
  entryOf: (item: Item) => Omit<Entry<Item>, 'value'>,
  wanted: (item: Item) => boolean = () => true,
): Promise<Item | undefined> {
  const all = await vscode.window.withProgress({ location: { viewId: 'docsPlatform.organization' } }, () => list.all());
  const items = all.filter(wanted);
  if (items.length === 0) {
    await say(nothing);
    return undefined;
  }
  const entries = items.map((item) => shown({ ...entryOf(item), value: item }));
  return (await showQuickPick(entries, { title, matchOnDescription: true, matchOnDetail: true }))?.value;
}

/** Picks a member. If there is more than one page of them, the user enters part of the name first. */
export async function pickMember(
  parts: Uses<'prompts'>,
  at: InOrganization,
  title: string,
): Promise<Member | undefined> {
  const found = await membersLike(parts, at, title);
  return (
    found && pickListed(found, title, vscode.l10n.t('No members are listed anymore. Refresh the view.'), memberEntry)
  );
}

/** All members. If there is more than one page of them, those matching a part of the name that the user enters. */
export async function membersLike(
  parts: Uses<'prompts'>,
  { organizations, organization }: InOrganization,
  title: string,
): Promise<OrganizationList<Member> | undefined> {
  const everybody = organizations.members(organization.id);
  if (!(await everybody.load()).hasMore) return everybody;
  return parts.prompts.ask({
    title,
    prompt: vscode.l10n.t('Part of a name or email address'),
    async accept(text, signal) {
      const search = text.trim();
      if (search === '') return { problem: vscode.l10n.t('Enter part of a name or email address.') };
      const found = organizations.members(organization.id, { search });
      const { items } = await found.load({ signal });
      return items.length > 0
        ? { value: found }
        : {
            problem: vscode.l10n.t('No member has “{0}” in their name or email address. Enter something else.', search),
          };
    },
  });
}

export function memberEntry(member: Member): Omit<Entry<Member>, 'value'> {
  return {
    label: nameOf(member),
    description: roleInWords(member.role),
    detail: titleText(member.user?.email, ''),
  };
}

/** Shows a message that needs no answer. */
export async function say(message: string): Promise<void> {
  await showInformation(message);
}

/** Shows a short message about something that the view shows anyway. */
export function mention(message: string): void {
  showStatus(message, 5000);
}

/** Why a role isn't changed back. */
export function changedSince(name: string): string {
  return vscode.l10n.t("Someone else changed the role of “{0}” in the meantime, so it wasn't changed back.", name);
}

/** Says which rights were changed, and offers to change them back. */
export async function offerUndo(
  { prompts }: Uses<'prompts'>,
  message: string,
  restore: () => Promise<unknown>,
): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  if ((await prompts.choose({ message, actions: [undo] })) === undo) await restore();
}

/** Asks before something that can't be undone. */
export async function confirm(
  { prompts }: Uses<'prompts'>,
  question: { readonly message: string; readonly detail: string; readonly action: string },
): Promise<boolean> {
  const { message, detail, action } = question;
  const answer = await prompts.choose({ modal: true, severity: 'warning', message, detail, actions: [action] });
  return answer === action;
}

/** Asks for a title. The input box stays open until the platform has accepted it. */
export async function askTitle<Made>(
  { prompts }: Uses<'prompts'>,
  question: { readonly title: string; readonly prompt: string; readonly value?: string },
  problemOf: (text: string) => Problem | undefined,
  send: (title: string) => Promise<Made>,
): Promise<Made | undefined> {
  return prompts.ask({
    ...question,
    isAction: true,
    async accept(text) {
      const title = text.trim();
      const problem = problemOf(title);
      return problem === undefined ? { value: await send(title) } : { problem };
    },
  });
}

/** Asks twice before an action that removes the user's own permissions. */
export async function confirmTwice(
  parts: Uses<'prompts'>,
  question: { readonly message: string; readonly detail: string; readonly action: string; readonly again: string },
): Promise<boolean> {
  const { message, detail, action, again } = question;
  return (
    (await confirm(parts, { message, detail, action })) && (await confirm(parts, { message: again, detail, action }))
  );
}
