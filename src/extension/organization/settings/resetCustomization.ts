import * as vscode from 'vscode';
import { settingsAddressOf } from '../../../model/settings/address.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Ids } from '../../../store/settings/kinds.ts';
import { accountOf } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { showInformation, showStatus } from '../../ground/messages/show.ts';
import { targetOf } from './open.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Removes the customization of a space in a site, after a question that names both. */
export async function resetCustomization(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  given: unknown,
): Promise<void> {
  const { stores, prompts } = parts;
  const target =
    siteSpaceOfRow(parts, targetOf(given)) ??
    siteSpaceOfDocument(parts, given instanceof vscode.Uri ? given : undefined);
  if (!target) {
    await showInformation(
      vscode.l10n.t('Select a space of a site in the Sites view, or open its customization first.'),
    );
    return;
  }
  const { account, ids, title } = target;
  const { organizationId = '', siteId = '' } = ids;
  const sites = await stores(account).sites();
  const site = sites.cached(siteId)?.title;
  const reset = vscode.l10n.t('Reset Customization');
  const answer = await prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Reset the customization of “{0}”?', titleText(title)),
    detail: site
      ? vscode.l10n.t('This removes its own settings, so the settings of “{0}” apply again.', titleText(site))
      : vscode.l10n.t("This removes its own settings, so the site's settings apply again."),
    actions: [reset],
  });
  if (answer !== reset) return;
  const documents = await stores(account).settings();
  await documents.reset({ kind: 'siteSpaceCustomization', ids });
  await sites.reread({ organizationId, siteId });
  showStatus(vscode.l10n.t('“{0}” now uses the settings of its site.', titleText(title)), 5000);
}

interface SiteSpace {
  readonly account: Account;
  readonly ids: Ids;
  readonly title: string;
}

function siteSpaceOfRow(
  { accounts: { active: account } }: Uses<'accounts'>,
  target: ReturnType<typeof targetOf>,
): SiteSpace | undefined {
  if (!account || (target?.kind !== 'siteSpace' && target?.kind !== 'siteSpaceCustomization')) return undefined;
  return { account, ids: target.ids, title: target.title };
}

/** The site space of the editor whose menu was used, else of the active editor. */
function siteSpaceOfDocument(parts: Uses<'accounts'>, given: vscode.Uri | undefined): SiteSpace | undefined {
  const uri = given ?? vscode.window.activeTextEditor?.document.uri;
  const address = uri && settingsAddressOf(uri);
  const account = address && accountOf(parts, address.account);
  return account && address.kind === 'siteSpaceCustomization'
    ? { account, ids: address.ids, title: address.title }
    : undefined;
}
