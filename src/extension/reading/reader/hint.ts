import * as vscode from 'vscode';
import { openWithSetting, type OpenWith } from '../../ground/services/openWith.ts';
import type { Uses } from '../../ground/services/services.ts';

const offered = 'reader.openWithOffered';

/** After the first page in the reader, offers once to open all pages so. Does nothing if the user has chosen already. */
export function offerOpenWith(parts: Uses<'edge' | 'globalState' | 'prompts'>): void {
  offer(parts).catch((error: unknown) => parts.edge.explain('Reader', error));
}

async function offer({ globalState, prompts }: Uses<'globalState' | 'prompts'>): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const { globalValue, workspaceValue } = settings.inspect(openWithSetting) ?? {};
  if (globalState.get(offered) || globalValue !== undefined || workspaceValue !== undefined) return;
  await globalState.update(offered, true);
  const reader = vscode.l10n.t('Open in Reader');
  const both = vscode.l10n.t('Open Both');
  const answer = await prompts.choose({
    message: vscode.l10n.t('A click on a page opens its Markdown. Open pages in the reader from now on?'),
    actions: [reader, both],
  });
  const chosen: OpenWith | undefined = answer === reader ? 'reader' : answer === both ? 'both' : undefined;
  if (chosen) await settings.update(openWithSetting, chosen, vscode.ConfigurationTarget.Global);
}
