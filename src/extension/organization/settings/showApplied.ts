import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { SettingsAddress } from '../../../model/settings/address.ts';
import { showInformation, showStatus } from '../../ground/messages/show.ts';
import type { Done } from './openSettings.ts';
import { accountOf } from '../../ground/places/place.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Reports what was applied and what wasn't, and updates the trees. */
export function showApplied(parts: Uses<'accounts' | 'edge' | 'stores'>, address: SettingsAddress, done: Done): void {
  if (done.outcome === 'applied') {
    showStatus(vscode.l10n.t('Applied: {0}.', done.changed.join(', ')), 5000);
    refreshTrees(parts, address).catch((error: unknown) => parts.edge.note('Refresh after settings', error));
  }
  if (done.leftOut.length > 0) {
    const fields = done.leftOut.join(', ');
    void showInformation(
      vscode.l10n.t("{0} wasn't changed: removing a field from the document leaves its value as is.", fields),
    );
  }
}

async function refreshTrees(parts: Uses<'accounts' | 'stores'>, address: SettingsAddress): Promise<void> {
  const account = accountOf(parts, address.account);
  if (!account) return;
  const { stores } = parts;
  const { spaceId, siteId, organizationId = '' } = address.ids;
  if (siteId !== undefined) return (await stores(account).sites()).reread({ organizationId, siteId });
  switch (address.kind) {
    case 'member':
    case 'team':
    case 'translation':
    case 'openApiSource':
    case 'integration':
      return (await stores(account).organizations()).refresh();
  }
  const library = await stores(account).library();
  if (address.kind === 'space' && spaceId) await library.refresh(await library.placeOf(spaceId));
  else if (address.kind === 'organization' || address.kind === 'collection') await library.refresh();
  // The Sites view also shows the names of organizations.
  if (address.kind === 'organization') await run('sites.refresh');
}
