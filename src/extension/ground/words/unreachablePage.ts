import * as vscode from 'vscode';
import { hostOf } from '../../../model/shared/accountKey.ts';
import type { CommandName } from '../contributions/run.ts';

/** The text that the editor shows in place of a page that couldn't be loaded. */
export function unreachableText(reason: string): string {
  const sentences = [cause(), reason, vscode.l10n.t('To retry now, click your account in the status bar.')];
  return `${sentences.join('\n\n')}\n`;
}

/** The text that the editor shows in place of a page whose account is signed out. */
export function signedOutText(key: string): string {
  return `${signedOut(key)} ${key === 'sample' ? vscode.l10n.t('The page loads when you open it again.') : vscode.l10n.t('The page loads when you sign in again.')}\n`;
}

/** Why nothing of the account with that key can be read. */
export function signedOut(key: string): string {
  if (key === 'sample') return vscode.l10n.t('The sample workspace is closed.');
  // Another account of the same server may be signed in.
  return vscode.l10n.t('This belongs to an account on {0} that is signed out.', hostOf(key));
}

/** The title and command that bring the account back, and what the command gets. */
export function wayBack(key: string): readonly [title: string, command: CommandName, ...given: string[]] {
  return key === 'sample'
    ? [vscode.l10n.t('Open Sample Workspace'), 'docsPlatform.openSample']
    : [vscode.l10n.t('Sign In…'), 'docsPlatform.signIn', hostOf(key)];
}

/** Whether a document shows one of these texts in place of its page. */
export function isUnreachableText(text: string, key?: string): boolean {
  return text.startsWith(`${cause()}\n\n`) || (key !== undefined && text === signedOutText(key));
}

/** Whether one of these texts is anywhere in a document, in which something may have been typed since. */
export function holdsExplanation(text: string, key: string): boolean {
  return text.includes(cause()) || text.includes(signedOutText(key).trim());
}

function cause(): string {
  return vscode.l10n.t(
    "Can't reach the server, so this page couldn't be loaded. It loads when the server responds again.",
  );
}
