import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { emailDomainOf } from '../../model/organizations/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { confirm, mention, pickOrganization, say, shown } from './picking.ts';
import type { OrganizationRow } from './rows.ts';
import type { Uses } from '../ground/services/services.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** Finds the user's organization that an email domain belongs to. */
export async function findByDomain(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const organizations = await parts.stores(account).organizations();
  const found = await parts.prompts.ask({
    title: vscode.l10n.t('Find Organization by Email Domain'),
    prompt: vscode.l10n.t('Domain or email address'),
    placeholder: 'example.com',
    async accept(text, signal) {
      const domain = emailDomainOf(text);
      if (domain === undefined) return { problem: vscode.l10n.t('Enter a domain, such as example.com.') };
      return { value: { domain, owners: await organizations.ofEmailDomain(domain, { signal }) } };
    },
  });
  if (!found) return;
  const { domain, owners } = found;
  if (owners.length === 0) {
    return say(vscode.l10n.t('None of your organizations has the email domain {0}.', domain));
  }
  const items = owners.map(({ id, title, emailDomains }) =>
    shown({ label: titleText(title), description: emailDomains.join(', '), value: id }),
  );
  const chosen = await showQuickPick(items, {
    title: vscode.l10n.t('Organizations with the email domain {0}', domain),
  });
  if (!chosen) return;
  const at = { organizationId: chosen.value };
  await run('organization.reveal', at);
}

/** The API lists no invites (section 4.18), so the user enters the id. */
export async function deleteInvite(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  row: OrganizationRow | undefined,
): Promise<void> {
  const title = vscode.l10n.t('Select an organization to delete an invite link from');
  const picked = await pickOrganization(parts, row, title, 'admin');
  if (!picked) return;
  const { organizations, organization } = picked;
  const deleted = await parts.prompts.ask({
    title: vscode.l10n.t('Delete Invite Link for “{0}”', titleText(organization.title)),
    prompt: vscode.l10n.t('Invite ID'),
    isAction: true,
    async accept(text) {
      const id = text.trim();
      if (!/^[\w-]{1,128}$/.test(id))
        return {
          problem: vscode.l10n.t('An ID can have up to 128 letters, digits, hyphens, and underscores.'),
        };
      const isSure = await confirm(parts, {
        message: vscode.l10n.t('Delete the invite link {0} of “{1}”?', id, titleText(organization.title)),
        detail: vscode.l10n.t("Anyone who has this link can no longer use it to join. This can't be undone."),
        action: vscode.l10n.t('Delete'),
      });
      if (!isSure) return { problem: vscode.l10n.t('Nothing was deleted.') };
      await organizations.deleteInvite(organization.id, id);
      return { value: id };
    },
  });
  if (deleted !== undefined) mention(vscode.l10n.t('Deleted the invite link {0}.', deleted));
}
