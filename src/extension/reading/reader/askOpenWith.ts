import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { shownUri } from '../../ground/places/openPageUri.ts';
import { openWithSetting, type OpenWith } from '../../ground/services/openWith.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';
import type { Uses } from '../../ground/services/services.ts';

const asked = 'reader.openWithOffered';

interface Choice extends vscode.QuickPickItem {
  readonly openWith: OpenWith;
}

/** When the first page is opened, asks once how all are to open. Does nothing if the user has chosen already. */
export function askOpenWith(parts: Uses<'edge' | 'globalState'>, page: vscode.Uri): void {
  ask(parts, page).catch((error: unknown) => parts.edge.explain('Reader', error));
}

async function ask({ globalState }: Uses<'globalState'>, page: vscode.Uri): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const { globalValue, workspaceValue } = settings.inspect(openWithSetting) ?? {};
  if (globalState.get(asked) || globalValue !== undefined || workspaceValue !== undefined) return;
  await globalState.update(asked, true);
  const chosen = await showQuickPick(choices(), {
    title: vscode.l10n.t('How should pages open?'),
    placeHolder: vscode.l10n.t('You can change this later in the setting {0}', openWithSetting),
    ignoreFocusOut: true,
  });
  if (!chosen) return;
  await settings.update(openWithSetting, chosen.openWith, vscode.ConfigurationTarget.Global);
  // People may go on while they are asked.
  if (shownUri()?.toString() !== page.toString()) return;
  if (chosen.openWith === 'reader') await run('reader.open', page);
  if (chosen.openWith === 'both') await run('reader.openPage', page);
}

function choices(): Choice[] {
  return [
    {
      label: vscode.l10n.t('Reader'),
      detail: vscode.l10n.t('The page as its readers see it, with comments beside the text'),
      openWith: 'reader',
    },
    {
      label: vscode.l10n.t('Markdown'),
      detail: vscode.l10n.t('The source of the page. Select the book icon in the editor title to open the reader.'),
      openWith: 'source',
    },
    {
      label: vscode.l10n.t('Both'),
      detail: vscode.l10n.t('The reader beside the source. Each follows the other.'),
      openWith: 'both',
    },
  ];
}
