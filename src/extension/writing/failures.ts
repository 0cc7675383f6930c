import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/browserAddress.ts';
import { asApiError, sentenceOf } from '../commands/errorEdge.ts';
import { openInBrowser } from '../openInBrowser.ts';
import { showStatus } from '../prompts/messages.ts';
import { nameOf } from './comparison.ts';
import type { OpenPage } from './openPages.ts';
import type { WritingParts } from './writingParts.ts';

/**
 * Offers what helps where saving again does not: one may not edit, the page is gone, or the server takes no content. VS Code itself
 * tells that the save failed, and offers to try again.
 */
export function explainFailure(parts: WritingParts, page: OpenPage, text: string, error: unknown): void {
  offer(parts, page, text, error).catch((failure: unknown) => parts.edge.note('docsPlatform.writing', failure));
}

async function offer(parts: WritingParts, page: OpenPage, text: string, error: unknown): Promise<void> {
  const { desk, uri } = page;
  const kind = asApiError(error)?.kind;
  if (kind !== 'forbidden' && kind !== 'missing' && kind !== 'unsupported') return;
  const changeRequest = await desk.content.refresh(desk.space, desk.number).catch(() => undefined);
  const copy = vscode.l10n.t('Copy Text');
  const browse = vscode.l10n.t('Open in Browser');
  const address = browserAddressOf(changeRequest?.urls);
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('“{0}” was not sent, and is kept here. {1}', nameOf(uri), sentenceOf(error)),
    severity: 'warning',
    actions: [copy, ...(address === undefined ? [] : [browse])],
  });
  if (answer === copy) {
    await vscode.env.clipboard.writeText(text);
    showStatus(vscode.l10n.t('Text copied.'), 3000);
  }
  if (answer === browse && address !== undefined) await openInBrowser(address);
}
