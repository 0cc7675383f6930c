import * as vscode from 'vscode';
import type { TranslationSettings } from '../../contract/organizations/translations.ts';
import { problemOfTranslationTitle } from '../../model/organizations/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { isRow } from './rows.ts';
import { askTitle, confirm, mention, pickListed, pickOrganization, type InOrganization } from './picking.ts';
import type { Uses } from '../services/services.ts';

export async function createTranslation(parts: Uses<'accounts' | 'prompts' | 'stores'>, given: unknown): Promise<void> {
  const title = vscode.l10n.t('Create a translation in which organization?');
  const picked = await pickOrganization(parts, given, title, 'createContent');
  if (!picked) return;
  const { organizations, organization } = picked;
  const question = {
    title: vscode.l10n.t('Create a Translation in “{0}”', titleText(organization.title)),
    prompt: vscode.l10n.t('Title of the translation'),
  };
  const made = await askTitle(parts, question, problemOfTranslationTitle, (text) =>
    organizations.createTranslation(organization.id, text),
  );
  if (made) mention(vscode.l10n.t('The translation “{0}” was created.', titleText(made.title)));
}

export async function renameTranslation(parts: Uses<'accounts' | 'prompts' | 'stores'>, given: unknown): Promise<void> {
  const picked = await pickTranslation(parts, given, vscode.l10n.t('Rename which translation?'));
  if (!picked) return;
  const { organizations, organization, translation } = picked;
  const question = {
    title: vscode.l10n.t('Rename the Translation “{0}”', titleText(translation.title)),
    prompt: vscode.l10n.t('Title of the translation'),
    value: translation.title,
  };
  await askTitle(parts, question, problemOfTranslationTitle, (text) =>
    organizations.renameTranslation(organization.id, translation.id, text),
  );
}

export async function deleteTranslation(parts: Uses<'accounts' | 'prompts' | 'stores'>, given: unknown): Promise<void> {
  const picked = await pickTranslation(parts, given, vscode.l10n.t('Delete which translation?'));
  if (!picked) return;
  const { organizations, organization, translation } = picked;
  const isSure = await confirm(parts, {
    message: vscode.l10n.t('Delete the translation “{0}”?', titleText(translation.title)),
    detail: translation.languages?.length
      ? vscode.l10n.t('Its languages: {0}. It cannot be brought back.', translation.languages.join(', '))
      : vscode.l10n.t('It cannot be brought back.'),
    action: vscode.l10n.t('Delete'),
  });
  if (!isSure) return;
  await organizations.deleteTranslation(organization.id, translation.id);
  mention(vscode.l10n.t('The translation “{0}” was deleted.', titleText(translation.title)));
}

async function pickTranslation(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: unknown,
  title: string,
): Promise<(InOrganization & { readonly translation: TranslationSettings }) | undefined> {
  const picked = await pickOrganization(parts, given, title, 'createContent');
  if (!picked) return undefined;
  const { organizations, organization } = picked;
  const translation = isRow(given, 'translation')
    ? given.translation
    : await pickListed(
        organizations.translations(organization.id),
        title,
        vscode.l10n.t('There is no translation that you may change.'),
        (each) => ({ label: titleText(each.title), description: titleText(each.languages?.join(', '), '') }),
        ({ permissions }) => permissions?.['edit'] !== false,
      );
  return translation && { ...picked, translation };
}
