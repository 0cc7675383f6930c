import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { problemOfSiteTitle } from '../../model/sites/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { NewSite } from '../../store/sites/sites.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { pickOrganization } from './pickSite.ts';
import { spaceItems } from '../ground/prompts/pickSpace.ts';
import type { SitesContext } from './context.ts';
import type { RowOf } from './rows.ts';
import { visibilities } from './settings.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/**
 * Asks for the kind of site first and for its title last. If the server refuses the title, its input box stays open.
 */
export async function createSite(parts: SitesContext, row: RowOf<'organization'> | undefined): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const title = vscode.l10n.t('Create Site');
  const which = vscode.l10n.t('Select an organization for the site');
  const organization = await pickOrganization(parts, account, row, which);
  if (!organization) return;
  const type = await showQuickPick(types(), { title: vscode.l10n.t('Select a site type') });
  if (!type) return;
  const visibility = await showQuickPick(visibilities(), {
    title: vscode.l10n.t('Choose who can visit the site once it is published'),
  });
  if (!visibility) return;
  const spaces = await chooseContent();
  if (!spaces) return;

  const sites = await parts.stores(account).sites();
  const site = await parts.prompts.ask({
    title,
    prompt: vscode.l10n.t('Site title'),
    isAction: true,
    async accept(text) {
      const problem = problemOfSiteTitle(text);
      if (problem) return { problem };
      const body: NewSite = { type: type.type, visibility: visibility.visibility, title: text, ...spaces };
      return { value: await sites.create(organization.id, body) };
    },
  });
  if (!site) return;
  await run('sites.reveal', {
    organizationId: organization.id,
    siteId: site.id,
  });
  const publish = vscode.l10n.t('Publish…');
  const chosen = await parts.prompts.choose({
    message: vscode.l10n.t('Created “{0}”. No one can visit it until you publish it.', titleText(site.title)),
    actions: [publish],
  });
  if (chosen !== publish) return;
  const at = { organizationId: organization.id, siteId: site.id };
  await run('sites.publish', {
    kind: 'site',
    key: site.id,
    at,
    mayChange: true,
  });

  async function chooseContent(): Promise<Pick<NewSite, 'spaces'> | undefined> {
    const choices = [
      { label: vscode.l10n.t('Existing spaces…'), choice: 'existing' },
      { label: vscode.l10n.t('A new space with starter pages'), choice: 'sample' },
      { label: vscode.l10n.t('A new, empty space'), choice: 'empty' },
      { label: vscode.l10n.t('Nothing yet'), choice: 'nothing' },
    ] as const;
    const chosen = await showQuickPick(choices, { title: vscode.l10n.t('Choose what the site shows') });
    if (!chosen) return undefined;
    if (chosen.choice === 'nothing') return {};
    if (chosen.choice !== 'existing') return { spaces: chosen.choice };
    const library = await parts.stores(account!).library();
    const items = await spaceItems(parts, library, (space) => space.organization === organization!.id);
    const picked = await showQuickPick(items, {
      title: vscode.l10n.t('Select the spaces to show'),
      canPickMany: true,
    });
    return picked && { spaces: picked.map(({ space }) => space.id) };
  }
}

function types() {
  return [
    { label: vscode.l10n.t('Basic'), type: 'basic' },
    { label: vscode.l10n.t('Premium'), type: 'premium' },
    { label: vscode.l10n.t('Ultimate'), type: 'ultimate' },
    { label: vscode.l10n.t('Sponsored'), type: 'sponsored' },
  ] as const;
}
