import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import type { Member } from '../../contract/organizations/member.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { isRow, may, type OrganizationRow, type RowOf } from './rows.ts';
import {
  confirm,
  confirmTwice,
  mention,
  changedSince,
  offerUndo,
  pickMember,
  pickOrganization,
  say,
  shown,
  type InOrganization,
} from './picking.ts';
import { nameOf, roleInWords, roleItems } from './words.ts';
import { pickValue } from '../ground/prompts/pickValue.ts';
import type { Uses } from '../ground/services/services.ts';
import { plural } from '../ground/words/plural.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

export async function changeRole(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<void> {
  const picked = await pick(parts, row);
  if (!picked) return;
  const { organizations, organization, member, isCurrentUser } = picked;
  const name = nameOf(member);
  const chosen = await pickValue(roleItems(), ({ role }) => role === member.role, {
    title: vscode.l10n.t('Role of “{0}” in “{1}”', name, titleText(organization.title)),
  });
  if (!chosen || chosen.role === member.role) return;
  if (isCurrentUser) {
    const isSure = await confirmTwice(parts, {
      message: vscode.l10n.t('Change your own role from {0} to {1}?', roleInWords(member.role), chosen.label),
      detail: vscode.l10n.t('You may not be able to change it back: only administrators can.'),
      action: vscode.l10n.t('Change Your Role'),
      again: vscode.l10n.t('Remove your own permissions in “{0}”?', titleText(organization.title)),
    });
    if (!isSure) return;
  } else if (picked.mayBeCurrentUser && member.role === 'admin') {
    const isSure = await confirm(parts, {
      message: vscode.l10n.t('Change the role of “{0}” from {1} to {2}?', name, roleInWords(member.role), chosen.label),
      detail: vscode.l10n.t('If this is you, you may not be able to change it back: only administrators can.'),
      action: vscode.l10n.t('Change Role'),
    });
    if (!isSure) return;
  } else if (chosen.role === 'admin') {
    const isSure = await confirm(parts, {
      message: vscode.l10n.t('Make “{0}” an administrator of “{1}”?', name, titleText(organization.title)),
      detail: vscode.l10n.t('Administrators can change and delete everything in it, and manage its members.'),
      action: vscode.l10n.t('Make Administrator'),
    });
    if (!isSure) return;
  }
  await organizations.changeRole(organization.id, member.id, chosen.role);
  if (isCurrentUser) await (await parts.stores(picked.account).library()).refresh();
  const done = vscode.l10n.t(
    'The role of “{0}” in “{1}” is now {2} instead of {3}.',
    name,
    titleText(organization.title),
    chosen.label,
    roleInWords(member.role),
  );
  const before = roleItems().find(({ role }) => role === member.role)?.role;
  // Only administrators can change roles. A role that the extension doesn't know can't be sent.
  if (before === undefined || isCurrentUser) return mention(done);
  await offerUndo(parts, done, async () => {
    const roles = { from: chosen.role, to: before };
    if (await organizations.changeRoleBack(organization.id, member.id, roles)) return;
    await say(changedSince(name));
  });
}

/** This can't be undone (section 4.15). */
export async function requireSso(parts: Uses<'prompts' | 'stores'>, picked: PickedMember): Promise<void> {
  const { organizations, organization, member } = picked;
  if (member.sso) return say(vscode.l10n.t('“{0}” already signs in with SSO.', nameOf(member)));
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Require SSO for “{0}”?', nameOf(member)),
    detail: vscode.l10n.t("They must then sign in with single sign-on. You can't undo this here."),
    action: vscode.l10n.t('Require SSO'),
  });
  if (isSure) await organizations.requireSso(organization.id, member.id);
}

