import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/browserAddress.ts';
import { segmentOf } from '../../model/segment.ts';
import { openInBrowser } from '../openInBrowser.ts';
import { showInformation, showProgress, showStatus } from '../prompts/messages.ts';
import { explained } from './explained.ts';
import type { ChangeRequestParts } from './parts.ts';
import { targetOf, type Target, type Wanted } from './target.ts';
import { nameOf } from './wording.ts';

export type Share = 'openInBrowser' | 'copyLink' | 'copyNumber' | 'savePdf';

/** Takes a change request out of the editor: into the browser, the clipboard, a file. */
export async function shareChangeRequest(parts: ChangeRequestParts, given: unknown, share: Share): Promise<void> {
  const target = await targetOf(parts, given, wanted(share));
  if (!target) return;
  const { changeRequest } = target.at;
  if (share === 'savePdf') return savePdf(target);
  if (share === 'copyNumber') return copy(`#${changeRequest.number}`, vscode.l10n.t('Number copied.'));
  const address = browserAddressOf(changeRequest.urls);
  if (address === undefined) {
    await showInformation(vscode.l10n.t('The platform gives {0} no address in the browser.', nameOf(changeRequest)));
    return;
  }
  if (share === 'copyLink') return copy(address, vscode.l10n.t('Link copied.'));
  await openInBrowser(address);
}

function wanted(share: Share): Wanted {
  const titles: Readonly<Record<Share, string>> = {
    openInBrowser: vscode.l10n.t('Open which change request in the browser?'),
    copyLink: vscode.l10n.t('Copy the link to which change request?'),
    copyNumber: vscode.l10n.t('Copy the number of which change request?'),
    savePdf: vscode.l10n.t('Save which change request as PDF?'),
  };
  const none = vscode.l10n.t('There is no change request.');
  return { title: titles[share], statuses: ['open', 'draft', 'merged', 'archived'], none };
}

async function copy(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatus(message, 3000);
}

async function savePdf(target: Target): Promise<void> {
  const { store, at } = target;
  const { number, subject } = at.changeRequest;
  const title = vscode.l10n.t('Making a PDF of {0}…', nameOf(at.changeRequest));
  const bytes = await showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return explained(target, () => store.pdf(at, { signal: stop.signal }));
    },
  );
  const name = `${[number, segmentOf(subject)].filter(Boolean).join('-')}.pdf`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save the PDF'),
    filters: { PDF: ['pdf'] },
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name),
  });
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, bytes);
  showStatus(vscode.l10n.t('PDF saved.'), 3000);
}
