import * as vscode from 'vscode';
import { settingsUriOf, type SettingsAddress } from '../../../model/settings/address.ts';
import type { SettingsChoice } from '../../../store/settings/kinds.ts';
import type { SettingsDocuments } from '../../../store/settings/documents.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { neededAccount } from '../../ground/places/place.ts';
import { isLibraryRow } from '../../ground/places/libraryRows.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { namesAround, openUriOf } from './namesAround.ts';
import type { SettingsFiles } from './files.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/**
 * Opens the settings of the given tree row, or all fields of its resource, read-only. Without a row the user picks
 * which.
 */
export async function openSettings(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: unknown,
  details: boolean,
): Promise<void> {
  const account = neededAccount(parts, undefined);
  const target = targetOf(given, details) ?? (await choose(parts, account, details));
  if (!target) return;
  const within = await namesAround(parts, account, target, isLibraryRow(given) ? given : undefined);
  const address = { ...target, account: account.key, within, ...(details && { details }) };
  const uri = openUriOf(address) ?? vscode.Uri.from(settingsUriOf(address));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: details });
}

/** Saves the open settings document as if by hand. */
export async function applySettings(files: Pick<SettingsFiles, 'apply'>): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme !== 'docs-platform-settings') {
    await showInformation(vscode.l10n.t('Open settings first: run Edit Settings.'));
    return;
  }
  await files.apply(document);
}

type Target = Pick<SettingsAddress, 'kind' | 'ids' | 'title'>;

/**
 * Reads a tree row: a place of the Library, or a row that says which settings it has. Pages and files only have
 * details.
 */
export function targetOf(given: unknown, details = true): Target | undefined {
  if (isLibraryRow(given)) {
    if (!details && (given.kind === 'page' || given.kind === 'file')) return targetOf({ ...given, kind: 'space' });
    switch (given.kind) {
      case 'organization':
        return {
          kind: 'organization',
          ids: { organizationId: given.organization.id },
          title: given.organization.title,
        };
      case 'collection':
        return { kind: 'collection', ids: { collectionId: given.collection.id }, title: given.collection.title };
      case 'space':
      case 'files':
        return { kind: 'space', ids: { spaceId: given.space.id }, title: given.space.title };
      case 'page':
        return {
          kind: 'page',
          ids: { spaceId: given.space.id, pageId: given.node.id },
          title: given.node.title,
        };
      case 'file':
        return {
          kind: 'file',
          ids: { spaceId: given.space.id, fileId: given.file.id },
          title: given.file.name ?? given.file.id,
        };
    }
  }
  const { settings } = (typeof given === 'object' && given !== null ? given : {}) as { settings?: Partial<Target> };
  if (typeof settings?.kind !== 'string' || typeof settings.ids !== 'object') return undefined;
  return { kind: settings.kind, ids: settings.ids, title: settings.title ?? settings.kind };
}

interface KindItem extends vscode.QuickPickItem {
  readonly settingsKind: string;
  /** Without its icon, as used in titles. */
  readonly name: string;
}

async function choose(
  parts: Uses<'prompts' | 'stores'>,
  account: Account,
  details: boolean,
): Promise<Target | undefined> {
  const documents = await parts.stores(account).settings();
  const library = await parts.stores(account).library();
  const organizations = await library.organizations();
  const organization = await pick(
    details
      ? vscode.l10n.t('Select an organization to show its details')
      : vscode.l10n.t('Select an organization to edit its settings'),
    organizations.map(({ id, title }) => ({ ids: { organizationId: id }, title })),
  );
  if (!organization) return undefined;
  const title = details
    ? vscode.l10n.t('Choose which details to show')
    : vscode.l10n.t('Choose which settings to edit');
  const chosenKind = await showQuickPick(kindItems(), { title });
  if (!chosenKind) return undefined;
  const { settingsKind: kind, name: label } = chosenKind;
  if (kind === 'organization') return { kind: 'organization', ...organization };
  if (kind === 'space') {
    const { spaces } = await library.availableSpaces();
    const own = spaces.filter((space) => space.organization === organization.ids['organizationId']);
    const space = await pick(
      label,
      own.map(({ id, title }) => ({ ids: { spaceId: id }, title })),
    );
    return space && { kind: 'space', ...space };
  }
  if (kind === 'integration') return chooseIntegration(parts, label);
  const site = documents.isOfSite(kind)
    ? await pick(vscode.l10n.t('Select a site'), await listed(documents, 'site', organization))
    : organization;
  if (!site) return undefined;
  const chosen = documents.isSiteItself(kind) ? site : await pick(label, await listed(documents, kind, site));
  return chosen && { kind, ...chosen };
}

async function chooseIntegration({ prompts }: Uses<'prompts'>, title: string): Promise<Target | undefined> {
  const name = await prompts.ask({
    title,
    prompt: vscode.l10n.t('Integration name'),
    placeholder: 'my-integration',
    async accept(text) {
      const value = text.trim();
      return /^[\w.-]{1,100}$/.test(value)
        ? { value }
        : { problem: vscode.l10n.t('Use up to 100 letters, digits, hyphens, underscores, and dots.') };
    },
  });
  return name === undefined ? undefined : { kind: 'integration', ids: { integrationName: name }, title: name };
}

function kindItems(): KindItem[] {
  const item = (kind: string, name: string, icon: string): KindItem => ({
    settingsKind: kind,
    name,
    label: `$(${icon}) ${name}`,
  });
  return [
    item('organization', vscode.l10n.t('Organization'), 'organization'),
    item('space', vscode.l10n.t('Space'), 'book'),
    item('collection', vscode.l10n.t('Collection'), 'folder-library'),
    item('site', vscode.l10n.t('Site'), 'globe'),
    item('siteCustomization', vscode.l10n.t('Site: customization'), 'paintcan'),
    item('adaptiveSchema', vscode.l10n.t('Site: adaptive schema'), 'account'),
    item('siteSection', vscode.l10n.t('Site section'), 'layout'),
    item('siteSectionGroup', vscode.l10n.t('Site section group'), 'layers'),
    item('siteSpace', vscode.l10n.t('Site space'), 'link'),
    item('siteSpaceCustomization', vscode.l10n.t('Site space: customization'), 'paintcan'),
    item('member', vscode.l10n.t('Member'), 'person'),
    item('team', vscode.l10n.t('Team'), 'organization'),
    item('translation', vscode.l10n.t('Translation'), 'globe'),
    item('openApiSource', vscode.l10n.t('OpenAPI source'), 'json'),
    item('integration', vscode.l10n.t('Integration'), 'extensions'),
  ];
}

async function listed(
  documents: SettingsDocuments,
  kind: string,
  within: SettingsChoice,
): Promise<readonly SettingsChoice[]> {
  return vscode.window.withProgress({ location: { viewId: 'docsPlatform.library' } }, () =>
    documents.choices(kind, within.ids),
  );
}

/** If there is only one choice, it is used without a question. */
async function pick(title: string, choices: readonly SettingsChoice[]): Promise<SettingsChoice | undefined> {
  if (choices.length === 0) {
    await showInformation(vscode.l10n.t('There is nothing to choose from.'));
    return undefined;
  }
  if (choices.length === 1) return choices[0];
  const items = choices.map((choice) => ({ label: withoutIcons(choice.title), choice }));
  return (await showQuickPick(items, { title }))?.choice;
}