export async function removeMember(parts: Uses<'prompts' | 'stores'>, picked: PickedMember): Promise<void> {
  const { organizations, organization, member, isCurrentUser } = picked;
  const title = titleText(organization.title);
  if (!isCurrentUser && !may(organization, 'admin')) {
    return say(
      vscode.l10n.t('Only administrators of “{0}” can remove other members. You can only remove yourself.', title),
    );
  }
  const action = isCurrentUser ? vscode.l10n.t('Leave') : vscode.l10n.t('Remove');
  const isSure = isCurrentUser
    ? await confirmTwice(parts, {
        message: vscode.l10n.t('Remove yourself from “{0}”?', title),
        detail: vscode.l10n.t("You lose access to everything in it that isn't public."),
        action,
        again: vscode.l10n.t("Leave “{0}”? You can't return unless someone invites you.", title),
      })
    : await confirm(parts, {
        message: vscode.l10n.t('Remove “{0}” from “{1}”?', nameOf(member), title),
        detail: [
          vscode.l10n.t("They lose access to everything in it that isn't public, and leave all of its teams."),
          ...(picked.mayBeCurrentUser
            ? [vscode.l10n.t("If this is you, you can't return unless someone invites you.")]
            : []),
        ].join(' '),
        action,
      });
  if (!isSure) return;
  await organizations.removeMember(organization.id, member.id);
  if (isCurrentUser) await (await parts.stores(picked.account).library()).refresh();
  mention(vscode.l10n.t('Removed “{0}” from “{1}”.', nameOf(member), title));
}

/** Lists the spaces and teams of a member, and opens the chosen one. */
export async function showMemberships(parts: Uses<'prompts' | 'stores'>, picked: PickedMember): Promise<void> {
  const { account, organizations, organization, member } = picked;
  const [teams, spaces] = await vscode.window.withProgress(
    { location: { viewId: 'docsPlatform.organization' } },
    async () =>
      Promise.all([
        organizations.teamsOf(organization.id, member.id),
        organizations.spacesOf(organization.id, member.id),
      ]),
  );
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator, value: undefined });
  const items = [
    separator(vscode.l10n.t('Teams')),
    ...teams.map(({ team, role }) =>
      shown<Target>({
        label: titleText(team.title, team.id),
        description: role === 'owner' ? vscode.l10n.t('owner') : '',
        value: { team: team.id },
      }),
    ),
    separator(vscode.l10n.t('Spaces')),
    ...spaces.map(({ space, permission }) =>
      shown<Target>({
        label: titleText(space.title),
        description: roleInWords(permission),
        value: { space: space.id },
      }),
    ),
  ];
  const name = nameOf(member);
  if (teams.length + spaces.length === 0) {
    return say(vscode.l10n.t("“{0}” isn't in any teams and has no access to spaces that you can see.", name));
  }
  const inTeams = plural(vscode.l10n.t('{0} team|{0} teams'), teams.length);
  const seen = plural(vscode.l10n.t('{0} space|{0} spaces'), spaces.length);
  const title = vscode.l10n.t('“{0}” is in {1} and can see {2}', name, inTeams, seen);
  const chosen = (await showQuickPick(items, { title, matchOnDescription: true }))?.value;
  if (chosen?.team !== undefined) {
    const at = { organizationId: organization.id, section: 'teams', id: chosen.team };
    await run('organization.reveal', at);
  } else if (chosen?.space !== undefined) {
    const place = await (await parts.stores(account).library()).placeOf(chosen.space);
    if (place) await run('library.reveal', place);
  }
}

interface Target {
  readonly team?: string;
  readonly space?: string;
}

export interface PickedMember extends InOrganization {
  readonly member: Member;
  readonly isCurrentUser: boolean;
  /** Whether this may be the current user, because the server doesn't report who that is. */
  readonly mayBeCurrentUser: boolean;
}

/** The row's member. */
export async function memberOf(
  parts: Uses<'stores'>,
  at: InOrganization,
  row: RowOf<'member' | 'teamMember'>,
): Promise<PickedMember> {
  return withCurrentUser(parts, at, row.kind === 'member' ? row.member : row.person.organization);
}

/** The row's member, else one that the user picks. */
async function pick(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<PickedMember | undefined> {
  const title = vscode.l10n.t('Select a member to change their role');
  const picked = await pickOrganization(parts, row, title, 'admin');
  if (picked && isRow(row, 'member', 'teamMember')) return memberOf(parts, picked, row);
  const member = picked && (await pickMember(parts, picked, title));
  return member && withCurrentUser(parts, picked, member);
}

async function withCurrentUser({ stores }: Uses<'stores'>, at: InOrganization, member: Member): Promise<PickedMember> {
  const currentUserId = await (await stores(at.account).currentUser()).load();
  return {
    ...at,
    member,
    isCurrentUser: member.id === currentUserId,
    mayBeCurrentUser: currentUserId === undefined,
  };
}
