import * as vscode from 'vscode';

/** The text that the editor shows in place of a page that couldn't be loaded. */
export function unreachableText(reason: string): string {
  const sentences = [cause(), reason, vscode.l10n.t('To retry now, click your account in the status bar.')];
  return `${sentences.join('\n\n')}\n`;
}

/** Whether a document shows that text in place of its page. */
export function isUnreachableText(text: string): boolean {
  return text.startsWith(`${cause()}\n\n`);
}

function cause(): string {
  return vscode.l10n.t(
    "Can't reach the server, so this page couldn't be loaded. It loads when the server responds again.",
  );
}
