import * as vscode from 'vscode';
import { problemOfTranslationTitle } from '../../model/organizations/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { OrganizationRow, RowOf } from './rows.ts';
import { askTitle, confirm, mention, pickOrganization, type InOrganization } from './picking.ts';
import type { Uses } from '../ground/services/services.ts';

export async function createTranslation(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<void> {
  const title = vscode.l10n.t('Select an organization for the translation');
  const picked = await pickOrganization(parts, row, title, 'createContent');
  if (!picked) return;
  const { organizations, organization } = picked;
  const question = {
    title: vscode.l10n.t('Create Translation in “{0}”', titleText(organization.title)),
    prompt: vscode.l10n.t('Translation title'),
  };
  const made = await askTitle(parts, question, problemOfTranslationTitle, (text) =>
    organizations.createTranslation(organization.id, text),
  );
  if (made) mention(vscode.l10n.t('Created the translation “{0}”.', titleText(made.title)));
}

export async function renameTranslation(
  parts: Uses<'prompts'>,
  { organizations, organization }: InOrganization,
  { translation }: RowOf<'translation'>,
): Promise<void> {
  const question = {
    title: vscode.l10n.t('Rename Translation “{0}”', titleText(translation.title)),
    prompt: vscode.l10n.t('Translation title'),
    value: translation.title,
  };
  await askTitle(parts, question, problemOfTranslationTitle, (text) =>
    organizations.renameTranslation(organization.id, translation.id, text),
  );
}

export async function deleteTranslation(
  parts: Uses<'prompts'>,
  { organizations, organization }: InOrganization,
  { translation }: RowOf<'translation'>,
): Promise<void> {
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Delete the translation “{0}”?', titleText(translation.title)),
    detail: translation.languages?.length
      ? vscode.l10n.t("Languages: {0}. This can't be undone.", translation.languages.join(', '))
      : vscode.l10n.t("This can't be undone."),
    action: vscode.l10n.t('Delete'),
  });
  if (!isSure) return;
  await organizations.deleteTranslation(organization.id, translation.id);
  mention(vscode.l10n.t('Deleted the translation “{0}”.', titleText(translation.title)));
}
