import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { problemOfTeamTitle } from '../../model/organizations/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { countOfMembers } from './items.ts';
import { isRow, type OrganizationRow } from './rows.ts';
import { askTitle, confirm, mention, pickListed, pickOrganization, withTeam, type PickedTeam } from './picking.ts';
import type { Uses } from '../ground/services/services.ts';

export async function createTeam(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<void> {
  const picked = await pickOrganization(parts, row, vscode.l10n.t('Select an organization for the team'), 'admin');
  if (!picked) return;
  const { organizations, organization } = picked;
  const question = {
    title: vscode.l10n.t('Create Team in “{0}”', titleText(organization.title)),
    prompt: vscode.l10n.t('Team title'),
  };
  const team = await askTitle(parts, question, problemOfTeamTitle, (title) =>
    organizations.createTeam(organization.id, title),
  );
  if (!team) return;
  const add = vscode.l10n.t('Add Members…');
  const chosen = await parts.prompts.choose({
    message: vscode.l10n.t('Created the team “{0}”. It has no members yet.', titleText(team.title)),
    actions: [add],
  });
  if (chosen !== add) return;
  await run('organization.addToTeam', { kind: 'team', key: team.id, organization, team });
}

export async function renameTeam(parts: Uses<'prompts'>, { organizations, at, team }: PickedTeam): Promise<void> {
  const title = titleText(team.title, team.id);
  const question = {
    title: vscode.l10n.t('Rename Team “{0}”', title),
    prompt: vscode.l10n.t('Team title'),
    value: team.title ?? '',
  };
  await askTitle(parts, question, problemOfTeamTitle, (text) => organizations.renameTeam(at, text));
}

export async function deleteTeam(parts: Uses<'prompts'>, { organizations, at, team }: PickedTeam): Promise<void> {
  const title = titleText(team.title, team.id);
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Delete the team “{0}”?', title),
    detail: vscode.l10n.t(
      "It has {0}, who lose the permissions it gives them. They stay in the organization. This can't be undone.",
      countOfMembers(team.members ?? 0),
    ),
    action: vscode.l10n.t('Delete'),
  });
  if (!isSure) return;
  await organizations.deleteTeam(at);
  mention(vscode.l10n.t('Deleted the team “{0}”.', title));
}

/** The row's team, else one that the user picks among those that the account may change. */
export async function pickTeam(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
  title: string,
): Promise<PickedTeam | undefined> {
  const picked = await pickOrganization(parts, row, title, 'listTeams');
  if (picked && isRow(row, 'team', 'teamMember')) return withTeam(picked, row.team);
  const team =
    picked &&
    (await pickListed(
      picked.organizations.teams(picked.organization.id),
      title,
      vscode.l10n.t('There are no teams you can change.'),
      ({ title, id, members }) => ({
        label: titleText(title, id),
        description: typeof members === 'number' ? countOfMembers(members) : '',
      }),
      ({ permissions }) => permissions?.['admin'] !== false,
    ));
  return team && withTeam(picked, team);
}
