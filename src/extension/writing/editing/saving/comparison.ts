import * as vscode from 'vscode';
import { scheme } from '../../../../model/shared/schemes.ts';
import { lastSegmentOf } from '../../../../model/shared/segment.ts';
import type { Sent } from '../../../../store/editing/edits.ts';
import { shownText } from '../../../ground/services/shownText.ts';

/** A page that the server saved differently. */
export type Received = Sent['different'][number] & { readonly uri: vscode.Uri };

/** Compares the saved page with the editor's text. */
export async function compareWithSaved(uri: vscode.Uri): Promise<void> {
  const title = vscode.l10n.t('{0} (saved ↔ yours)', nameOf(uri));
  await vscode.commands.executeCommand('vscode.diff', uri.with({ scheme }), uri, title, { preview: true });
}

/** Compares two texts of a page, with a title that names them. */
export async function compareTexts(uri: vscode.Uri, title: string, one: string, other: string): Promise<void> {
  const [left, right] = [shownText(uri, one), shownText(uri, other)];
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
}

/** Compares what was sent with what the server saved. */
export async function compareWithReceived(pages: readonly Received[]): Promise<void> {
  const [first] = pages;
  if (first && pages.length === 1) {
    const title = vscode.l10n.t('{0} (sent ↔ saved by the server)', nameOf(first.uri));
    await compareTexts(first.uri, title, first.sent, first.received);
    return;
  }
  const diffs = pages.map(({ uri, sent, received }) => [uri, shownText(uri, sent), shownText(uri, received)]);
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Sent ↔ saved by the server'), diffs);
}

export function nameOf(uri: vscode.Uri): string {
  return lastSegmentOf(uri.path);
}
